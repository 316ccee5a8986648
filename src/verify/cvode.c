/*
 * CVODE through a model: Adams' methods with functional iteration (for dashpots with an exponent below 1, whose
 * force is steep without bound next to rest, backward differences and Newton's), roots at the events, a stop at
 * each sample of a record, and a new start after each of them (A. C. Hindmarsh et al., ACM Trans. Math. Softw. 31
 * (2005) 363–396).
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "base/print.h"
#include "model/model.h"
#include "verify/run.h"

/* relative; of the peak, a tenth of that. Contacts of little depth may not allow the first: rounding of the gap,
 * times their stiffness, is then more than is asked for, and the next is tried. The closest one is for what has
 * come out differently: hundreds of bounces without loss make much of a small error. */
static const double tolerances[] = {1e-14, 1e-13, 1e-12, 1e-11, 1e-10};
enum { CLOSEST, FIRST, TOLERANCES = sizeof tolerances / sizeof *tolerances };

/* of the largest speed: below it dashpots with exponents below 1 are straight lines. What creeps along one that is
 * ten times as steep may be too much for the first tolerance */
static double slow_of(size_t attempt) { return attempt <= FIRST ? 1e-9 : 1e-8; }

static const long step_limit = 50000; /* from one sample to the next */

typedef struct solver {
    thud_verify_model *v;
    SUNContext context;
    N_Vector state, between, tolerance;
    SUNNonlinearSolver iteration;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    void *memory;
    int *signs;
    size_t idle; /* events since time went on */
    size_t steps;
} solver;

static int slope(realtype t, N_Vector y, N_Vector ydot, void *data) {
    thud_verify_model *v = ((solver *)data)->v;
    const double *from = NV_DATA_S(y);
    double *to = NV_DATA_S(ydot);
    thud_verify_accelerate(v, t, from);
    memcpy(to, from + v->n, v->n * sizeof *to);
    memcpy(to + v->n, v->acceleration, v->n * sizeof *to);
    for (size_t i = 0; i < v->link_count; i++)
        if (v->links[i].inner > 0) to[v->links[i].inner] = thud_verify_link_inner(&v->links[i]);
    for (size_t i = 0; i < v->state_count; i++) {
        if (!isfinite(to[i])) return -1;
    }
    return 0;
}

static int roots(realtype t, N_Vector y, realtype *g, void *data) {
    return thud_verify_roots(((solver *)data)->v, t, NV_DATA_S(y), g) ? 0 : -1;
}

static void ignore_message(int code, const char *module, const char *function, char *message, void *data) {
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static void solver_free(solver *s) {
    if (s->memory) CVodeFree(&s->memory);
    if (s->iteration) SUNNonlinSolFree(s->iteration);
    if (s->linear) SUNLinSolFree(s->linear);
    if (s->matrix) SUNMatDestroy(s->matrix);
    if (s->state) N_VDestroy(s->state);
    if (s->between) N_VDestroy(s->between);
    if (s->tolerance) N_VDestroy(s->tolerance);
    if (s->context) SUNContext_Free(&s->context);
}

static bool is_steep(const thud_verify_model *v) {
    for (size_t i = 0; i < v->link_count; i++)
        if (v->links[i].damping > 0 && v->links[i].exponent < 1) return true;
    return false;
}

/* how each step is solved for */
static bool choose_iteration(solver *s, sunindextype size, bool steep) {
    if (!steep) {
        s->iteration = SUNNonlinSol_FixedPoint(s->state, 0, s->context);
        return s->iteration && CVodeSetNonlinearSolver(s->memory, s->iteration) == CV_SUCCESS;
    }
    s->matrix = SUNDenseMatrix(size, size, s->context);
    s->linear = s->matrix ? SUNLinSol_Dense(s->state, s->matrix, s->context) : NULL;
    return s->linear && CVodeSetLinearSolver(s->memory, s->linear, s->matrix) == CV_SUCCESS;
}

/* a coordinate and its rate at time 0 */
static void start_at(const thud_verify_model *v, size_t i, double *q, double *rate) {
    const thud_model *model = v->model;
    if (i < model->body_count) {
        *q = model->bodies[i].displacement, *rate = model->bodies[i].velocity;
    } else if (i < v->shown) {
        const thud_rod *rod = &model->rods[i - model->body_count].given;
        *q = rod->angle, *rate = rod->angular_velocity;
    } else {
        const thud_support *support = &model->supports[i - v->shown].given;
        *q = support->displacement, *rate = support->velocity;
    }
}

/* which way roots go that are events: of most of them, either; rigid contacts close, and leave the zero of their
 * gap by rounding, but for tips, which may pass the end of a rod */
static bool choose_directions(solver *s) {
    for (size_t i = 0; i < thud_verify_root_count(s->v); i++) s->signs[i] = 0;
    for (size_t i = 0; i < s->v->contact_count && !s->v->general; i++)
        if (s->v->contacts[i].impulsive && !s->v->model->contacts[i].of_rods) s->signs[i * THUD_VERIFY_ROOTS] = 1;
    for (size_t i = 0; i < s->v->link_count; i++)
        if (thud_verify_is_friction(&s->v->links[i]))
            s->signs[s->v->contact_count * THUD_VERIFY_ROOTS + (i + 1) * THUD_VERIFY_LINK_ROOTS - 1] = 1;
    return thud_verify_root_count(s->v) == 0 || CVodeSetRootDirection(s->memory, s->signs) == CV_SUCCESS;
}

static bool solver_init(solver *s, const double *peaks, double relative) {
    sunindextype size = (sunindextype)s->v->state_count;
    if (SUNContext_Create(NULL, &s->context) != 0) return false;
    s->state = N_VNew_Serial(size, s->context);
    s->between = N_VNew_Serial(size, s->context);
    s->tolerance = N_VNew_Serial(size, s->context);
    bool steep = is_steep(s->v);
    s->memory = CVodeCreate(steep ? CV_BDF : CV_ADAMS, s->context);
    if (!s->state || !s->between || !s->tolerance || !s->memory) return false;
    for (size_t i = 0; i < s->v->n; i++) {
        double *y = NV_DATA_S(s->state), *tolerance = NV_DATA_S(s->tolerance);
        start_at(s->v, i, &y[i], &y[s->v->n + i]);
        tolerance[i] = fmax(0.1 * relative * peaks[i], 1e-30);
        tolerance[s->v->n + i] = fmax(0.1 * relative * peaks[s->v->n + i], 1e-30);
    }
    for (size_t i = 0; i < s->v->link_count; i++) {
        const thud_verify_link *l = &s->v->links[i];
        if (l->inner == 0) continue;
        NV_DATA_S(s->state)[l->inner] = l->z;
        NV_DATA_S(s->tolerance)
        [l->inner] = fmax(0.1 * relative * l->source->given.hysteresis.yield / l->stiffness, 1e-30);
    }
    int root_count = (int)thud_verify_root_count(s->v);
    return CVodeInit(s->memory, slope, 0, s->state) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(s->memory, ignore_message, NULL) == CV_SUCCESS &&
           CVodeSVtolerances(s->memory, relative, s->tolerance) == CV_SUCCESS && choose_iteration(s, size, steep) &&
           CVodeSetUserData(s->memory, s) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(s->memory, step_limit) == CV_SUCCESS &&
           CVodeSetMaxHnilWarns(s->memory, -1) == CV_SUCCESS &&
           CVodeRootInit(s->memory, root_count, roots) == CV_SUCCESS && choose_directions(s) &&
           CVodeSetNoInactiveRootWarn(s->memory) == CV_SUCCESS;
}

static thud_status fail(thud_verification *verification, thud_status status, double t, const char *why) {
    thud_print(verification->error.text, sizeof verification->error.text, "CVODE: %s at t = %.9g s", why, t);
    return status;
}

/* instants this near are one: CVODE takes no step as short as rounding, from 70 · 0.01 s back to 0.7 s */
static double rounding_of(double t) { return 8 * DBL_EPSILON * t; }

/*
 * While friction sticks, or a rigid contact is closed, nothing moves, and CVODE would step over a load that goes
 * beyond what holds and comes back: steps are a thousandth of the period of a sine, in which it rises by
 * (π/1000)²/2 of its amplitude at most and falls again; 0: any.
 */
static double longest_step(const thud_verify_model *v) {
    bool sticks = false;
    double fastest = v->model->ground.kind == THUD_SIGNAL_SINE ? v->model->ground.frequency : 0;
    for (size_t i = 0; i < v->link_count; i++) sticks = sticks || thud_verify_link_sticks(&v->links[i]);
    for (size_t i = 0; i < v->contact_count; i++) sticks = sticks || v->contacts[i].rests;
    for (size_t i = 0; i < v->model->force_count; i++)
        if (v->model->forces[i].signal.kind == THUD_SIGNAL_SINE)
            fastest = fmax(fastest, v->model->forces[i].signal.frequency);
    for (size_t i = 0; i < v->model->support_count; i++)
        if (v->model->supports[i].given.acceleration.kind == THUD_SIGNAL_SINE)
            fastest = fmax(fastest, v->model->supports[i].given.acceleration.frequency);
    return sticks && fastest > 0 ? 1e-3 / fastest : 0;
}

/* the next instant at which bounces that CVODE no longer follows are over */
static double next_limit(const thud_verify_model *v, double t) {
    double next = INFINITY;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        if (c->phase == THUD_VERIFY_STUCK && c->stick_since - t > rounding_of(t)) next = fmin(next, c->stick_since);
    }
    return next;
}

/* from here on, after something has changed; loads are smooth up to the next break */
static bool start(solver *s, double *at, double end) {
    double next;
    while ((next = thud_verify_next_break(s->v, *at)) - *at <= rounding_of(*at)) *at = next;
    if (*at >= end) return true;
    const double t = *at;
    long steps = 0; /* since the last start */
    if (CVodeGetNumSteps(s->memory, &steps) == CV_SUCCESS) s->steps += (size_t)steps;
    s->v->break_time = next;
    if (thud_verify_settle(s->v, t, NV_DATA_S(s->state), NULL) != THUD_OK) return false; /* loads may have jumped */
    thud_verify_pass_links(s->v, t, NV_DATA_S(s->state), NULL);
    thud_verify_set_contacts_out(s->v, t, NV_DATA_S(s->state));
    if (thud_verify_note(s->v, NV_DATA_S(s->state))) return false; /* a contact was missed */
    thud_verify_watch_start(s->v, t, NV_DATA_S(s->state));
    thud_verify_follow_mechanism(s->v);
    if (CVodeReInit(s->memory, t, s->state) != CV_SUCCESS) return false;
    if (CVodeSetMaxStep(s->memory, longest_step(s->v)) != CV_SUCCESS) return false;
    return CVodeSetStopTime(s->memory, fmin(fmin(next, end), next_limit(s->v, t))) == CV_SUCCESS;
}

/* contacts that are closed at the start */
static thud_status begin(solver *s, size_t *impacts) {
    thud_verify_model *v = s->v;
    double *y = NV_DATA_S(s->state);
    for (size_t i = 0; i < v->contact_count; i++) {
        if (v->model->contacts[i].of_rods) v->contacts[i].side = NAN;
    }
    thud_verify_watch_given(v, y);
    thud_verify_totals_start(v, y);
    thud_verify_look(v, y);
    for (size_t i = 0; i < v->contact_count * THUD_VERIFY_ROOTS; i++) {
        const thud_verify_contact *c = &v->contacts[i / THUD_VERIFY_ROOTS];
        bool depth = i % THUD_VERIFY_ROOTS == 0;
        bool shut = c->impulsive ? c->depth >= 0 && c->rate > 0 : c->depth > 0 || (c->depth == 0 && c->rate > 0);
        s->signs[i] = depth && shut ? 1 : 0;
    }
    for (size_t i = v->contact_count * THUD_VERIFY_ROOTS; i < thud_verify_root_count(v); i++) s->signs[i] = 0;
    return thud_verify_happen(v, 0, y, s->signs, impacts);
}

static bool interpolate(void *context, double t, double *y) {
    solver *s = context;
    if (CVodeGetDky(s->memory, t, 0, s->between) != CV_SUCCESS) return false;
    memcpy(y, NV_DATA_S(s->between), s->v->state_count * sizeof *y);
    return true;
}

/* where the samples go */
typedef struct sampling {
    size_t next, last; /* of them */
    double interval, *displacement;
    long steps; /* since the last one */
} sampling;

/* those up to t */
static void sample(solver *s, sampling *out, double t) {
    size_t n = s->v->shown;
    for (; out->next <= out->last; out->next++, out->steps = 0) {
        double target = (double)out->next * out->interval;
        bool inside = target < t - rounding_of(t);
        if (!inside && target > t + rounding_of(t)) return;
        const double *y = inside && interpolate(s, target, s->v->state) ? s->v->state : NV_DATA_S(s->state);
        memcpy(out->displacement + out->next * n, y, n * sizeof *y);
    }
}

static thud_status fail_by_flag(thud_verification *verification, int flag, double t) {
    char *name = CVodeGetReturnFlagName(flag);
    thud_status status = fail(verification, THUD_ERROR_ACCURACY, t, name ? name : "failed");
    free(name);
    return status;
}

/* step by step and event by event to the end */
static thud_status follow(solver *s, double end, sampling *out, thud_verification *verification) {
    double *y = NV_DATA_S(s->state), t = 0;
    if (!start(s, &t, end)) return fail(verification, THUD_ERROR_ACCURACY, 0, "cannot start");
    sample(s, out, 0);
    while (end - t > rounding_of(end)) {
        double before = t;
        int flag = CVode(s->memory, end, s->state, &t, CV_ONE_STEP);
        if (flag < 0) return fail_by_flag(verification, flag, t);
        if (++out->steps > step_limit) return fail(verification, THUD_ERROR_ACCURACY, t, "too many steps");
        if (!thud_verify_totals_step(s->v, before, t, y, interpolate, s) ||
            !thud_verify_watch_step(s->v, before, t, y, interpolate, s))
            return fail(verification, THUD_ERROR_ACCURACY, t, "the step is lost");
        sample(s, out, t);
        thud_status status = THUD_OK;
        bool changed = flag == CV_TSTOP_RETURN || flag == CV_ROOT_RETURN;
        if (flag == CV_ROOT_RETURN) {
            CVodeGetRootInfo(s->memory, s->signs);
            long taken = 0;
            if (CVodeGetNumSteps(s->memory, &taken) == CV_SUCCESS) s->v->piece_steps = (size_t)taken;
            s->idle = t - before > 1e-13 * t ? 0 : s->idle + 1;
            if (s->idle > 200) return fail(verification, THUD_ERROR_ACCURACY, t, "events without end");
            status = thud_verify_happen(s->v, t, y, s->signs, &verification->impacts);
        }
        if (status != THUD_OK) return fail(verification, status, t, "an event cannot be solved");
        if (changed && t < end && !start(s, &t, end))
            return fail(verification, THUD_ERROR_ACCURACY, t, "a contact is lost");
    }
    if (thud_verify_note(s->v, y)) return fail(verification, THUD_ERROR_ACCURACY, t, "a contact is lost");
    thud_verify_watch_start(s->v, t, y);
    sample(s, out, end);
    thud_verify_end_sticking(s->v, t);
    thud_verify_totals_end(s->v, y);
    return THUD_OK;
}

static double wall_clock(void) {
    struct timespec now;
    return timespec_get(&now, TIME_UTC) ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : NAN;
}

/* how large the motion is, from the peaks of displacements and velocities */
static void set_size(thud_verify_model *v, const double *peaks) {
    const thud_model *model = v->model;
    v->size = v->speed = 0;
    for (size_t i = 0; i < model->body_count; i++) {
        v->size = fmax(v->size, peaks[i]);
        v->speed = fmax(v->speed, peaks[v->n + i]);
    }
    for (size_t i = 0; i < model->rod_count; i++) {
        double length = model->rods[i].given.length;
        v->size = fmax(v->size, length);
        v->speed = fmax(v->speed, peaks[v->n + model->body_count + i] * length);
    }
    double fastest = v->speed;
    for (size_t i = v->shown; i < v->n; i++) fastest = fmax(fastest, peaks[v->n + i]);
    for (size_t i = 0; i < v->link_count; i++) v->links[i].still = 1e-14 * fastest;
}

/* one run at one tolerance */
static thud_status run(thud_verify_model *v, const double *peaks, double relative, int *signs, size_t samples,
                       double *displacement, thud_verification *verification) {
    solver s = {.v = v, .signs = signs};
    double end = v->model->run.duration;
    sampling out = {.last = samples, .interval = end / (double)samples, .displacement = displacement};
    thud_verify_watch_reset(v);
    for (size_t i = 0; i < v->contact_count; i++) {
        v->contacts[i].phase = THUD_VERIFY_OPEN;
        v->contacts[i].element.active = v->contacts[i].rests = false;
        v->contacts[i].dent = v->contacts[i].top = v->contacts[i].base = 0;
    }
    thud_verify_start_links(v);
    verification->impacts = 0;
    verification->tolerance = v->tolerance = relative;
    verification->error.text[0] = '\0';
    thud_status status = solver_init(&s, peaks, relative) ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = begin(&s, &verification->impacts);
    if (status == THUD_OK && end > 0) status = follow(&s, end, &out, verification);
    long rest = 0;
    if (s.memory && CVodeGetNumSteps(s.memory, &rest) == CV_SUCCESS) s.steps += (size_t)rest;
    verification->steps += s.steps;
    solver_free(&s);
    return status;
}

thud_status thud_verify_cvode(thud_verify_model *v, const double *peaks, size_t samples, double *displacement,
                              thud_verification *verification) {
    double started = wall_clock();
    int *signs = calloc(thud_verify_root_count(v) + 1, sizeof *signs);
    if (!signs) return THUD_ERROR_MEMORY;
    set_size(v, peaks);
    thud_status status = THUD_ERROR_ACCURACY;
    for (size_t i = v->closer ? CLOSEST : FIRST; i < TOLERANCES && status == THUD_ERROR_ACCURACY; i++) {
        for (size_t k = 0; k < v->link_count; k++) v->links[k].slow = slow_of(i) * v->speed;
        status = run(v, peaks, tolerances[i], signs, samples, displacement, verification);
    }
    free(signs);
    verification->wall_seconds = wall_clock() - started;
    return status;
}
