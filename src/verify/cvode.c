/*
 * CVODE through a model: Adams' methods with functional iteration (for dashpots with an exponent below 1, whose
 * force is steep without bound next to rest, backward differences and Newton's), roots at the events, a stop at
 * each sample of a record, and a new start after each of them (A. C. Hindmarsh et al., ACM Trans. Math. Softw. 31
 * (2005) 363–396).
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "base/clock.h"
#include "base/print.h"
#include "verify/run.h"

/* relative tolerances, each ten times the one before; of the peak, a tenth of that. Contacts of little depth may
 * not allow the first: rounding of the gap, times their stiffness, is then more than is asked for. Nor may what
 * creeps along a dashpot with an exponent below 1, which is a straight line below some small speed: ten times that
 * speed is for all others. */
enum { TOLERANCES = 4 };

static const long step_limit = 50000; /* from one sample to the next */
static const size_t idle_limit = 200; /* events at one instant */

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
    thud_verification *out;
    double *displacement, interval; /* [samples + 1][n] */
    size_t next_sample, samples;
    long steps_since_sample;
} solver;

static int slope(realtype t, N_Vector y, N_Vector ydot, void *data) {
    thud_verify_model *v = ((solver *)data)->v;
    double *to = NV_DATA_S(ydot);
    thud_verify_slope(v, t, NV_DATA_S(y), to);
    for (size_t i = 0; i < v->state_count; i++)
        if (!isfinite(to[i])) return -1;
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
    free(s->signs);
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

/* Most roots are events in both directions. Rigid contacts close, and leave the zero of their gap by rounding,
 * except tips, which may pass the end of a rod; the last root of a friction counts where it rises. */
static bool choose_directions(solver *s) {
    const thud_verify_model *v = s->v;
    const size_t count = thud_verify_root_count(v), contacts = v->contact_count * THUD_VERIFY_ROOTS;
    for (size_t i = 0; i < v->contact_count && !v->rods; i++)
        if (v->contacts[i].impulsive) s->signs[i * THUD_VERIFY_ROOTS] = 1;
    for (size_t i = 0; i < v->link_count; i++)
        if (thud_verify_is_friction(&v->links[i])) s->signs[contacts + (i + 1) * THUD_VERIFY_LINK_ROOTS - 1] = 1;
    return count == 0 || CVodeSetRootDirection(s->memory, s->signs) == CV_SUCCESS;
}

/* the state at time 0, and what its numbers are small against */
static void set_start(solver *s, const double *peaks, double relative) {
    const thud_verify_model *v = s->v;
    double *y = NV_DATA_S(s->state), *size = NV_DATA_S(s->tolerance);
    for (size_t i = 0; i < v->n; i++) {
        thud_verify_start_at(v, i, &y[i], &y[v->n + i]);
        size[i] = peaks[i];
        size[v->n + i] = peaks[v->n + i];
    }
    for (size_t i = 0; i < THUD_VERIFY_TOTALS; i++) size[v->totals + i] = v->energy_size;
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        const double coupling = thud_verify_coupling(v, &c->row, &c->row), mass = coupling > 0 ? 1 / coupling : 1;
        if (c->impulse_place > 0) size[c->impulse_place] = mass * v->speed;
    }
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        if (l->inner > 0) y[l->inner] = l->z, size[l->inner] = l->law->yield / l->stiffness;
    }
    for (size_t i = 0; i < v->state_count; i++) size[i] = fmax(0.1 * relative * size[i], DBL_MIN); /* not zero */
}

static bool solver_init(solver *s, const double *peaks, double relative) {
    const sunindextype size = (sunindextype)s->v->state_count;
    const bool steep = is_steep(s->v);
    const int root_count = (int)thud_verify_root_count(s->v);
    s->signs = calloc((size_t)root_count + 1, sizeof *s->signs);
    if (!s->signs || SUNContext_Create(NULL, &s->context) != 0) return false;
    s->state = N_VNew_Serial(size, s->context);
    s->between = N_VNew_Serial(size, s->context);
    s->tolerance = N_VNew_Serial(size, s->context);
    s->memory = CVodeCreate(steep ? CV_BDF : CV_ADAMS, s->context);
    if (!s->state || !s->between || !s->tolerance || !s->memory) return false;
    /* CVODE takes the mean over the state: totals, which are smooth, must not make room for errors of the motion */
    relative *= sqrt((double)s->v->totals / (double)size);
    set_start(s, peaks, relative);
    return CVodeInit(s->memory, slope, 0, s->state) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(s->memory, ignore_message, NULL) == CV_SUCCESS &&
           CVodeSVtolerances(s->memory, relative, s->tolerance) == CV_SUCCESS && choose_iteration(s, size, steep) &&
           CVodeSetUserData(s->memory, s) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(s->memory, step_limit) == CV_SUCCESS &&
           CVodeSetMaxHnilWarns(s->memory, -1) == CV_SUCCESS &&
           CVodeRootInit(s->memory, root_count, roots) == CV_SUCCESS && choose_directions(s) &&
           CVodeSetNoInactiveRootWarn(s->memory) == CV_SUCCESS;
}

static thud_status fail(solver *s, thud_status status, double t, const char *why) {
    thud_print(s->out->error.text, sizeof s->out->error.text, "CVODE: %s at t = %.9g s", why, t);
    return status;
}

/* instants this near are one: CVODE takes no step as short as rounding */
static double rounding_of(double t) { return 8 * DBL_EPSILON * t; }

/*
 * While friction sticks, or a rigid contact is closed, nothing moves, and CVODE would step over a load that goes
 * beyond what holds and comes back: steps are a thousandth of the period of a sine, in which it rises by
 * (π/1000)²/2 of its amplitude at most and falls again; 0: any.
 */
static double longest_step(const thud_verify_model *v) {
    const thud_model *m = v->model;
    bool sticks = false;
    double fastest = m->ground.kind == THUD_SIGNAL_SINE ? m->ground.frequency : 0;
    for (size_t i = 0; i < v->link_count; i++) sticks = sticks || thud_verify_sticks(&v->links[i]);
    for (size_t i = 0; i < v->contact_count; i++) sticks = sticks || v->contacts[i].rests;
    for (size_t i = 0; i < m->force_count + m->support_count; i++) {
        const thud_signal *signal =
            i < m->force_count ? &m->forces[i].signal : &m->supports[i - m->force_count].given.acceleration;
        if (signal->kind == THUD_SIGNAL_SINE) fastest = fmax(fastest, signal->frequency);
    }
    return sticks && fastest > 0 ? THUD_VERIFY_SMALL / fastest : 0;
}

/* starts CVODE here, after something has changed; loads are smooth up to the next break */
static bool start(solver *s, double *at, double end) {
    double next, *y = NV_DATA_S(s->state);
    while ((next = thud_verify_next_break(s->v, *at)) - *at <= rounding_of(*at)) *at = next;
    if (*at >= end) return true;
    const double t = *at;
    long steps = 0; /* since the last start */
    if (CVodeGetNumSteps(s->memory, &steps) == CV_SUCCESS) s->steps += (size_t)steps;
    s->v->break_time = next;
    if (thud_verify_settle(s->v, t, y) != THUD_OK) return false; /* loads may have jumped */
    thud_verify_pass_links(s->v, t, y, NULL);
    thud_verify_set_out(s->v, t, y);
    if (thud_verify_note(s->v, y)) return false; /* a contact was missed */
    thud_verify_watch_start(s->v, t, y);
    return CVodeReInit(s->memory, t, s->state) == CV_SUCCESS &&
           CVodeSetMaxStep(s->memory, longest_step(s->v)) == CV_SUCCESS &&
           CVodeSetStopTime(s->memory, fmin(next, end)) == CV_SUCCESS;
}

/* contacts that are closed at the start */
static thud_status begin(solver *s) {
    thud_verify_model *v = s->v;
    double *y = NV_DATA_S(s->state);
    for (size_t i = 0; i < v->contact_count; i++) v->contacts[i].side = NAN;
    thud_verify_accounts_start(v, y);
    thud_verify_look(v, y);
    memset(s->signs, 0, thud_verify_root_count(v) * sizeof *s->signs);
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        const bool in = c->rate > 0,
                   shut = c->impulsive ? c->depth >= 0 && in : c->depth > 0 || (c->depth == 0 && in);
        s->signs[i * THUD_VERIFY_ROOTS] = shut;
    }
    return thud_verify_happen(v, 0, y, s->signs, &s->out->impacts);
}

static bool interpolate(void *context, double t, double *y) {
    solver *s = context;
    if (CVodeGetDky(s->memory, t, 0, s->between) != CV_SUCCESS) return false;
    memcpy(y, NV_DATA_S(s->between), s->v->state_count * sizeof *y);
    return true;
}

/* samples up to t */
static void sample(solver *s, double t) {
    const size_t n = s->v->shown;
    for (; s->next_sample <= s->samples; s->next_sample++, s->steps_since_sample = 0) {
        const double target = (double)s->next_sample * s->interval;
        const bool inside = target < t - rounding_of(t);
        if (!inside && target > t + rounding_of(t)) return;
        const double *y = inside && interpolate(s, target, s->v->state) ? s->v->state : NV_DATA_S(s->state);
        memcpy(s->displacement + s->next_sample * n, y, n * sizeof *y);
        if (s->v->crowded_by) s->v->crowded_by[s->next_sample] = s->v->crowded;
        s->v->crowded = INFINITY;
    }
}

static thud_status fail_by_flag(solver *s, int flag, double t) {
    char *name = CVodeGetReturnFlagName(flag);
    const thud_status status = fail(s, THUD_ERROR_ACCURACY, t, name ? name : "failed");
    free(name);
    return status;
}

/* step by step and event by event to the end */
static thud_status follow(solver *s, double end) {
    double *y = NV_DATA_S(s->state), t = 0;
    if (!start(s, &t, end)) return fail(s, THUD_ERROR_ACCURACY, 0, "cannot start");
    sample(s, 0);
    while (end - t > rounding_of(end)) {
        const double before = t;
        const int flag = CVode(s->memory, end, s->state, &t, CV_ONE_STEP);
        if (flag < 0) return fail_by_flag(s, flag, t);
        if (++s->steps_since_sample > step_limit) return fail(s, THUD_ERROR_ACCURACY, t, "too many steps");
        if (!thud_verify_watch_step(s->v, before, t, y, interpolate, s))
            return fail(s, THUD_ERROR_ACCURACY, t, "the step is lost");
        sample(s, t);
        thud_status status = THUD_OK;
        if (flag == CV_ROOT_RETURN) {
            CVodeGetRootInfo(s->memory, s->signs);
            s->idle = t - before > THUD_VERIFY_FINEST * t ? 0 : s->idle + 1;
            if (s->idle > idle_limit) return fail(s, THUD_ERROR_ACCURACY, t, "events without end");
            status = thud_verify_happen(s->v, t, y, s->signs, &s->out->impacts);
        }
        if (status != THUD_OK) return fail(s, status, t, "an event cannot be solved");
        const bool changed = flag == CV_TSTOP_RETURN || flag == CV_ROOT_RETURN;
        if (changed && t < end && !start(s, &t, end)) return fail(s, THUD_ERROR_ACCURACY, t, "a contact is lost");
    }
    if (thud_verify_note(s->v, y)) return fail(s, THUD_ERROR_ACCURACY, t, "a contact is lost");
    thud_verify_watch_start(s->v, t, y);
    sample(s, end);
    thud_verify_accounts_end(s->v, y);
    return THUD_OK;
}

/* how large the motion is, from the peaks of displacements and velocities */
static void set_size(thud_verify_model *v, const double *peaks) {
    const thud_model *model = v->model;
    double fastest = 0;
    v->size = v->speed = v->energy_size = 0;
    for (size_t i = 0; i < v->shown; i++) {
        const bool rod = i >= model->body_count;
        const double length = rod ? model->rods[i - model->body_count].given.length : 1, speed = peaks[v->n + i];
        v->size = fmax(v->size, rod ? length : peaks[i]);
        v->speed = fmax(v->speed, speed * length);
        v->energy_size += 0.5 * v->mass[i] * speed * speed;
    }
    for (size_t i = v->shown; i < v->n; i++) fastest = fmax(fastest, peaks[v->n + i]);
    for (size_t i = 0; i < v->link_count; i++)
        v->links[i].still = THUD_VERIFY_ROUNDING * fmax(fastest, v->speed); /* rounding */
}

/* every contact open, and every link as the bodies stand */
static void reset(thud_verify_model *v) {
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *c = &v->contacts[i];
        c->phase = THUD_VERIFY_OPEN;
        c->branch = THUD_VERIFY_WHOLE;
        c->element.active = c->rests = c->near = false;
        c->dent = c->top = c->base = c->impulse = c->begun_with = 0;
        c->pressed = (thud_pressed){0};
    }
    for (size_t i = 0; i < v->n; i++) thud_verify_start_at(v, i, &v->state[i], &v->state[v->n + i]);
    for (size_t i = 0; i < v->link_count; i++) {
        thud_verify_link *l = &v->links[i];
        thud_verify_link_start(l, thud_verify_along(v, &l->row, v->state),
                               thud_verify_along(v, &l->row, v->state + v->n));
    }
}

thud_status thud_verify_cvode(thud_verify_model *v, const double *peaks, size_t samples, double *displacement,
                              thud_verification *verification) {
    const double started = thud_clock(), end = v->model->run.duration;
    thud_status status = THUD_ERROR_ACCURACY;
    set_size(v, peaks);
    double tolerance = THUD_VERIFY_FINEST;
    for (size_t i = 0; i < TOLERANCES && status == THUD_ERROR_ACCURACY; i++, tolerance *= 10) {
        solver s = {.v = v, .out = verification, .displacement = displacement, .samples = samples};
        s.interval = end / (double)samples;
        for (size_t k = 0; k < v->link_count; k++)
            v->links[k].slow = (i == 0 ? 1 : 10) * THUD_VERIFY_SEEN * v->speed;
        v->break_time = INFINITY;
        verification->impacts = 0;
        verification->tolerance = v->tolerance = tolerance;
        verification->error.text[0] = '\0';
        reset(v);
        status = solver_init(&s, peaks, tolerance) ? begin(&s) : THUD_ERROR_MEMORY;
        if (status == THUD_OK && end > 0) status = follow(&s, end);
        long rest = 0;
        if (s.memory && CVodeGetNumSteps(s.memory, &rest) == CV_SUCCESS) s.steps += (size_t)rest;
        verification->steps += s.steps;
        solver_free(&s);
    }
    verification->wall_seconds = thud_clock() - started;
    return status;
}
