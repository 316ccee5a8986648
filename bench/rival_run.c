/*
 * What an expert would write with SUNDIALS instead of using thud run: the equations of motion integrated with root
 * finding on the gaps, begun anew where a contact closes or opens, with a stop at every point of the record, where
 * the slope of the ground motion jumps.
 */
#include "rival_run.h"

#include <math.h>
#include <stdlib.h>

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <thud/calibrate.h>
#include <thud/impact.h>

static const long step_limit = 1000000;

struct rival_run {
    const run_case *which;
    rival_run_method method;
    bool restart;
    double chi[RUN_CONTACTS]; /* c = χ k/v₀ of the Hertz contacts */
    /* of the run under way */
    bool closed[RUN_CONTACTS];
    double damping[RUN_CONTACTS];      /* c, where closed */
    int yields[RUN_LINKS];             /* 1, −1, or 0 on the elastic branch */
    double set[RUN_LINKS];             /* m: where that has no force but that of hardening */
    double begin, acceleration, slope; /* ground motion since the last point of its record */
    /* SUNDIALS */
    SUNContext context;
    N_Vector state, rates, tolerances;
    SUNNonlinearSolver iteration;
    void *memory;
};

static double coordinate(const double *x, int body) { return body < 0 ? 0.0 : x[body]; }

static double penetration(const run_contact *contact, const double *x) {
    return coordinate(x, contact->left) - coordinate(x, contact->right) - contact->gap;
}

/* adds a force between two bodies that pushes them apart */
static void push(double *force, int left, int right, double size) {
    if (left >= 0) force[left] -= size;
    if (right >= 0) force[right] += size;
}

/* past the separation, where trial steps go, the force goes on smoothly */
static double contact_force(const rival_run *solver, int i, const double *x, const double *v) {
    const run_contact *contact = &solver->which->contact[i];
    double depth = penetration(contact, x);
    double rate = coordinate(v, contact->left) - coordinate(v, contact->right);
    if (!contact->hertz) return contact->stiffness * depth + contact->damping * rate;
    double root = sqrt(fabs(depth));
    return depth * root * (contact->stiffness + solver->damping[i] * rate);
}

/* the force of a link that yields, branch by branch */
static double yielding_force(const rival_run *solver, int i, double stretch) {
    const run_link *link = &solver->which->link[i];
    double k = link->stiffness, alpha = link->hardening;
    if (solver->yields[i] == 0) return k * stretch - (1 - alpha) * k * solver->set[i];
    return alpha * k * stretch + (1 - alpha) * solver->yields[i] * link->yield;
}

static int rhs(realtype t, N_Vector y, N_Vector ydot, void *data) {
    const rival_run *solver = data;
    const run_case *which = solver->which;
    const double *x = NV_DATA_S(y), *v = x + which->bodies;
    double *rate = NV_DATA_S(ydot), *force = rate + which->bodies;
    double ground = solver->acceleration + solver->slope * (t - solver->begin);
    double a = which->rayleigh_mass, b = which->rayleigh_stiffness;
    for (int i = 0; i < which->bodies; i++) {
        rate[i] = v[i];
        force[i] = -which->mass[i] * (ground + a * v[i]);
    }
    for (int i = 0; i < which->links; i++) {
        const run_link *link = &which->link[i];
        double stretch = coordinate(x, link->left) - coordinate(x, link->right);
        double speed = coordinate(v, link->left) - coordinate(v, link->right);
        push(force, link->left, link->right,
             (link->yield > 0 ? yielding_force(solver, i, stretch) : link->stiffness * stretch) +
                 (link->damping + b * link->stiffness) * speed);
    }
    for (int i = 0; i < which->contacts; i++)
        if (solver->closed[i])
            push(force, which->contact[i].left, which->contact[i].right, contact_force(solver, i, x, v));
    for (int i = 0; i < which->bodies; i++) force[i] /= which->mass[i];
    return 0;
}

static bool yields(const run_case *which) { return which->links > 0 && which->link[0].yield > 0; }

static int root_count(const run_case *which) { return which->contacts + (yields(which) ? which->links : 0); }

static int roots(realtype t, N_Vector y, realtype *g, void *data) {
    (void)t;
    const rival_run *solver = data;
    const run_case *which = solver->which;
    const double *x = NV_DATA_S(y), *v = x + which->bodies;
    for (int i = 0; i < which->contacts; i++) g[i] = penetration(&which->contact[i], x);
    if (!yields(which)) return 0;
    for (int i = 0; i < which->links; i++) {
        const run_link *link = &which->link[i];
        double stretch = coordinate(x, link->left) - coordinate(x, link->right);
        double speed = coordinate(v, link->left) - coordinate(v, link->right);
        g[which->contacts + i] = solver->yields[i] ? solver->yields[i] * speed
                                                   : link->yield / link->stiffness - fabs(stretch - solver->set[i]);
    }
    return 0;
}

/* a tolerance that cannot be met is an answer for a scan over tolerances, not a message for the user */
static void keep_quiet(int code, const char *module, const char *function, char *message, void *data) {
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static bool create_adams(rival_run *solver) {
    solver->memory = CVodeCreate(CV_ADAMS, solver->context);
    solver->iteration = SUNNonlinSol_FixedPoint(solver->state, 0, solver->context);
    void *memory = solver->memory;
    return memory && solver->iteration && CVodeInit(memory, rhs, 0.0, solver->state) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(memory, keep_quiet, NULL) == CV_SUCCESS &&
           CVodeSVtolerances(memory, 1e-6, solver->tolerances) == CV_SUCCESS &&
           CVodeSetNonlinearSolver(memory, solver->iteration) == CV_SUCCESS &&
           CVodeSetUserData(memory, solver) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(memory, step_limit) == CV_SUCCESS &&
           CVodeRootInit(memory, root_count(solver->which), roots) == CV_SUCCESS &&
           CVodeSetNoInactiveRootWarn(memory) == CV_SUCCESS;
}

static bool create_erk(rival_run *solver) {
    solver->memory = ERKStepCreate(rhs, 0.0, solver->state, solver->context);
    void *memory = solver->memory;
    return memory && ERKStepSetErrHandlerFn(memory, keep_quiet, NULL) == ARK_SUCCESS &&
           ERKStepSetTableNum(memory, ARKODE_DORMAND_PRINCE_7_4_5) == ARK_SUCCESS &&
           ERKStepSetInterpolantDegree(memory, ARK_INTERP_MAX_DEGREE) == ARK_SUCCESS &&
           ERKStepSetUserData(memory, solver) == ARK_SUCCESS &&
           ERKStepSetMaxNumSteps(memory, step_limit) == ARK_SUCCESS &&
           ERKStepRootInit(memory, root_count(solver->which), roots) == ARK_SUCCESS &&
           ERKStepSetNoInactiveRootWarn(memory) == ARK_SUCCESS;
}

/* χ = c v/k of the exact relation depends on e alone: found once */
static bool calibrate(rival_run *solver) {
    for (int i = 0; i < solver->which->contacts; i++) {
        if (!solver->which->contact[i].hertz) continue;
        thud_impact_options options = thud_impact_options_default(thud_law_find("gonthier"));
        options.restitution = solver->which->contact[i].restitution;
        if (thud_calibrate(&options, &solver->chi[i]) != THUD_OK) return false;
    }
    return true;
}

rival_run *rival_run_create(const run_case *which, rival_run_method method) {
    rival_run *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->which = which;
    solver->method = method;
    bool made = calibrate(solver) && SUNContext_Create(NULL, &solver->context) == 0;
    if (made) {
        solver->state = N_VNew_Serial(2 * which->bodies, solver->context);
        solver->rates = N_VNew_Serial(2 * which->bodies, solver->context);
        solver->tolerances = N_VNew_Serial(2 * which->bodies, solver->context);
    }
    made = made && solver->state && solver->rates && solver->tolerances;
    if (made) {
        N_VConst(0.0, solver->state);
        N_VConst(1e-6, solver->tolerances);
        made = method == RIVAL_RUN_ADAMS ? create_adams(solver) : create_erk(solver);
    }
    if (made) return solver;
    rival_run_free(solver);
    return NULL;
}

void rival_run_free(rival_run *solver) {
    if (!solver) return;
    if (solver->memory && solver->method == RIVAL_RUN_ADAMS) CVodeFree(&solver->memory);
    if (solver->memory && solver->method != RIVAL_RUN_ADAMS) ERKStepFree(&solver->memory);
    if (solver->iteration) SUNNonlinSolFree(solver->iteration);
    if (solver->state) N_VDestroy(solver->state);
    if (solver->rates) N_VDestroy(solver->rates);
    if (solver->tolerances) N_VDestroy(solver->tolerances);
    if (solver->context) SUNContext_Free(&solver->context);
    free(solver);
}

const char *rival_run_method_name(rival_run_method method) {
    return method == RIVAL_RUN_ADAMS ? "CVODE Adams" : "ARKODE Dormand-Prince";
}

void rival_run_restart(rival_run *solver, bool restart) { solver->restart = restart; }

/* open gaps are watched for closing, closed ones for opening */
static bool start(rival_run *solver, double t) {
    int directions[RUN_CONTACTS + RUN_LINKS];
    for (int i = 0; i < RUN_CONTACTS + RUN_LINKS; i++) directions[i] = -1; /* branches end downwards */
    for (int i = 0; i < solver->which->contacts; i++) directions[i] = solver->closed[i] ? -1 : 1;
    if (solver->method == RIVAL_RUN_ADAMS)
        return CVodeReInit(solver->memory, t, solver->state) == CV_SUCCESS &&
               CVodeSetRootDirection(solver->memory, directions) == CV_SUCCESS;
    return ERKStepReInit(solver->memory, rhs, t, solver->state) == ARK_SUCCESS &&
           ERKStepSetRootDirection(solver->memory, directions) == ARK_SUCCESS;
}

static bool set_tolerances(rival_run *solver, double tolerance, const double *scale) {
    for (int i = 0; i < 2 * solver->which->bodies; i++) NV_Ith_S(solver->tolerances, i) = tolerance * scale[i];
    if (solver->method == RIVAL_RUN_ADAMS)
        return CVodeSVtolerances(solver->memory, tolerance, solver->tolerances) == CV_SUCCESS;
    return ERKStepSVtolerances(solver->memory, tolerance, solver->tolerances) == ARK_SUCCESS;
}

typedef enum outcome { ARRIVED, FOUND_ROOT, GAVE_UP } outcome;

/* to `end`, and not past it where the ground has a corner there, or to the next root; t is where it came to */
static outcome advance(rival_run *solver, double end, double *t, int *found) {
    bool corner = solver->which->ground;
    int flag;
    if (solver->method == RIVAL_RUN_ADAMS) {
        if (corner && CVodeSetStopTime(solver->memory, end) != CV_SUCCESS) return GAVE_UP;
        flag = CVode(solver->memory, end, solver->state, t, CV_NORMAL);
        if (flag == CV_ROOT_RETURN)
            return CVodeGetRootInfo(solver->memory, found) == CV_SUCCESS ? FOUND_ROOT : GAVE_UP;
        return flag == CV_SUCCESS || flag == CV_TSTOP_RETURN ? ARRIVED : GAVE_UP;
    }
    if (corner && ERKStepSetStopTime(solver->memory, end) != ARK_SUCCESS) return GAVE_UP;
    flag = ERKStepEvolve(solver->memory, end, solver->state, t, ARK_NORMAL);
    if (flag == ARK_ROOT_RETURN)
        return ERKStepGetRootInfo(solver->memory, found) == ARK_SUCCESS ? FOUND_ROOT : GAVE_UP;
    return flag == ARK_SUCCESS || flag == ARK_TSTOP_RETURN ? ARRIVED : GAVE_UP;
}

/* SUNDIALS finds roots to 100 roundings of the time, which twenty impacts of a damper make 1e-6; one step of
 * Newton's method along the motion takes the state to the gap itself */
static void polish(rival_run *solver, const int *found, double *t) {
    const run_case *which = solver->which;
    const double *x = NV_DATA_S(solver->state), *v = x + which->bodies;
    int i = 0;
    while (i < which->contacts && !found[i]) i++;
    if (i == which->contacts) return;
    const run_contact *contact = &which->contact[i];
    double step = -penetration(contact, x) / (coordinate(v, contact->left) - coordinate(v, contact->right));
    if (!(fabs(step) < 1e-9)) return; /* a grazing touch */
    rhs(*t, solver->state, solver->rates, solver);
    N_VLinearSum(1, solver->state, step, solver->rates, solver->state);
    *t += step;
}

/* contacts that the roots are of close or open; the damping follows from the speed */
static void change_contacts(rival_run *solver, const int *found, rival_run_counts *counts) {
    const double *v = NV_DATA_S(solver->state) + solver->which->bodies;
    for (int i = 0; i < solver->which->contacts; i++) {
        if (!found[i]) continue;
        const run_contact *contact = &solver->which->contact[i];
        double speed = coordinate(v, contact->left) - coordinate(v, contact->right);
        solver->closed[i] = !solver->closed[i];
        if (!solver->closed[i]) continue;
        counts->closings++;
        solver->damping[i] = solver->chi[i] * contact->stiffness / speed;
    }
}

/* links that the roots are of yield, or turn */
static void change_links(rival_run *solver, const int *found) {
    const run_case *which = solver->which;
    const double *x = NV_DATA_S(solver->state);
    for (int i = 0; i < which->links && yields(which); i++) {
        if (!found[which->contacts + i]) continue;
        const run_link *link = &which->link[i];
        double stretch = coordinate(x, link->left) - coordinate(x, link->right);
        if (solver->yields[i] == 0) {
            solver->yields[i] = stretch > solver->set[i] ? 1 : -1;
        } else {
            solver->set[i] = stretch - solver->yields[i] * link->yield / link->stiffness;
            solver->yields[i] = 0;
        }
    }
}

static void take_ground(rival_run *solver, int point) {
    const thud_motion *ground = solver->which->ground;
    if (!ground) return;
    size_t index = (size_t)point;
    bool inside = index + 1 < ground->count;
    solver->begin = point * solver->which->interval;
    solver->acceleration = inside ? ground->acceleration[index] : 0;
    solver->slope = inside ? (ground->acceleration[index + 1] - solver->acceleration) / ground->step : 0;
}

/* from one point to the next, through the events on the way */
static bool pass(rival_run *solver, int point, double *t, rival_run_counts *counts) {
    double end = (point + 1) * solver->which->interval;
    int found[RUN_CONTACTS + RUN_LINKS] = {0};
    outcome reached;
    take_ground(solver, point);
    if (solver->restart && !start(solver, *t)) return false;
    while ((reached = advance(solver, end, t, found)) == FOUND_ROOT) {
        polish(solver, found, t);
        change_contacts(solver, found, counts);
        change_links(solver, found);
        if (!start(solver, *t)) return false;
    }
    return reached == ARRIVED;
}

static void begin_state(rival_run *solver) {
    const run_case *which = solver->which;
    N_VConst(0.0, solver->state);
    for (int i = 0; i < which->bodies; i++) NV_Ith_S(solver->state, i) = which->displacement[i];
    for (int i = 0; i < which->contacts; i++) solver->closed[i] = false;
    for (int i = 0; i < which->links; i++) {
        solver->yields[i] = 0;
        solver->set[i] = 0;
    }
    solver->begin = solver->acceleration = solver->slope = 0;
}

bool rival_run_solve(rival_run *solver, double tolerance, const double *scale, double *trace,
                     rival_run_counts *counts) {
    const run_case *which = solver->which;
    double t = 0;
    *counts = (rival_run_counts){0};
    begin_state(solver);
    take_ground(solver, 0);
    if (!set_tolerances(solver, tolerance, scale) || !start(solver, 0)) return false;
    for (int i = 0; i < which->points; i++) {
        if (!pass(solver, i, &t, counts)) return false;
        const double *state = NV_DATA_S(solver->state);
        for (int k = 0; k < 2 * which->bodies; k++) *trace++ = state[k];
    }
    if (solver->method == RIVAL_RUN_ADAMS) CVodeGetNumRhsEvals(solver->memory, &counts->rhs_evaluations);
    else ERKStepGetNumRhsEvals(solver->memory, &counts->rhs_evaluations);
    return true;
}
