/*
 * The expert's alternative to thud, on SUNDIALS CVODE and ARKODE.
 *
 * Both forms carry the velocity as second component: (δ, δ′) over t, or (z, δ′, t) over τ with δ = z², dt = 2z dτ,
 *     dz/dτ = δ′,   dδ′/dτ = −2z (z²ⁿ + χ z²ᵖ δ′),   dt/dτ = 2z.
 * Past the separation, where trial steps go, the forces are continued as smoothly as they can be.
 */
#include "rival.h"

#include <math.h>
#include <stdlib.h>

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { ROOT_SEPARATION, ROOT_PEAK, ROOT_COUNT };

/* far past the end of any impact that ends */
static const double time_limit = 1e4;
static const long step_limit = 1000000;
static const int bracket_limit = 40;

typedef struct method {
    const char *name;
    bool multistep;
    ARKODE_ERKTableID table; /* of the one-step methods */
} method;

/*
 * Lower limits on the order of Adams do not make it faster, and roots want the interpolant of the highest degree.
 * Verner 6(5) is left out: in SUNDIALS 6.4 its error falls like that of a method of order 3.
 */
static const method methods[RIVAL_METHOD_COUNT] = {
    [RIVAL_ADAMS] = {"CVODE Adams", true, ARKODE_ERK_NONE},
    [RIVAL_DORMAND_PRINCE5] = {"ERK Dormand-Prince 5(4)", false, ARKODE_DORMAND_PRINCE_7_4_5},
    [RIVAL_CASH_KARP5] = {"ERK Cash-Karp 5(4)", false, ARKODE_CASH_KARP_6_4_5},
    [RIVAL_FEHLBERG8] = {"ERK Fehlberg 8(7)", false, ARKODE_FEHLBERG_13_7_8},
};

struct rival {
    const method *method;
    rival_form form;
    bool want_peak;
    /* of the impact under way */
    rival_problem problem;
    bool ends_at_zero_force;
    int root_count;
    /* SUNDIALS */
    SUNContext context;
    N_Vector state;
    SUNNonlinearSolver iteration;
    void *memory;
};

/* |x|^a without pow() for the exponents of the catalogue */
static double magnitude_power(double x, double a) {
    x = fabs(x);
    if (a == 0.0) return 1.0;
    if (a == 0.5) return sqrt(x);
    if (a == 1.0) return x;
    if (a == 1.5) return x * sqrt(x);
    if (a == 0.25) return sqrt(sqrt(x));
    return pow(x, a);
}

/* z^a, continued analytically to z < 0 for whole a */
static double regular_power(double z, double a) {
    if (a == 0.0) return 1.0;
    if (a == 1.0) return z;
    if (a == 2.0) return z * z;
    if (a == 3.0) return z * z * z;
    return magnitude_power(z, a);
}

static int rhs_time(realtype t, N_Vector y, N_Vector ydot, void *data) {
    (void)t;
    const rival_problem *law = &((const rival *)data)->problem;
    double delta = NV_Ith_S(y, 0);
    double rate = NV_Ith_S(y, 1);
    double force = delta * magnitude_power(delta, law->n - 1.0);
    if (law->chi != 0.0) force += law->chi * magnitude_power(delta, law->p) * rate;
    NV_Ith_S(ydot, 0) = rate;
    NV_Ith_S(ydot, 1) = -force;
    return 0;
}

static int rhs_regular(realtype tau, N_Vector y, N_Vector ydot, void *data) {
    (void)tau;
    const rival_problem *law = &((const rival *)data)->problem;
    double z = NV_Ith_S(y, 0);
    double rate = NV_Ith_S(y, 1);
    double force = regular_power(z, 2.0 * law->n);
    if (law->chi != 0.0) force += law->chi * regular_power(z, 2.0 * law->p) * rate;
    NV_Ith_S(ydot, 0) = rate;
    NV_Ith_S(ydot, 1) = -2.0 * z * force;
    NV_Ith_S(ydot, 2) = 2.0 * z;
    return 0;
}

static int roots(realtype t, N_Vector y, realtype *g, void *data) {
    (void)t;
    const rival *solver = data;
    const rival_problem *law = &solver->problem;
    double position = NV_Ith_S(y, 0);
    double rate = NV_Ith_S(y, 1);
    g[ROOT_SEPARATION] = position;
    if (solver->ends_at_zero_force) {
        /* F/δᵖ has the same zero, but does not vanish at the first touch */
        double a = (solver->form == RIVAL_FORM_TIME ? 1.0 : 2.0) * (law->n - law->p);
        g[ROOT_SEPARATION] = copysign(magnitude_power(position, a), position) + law->chi * rate;
    }
    if (solver->root_count > ROOT_PEAK) g[ROOT_PEAK] = rate;
    return 0;
}

/* a tolerance that cannot be met is an answer for a scan over tolerances, not a message for the user */
static void keep_quiet(int code, const char *module, const char *function, char *message, void *data) {
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static bool create_multistep(rival *solver, CVRhsFn rhs) {
    solver->memory = CVodeCreate(CV_ADAMS, solver->context);
    solver->iteration = SUNNonlinSol_FixedPoint(solver->state, 0, solver->context);
    return solver->memory && solver->iteration &&
           CVodeInit(solver->memory, rhs, 0.0, solver->state) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(solver->memory, keep_quiet, NULL) == CV_SUCCESS &&
           CVodeSStolerances(solver->memory, 1e-6, 1e-6) == CV_SUCCESS &&
           CVodeSetNonlinearSolver(solver->memory, solver->iteration) == CV_SUCCESS &&
           CVodeSetUserData(solver->memory, solver) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(solver->memory, step_limit) == CV_SUCCESS;
}

static bool create_one_step(rival *solver, ARKRhsFn rhs) {
    solver->memory = ERKStepCreate(rhs, 0.0, solver->state, solver->context);
    return solver->memory && ERKStepSetErrHandlerFn(solver->memory, keep_quiet, NULL) == ARK_SUCCESS &&
           ERKStepSetTableNum(solver->memory, solver->method->table) == ARK_SUCCESS &&
           ERKStepSetInterpolantDegree(solver->memory, ARK_INTERP_MAX_DEGREE) == ARK_SUCCESS &&
           ERKStepSetUserData(solver->memory, solver) == ARK_SUCCESS &&
           ERKStepSetMaxNumSteps(solver->memory, step_limit) == ARK_SUCCESS;
}

rival *rival_create(rival_method which, rival_form form) {
    rival *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->method = &methods[which];
    solver->form = form;
    bool made = SUNContext_Create(NULL, &solver->context) == 0;
    if (made) solver->state = N_VNew_Serial(form == RIVAL_FORM_TIME ? 2 : 3, solver->context);
    made = made && solver->state;
    if (made) {
        N_VConst(0.0, solver->state);
        CVRhsFn rhs = form == RIVAL_FORM_TIME ? rhs_time : rhs_regular;
        made = solver->method->multistep ? create_multistep(solver, rhs) : create_one_step(solver, rhs);
    }
    if (made) return solver;
    rival_free(solver);
    return NULL;
}

void rival_free(rival *solver) {
    if (!solver) return;
    if (solver->memory && solver->method->multistep) CVodeFree(&solver->memory);
    if (solver->memory && !solver->method->multistep) ERKStepFree(&solver->memory);
    if (solver->iteration) SUNNonlinSolFree(solver->iteration);
    if (solver->state) N_VDestroy(solver->state);
    if (solver->context) SUNContext_Free(&solver->context);
    free(solver);
}

const char *rival_method_name(rival_method which) { return methods[which].name; }

const char *rival_form_name(rival_form form) { return form == RIVAL_FORM_TIME ? "time" : "regular"; }

void rival_first_step(rival *solver, double step) {
    if (!solver->method->multistep) ERKStepSetInitStep(solver->memory, step);
}

void rival_want_peak(rival *solver, bool want) { solver->want_peak = want; }

/* starts from the state vector at time t, watching `root_count` roots; only falling roots count, not the first
 * touch */
static bool start(rival *solver, double t, double tolerance, int root_count) {
    int falling[ROOT_COUNT] = {-1, -1};
    void *memory = solver->memory;
    solver->root_count = root_count;
    if (solver->method->multistep) {
        return CVodeReInit(memory, t, solver->state) == CV_SUCCESS &&
               CVodeSStolerances(memory, tolerance, tolerance) == CV_SUCCESS &&
               CVodeRootInit(memory, root_count, roots) == CV_SUCCESS &&
               CVodeSetRootDirection(memory, falling) == CV_SUCCESS &&
               CVodeSetNoInactiveRootWarn(memory) == CV_SUCCESS;
    }
    ARKRhsFn rhs = solver->form == RIVAL_FORM_TIME ? rhs_time : rhs_regular;
    return ERKStepReInit(memory, rhs, t, solver->state) == ARK_SUCCESS &&
           ERKStepSStolerances(memory, tolerance, tolerance) == ARK_SUCCESS &&
           ERKStepRootInit(memory, root_count, roots) == ARK_SUCCESS &&
           ERKStepSetRootDirection(memory, falling) == ARK_SUCCESS &&
           ERKStepSetNoInactiveRootWarn(memory) == ARK_SUCCESS;
}

/* integrates to the next root; says which it is */
static bool advance(rival *solver, double *t, int *root) {
    int found[ROOT_COUNT] = {0, 0};
    if (solver->method->multistep) {
        if (CVode(solver->memory, time_limit, solver->state, t, CV_NORMAL) != CV_ROOT_RETURN) return false;
        if (CVodeGetRootInfo(solver->memory, found) != CV_SUCCESS) return false;
    } else {
        if (ERKStepEvolve(solver->memory, time_limit, solver->state, t, ARK_NORMAL) != ARK_ROOT_RETURN)
            return false;
        if (ERKStepGetRootInfo(solver->memory, found) != ARK_SUCCESS) return false;
    }
    *root = found[ROOT_SEPARATION] ? ROOT_SEPARATION : ROOT_PEAK;
    return true;
}

static long rhs_evaluations(const rival *solver) {
    long count = 0;
    if (solver->method->multistep) {
        CVodeGetNumRhsEvals(solver->memory, &count);
    } else {
        ERKStepGetNumRhsEvals(solver->memory, &count);
    }
    return count;
}

static double penetration(const rival *solver) {
    double position = NV_Ith_S(solver->state, 0);
    return solver->form == RIVAL_FORM_TIME ? position : position * position;
}

bool rival_impact(rival *solver, const rival_problem *problem, double tolerance, rival_result *result) {
    bool watch_peak = solver->want_peak || problem->approach_only;
    solver->problem = *problem;
    solver->ends_at_zero_force =
        problem->zero_force && !problem->approach_only && problem->chi > 0.0 && problem->p < problem->n;
    N_VConst(0.0, solver->state);
    NV_Ith_S(solver->state, 1) = 1.0;
    if (!start(solver, 0.0, tolerance, watch_peak ? 2 : 1)) return false;

    double t = 0.0;
    int root = ROOT_PEAK;
    long evaluations = 0;
    result->max_penetration = NAN;
    while (true) {
        if (!advance(solver, &t, &root)) return false;
        if (root == ROOT_SEPARATION) break;
        result->max_penetration = penetration(solver);
        if (problem->approach_only) {
            /* the damper lets go: another equation from here on */
            evaluations = rhs_evaluations(solver);
            solver->problem.chi = 0.0;
            if (!start(solver, t, tolerance, 1)) return false;
        }
    }
    result->restitution = -NV_Ith_S(solver->state, 1);
    result->contact_time = solver->form == RIVAL_FORM_TIME ? t : NV_Ith_S(solver->state, 2);
    result->separation_penetration = penetration(solver);
    result->rhs_evaluations = evaluations + rhs_evaluations(solver);
    return true;
}

/* the function whose zero is wanted: ln e(χ) − ln e is nearly straight, which Brent's method likes */
typedef struct target {
    rival *solver;
    rival_problem problem;
    double tolerance;
    double log_restitution;
} target;

static bool excess(target *want, double chi, double *value) {
    rival_result result;
    want->problem.chi = chi;
    if (!rival_impact(want->solver, &want->problem, want->tolerance, &result)) return false;
    if (result.restitution <= 0.0) return false;
    *value = log(result.restitution) - want->log_restitution;
    return true;
}

/* Brent 1973, chapter 4: b is the best point, c encloses the zero with it, a is the point before b */
typedef struct brent {
    double a, fa;
    double b, fb;
    double c, fc;
    double step;   /* the one taken last */
    double before; /* and the one before it */
} brent;

/* from χ = 0, where e = 1 without any integration, outwards along the secant until the wanted e is passed */
static bool brent_begin(target *want, brent *at) {
    double at_zero = -want->log_restitution;
    double too_far = INFINITY; /* where the bodies do not part */
    *at = (brent){.fa = at_zero, .b = 0.7 * at_zero};
    for (int i = 0; i < bracket_limit; i++) {
        if (!excess(want, at->b, &at->fb)) {
            too_far = at->b;
            at->b = 0.5 * (at->a + too_far);
        } else if (at->fb > 0.0) {
            double ahead = 1.1 * at->b * at_zero / (at_zero - at->fb);
            at->a = at->b;
            at->fa = at->fb;
            at->b = fmin(fmin(ahead, 3.0 * at->b), 0.5 * (at->b + too_far));
        } else {
            at->c = at->b;
            at->fc = at->fb;
            return true;
        }
    }
    return false;
}

/* makes c enclose the zero with b, and b the better of the two */
static void brent_arrange(brent *at) {
    if ((at->fb > 0.0) == (at->fc > 0.0)) {
        at->c = at->a;
        at->fc = at->fa;
        at->step = at->before = at->b - at->a;
    }
    if (fabs(at->fc) < fabs(at->fb)) {
        at->a = at->b;
        at->fa = at->fb;
        at->b = at->c;
        at->fb = at->fc;
        at->c = at->a;
        at->fc = at->fa;
    }
}

/* chooses the next step: interpolation through the known points where it may be trusted, bisection otherwise */
static void brent_choose(brent *at, double half, double minimum) {
    double s = at->fb / at->fa;
    double p = 2.0 * half * s;
    double q = 1.0 - s;
    if (at->a != at->c) {
        double r = at->fb / at->fc;
        double u = at->fa / at->fc;
        p = s * (2.0 * half * u * (u - r) - (at->b - at->a) * (r - 1.0));
        q = (u - 1.0) * (r - 1.0) * (s - 1.0);
    }
    if (p > 0.0) q = -q;
    p = fabs(p);
    bool shrinking = fabs(at->before) >= minimum && fabs(at->fa) > fabs(at->fb);
    bool trusted = shrinking && 2.0 * p < fmin(3.0 * half * q - fabs(minimum * q), fabs(at->before * q));
    at->before = trusted ? at->step : half;
    at->step = trusted ? p / q : half;
}

static bool brent_solve(target *want, brent *at, double tolerance) {
    while (true) {
        brent_arrange(at);
        double minimum = 0.5 * tolerance * fabs(at->b);
        double half = 0.5 * (at->c - at->b);
        if (fabs(half) <= minimum || at->fb == 0.0) return true;
        brent_choose(at, half, minimum);
        at->a = at->b;
        at->fa = at->fb;
        at->b += fabs(at->step) > minimum ? at->step : copysign(minimum, half);
        if (!excess(want, at->b, &at->fb)) return false;
    }
}

bool rival_calibrate(rival *solver, const rival_problem *problem, double restitution, double tolerance,
                     double chi_tolerance, double *chi) {
    target want = {solver, *problem, tolerance, log(restitution)};
    brent at;
    if (!brent_begin(&want, &at) || !brent_solve(&want, &at, chi_tolerance)) return false;
    *chi = at.b;
    return true;
}
