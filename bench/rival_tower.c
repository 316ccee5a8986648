/* What an expert would write for towers whose top strikes a wall. */
#include "rival_tower.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { BAND = 3 }; /* of x and ẋ body by body */

/* c = χ k/v₀ of the exact relation */
static double chi_of(const tower *t) {
    double chi = 0;
    thud_impact_options options = thud_impact_options_default(thud_law_find("gonthier"));
    options.restitution = t->restitution;
    return thud_calibrate(&options, &chi) == THUD_OK ? chi : NAN;
}

static double dot(const double *a, const double *b, size_t n) {
    double sum[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* ---- modes ---- */

bool rival_tower_take_modes(tower *t, const thud_model *model, double ratio) {
    const size_t n = t->n;
    thud_modes *modes = NULL;
    t->by_modes = true;
    t->square = calloc(3 * n + n * n, sizeof *t->square);
    if (!t->square || thud_model_modes(model, &modes) != THUD_OK) return false;
    t->drag = t->square + n;
    t->load = t->drag + n;
    t->shape = t->load + n;
    for (size_t j = 0; j < n; j++) {
        const double *shape = modes->list[j].shape;
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += t->mass * shape[i] * shape[i];
        for (size_t i = 0; i < n; i++) {
            t->shape[i * n + j] = shape[i] / sqrt(sum);
            t->load[j] -= t->mass * t->shape[i * n + j];
        }
        t->square[j] = modes->list[j].square;
        t->drag[j] = 2 * ratio * sqrt(t->square[j]);
    }
    thud_modes_free(modes);
    return true;
}

void rival_tower_free(tower *t) {
    free(t->square);
    t->square = NULL;
}

/* ---- CVODE ---- */

/* The state is (q, q̇) of modes, or x and ẋ body by body. */
typedef struct solver {
    const tower *t;
    double chi, damping; /* c of the impact under way */
    bool closed;
    double begin, acceleration, slope; /* ground motion since the last point */
    SUNContext context;
    N_Vector state, tolerances;
    SUNNonlinearSolver iteration;
    SUNMatrix jacobian;
    SUNLinearSolver linear;
    void *memory;
} solver;

static double top(const tower *t, const double *y, bool rate) {
    const size_t n = t->n;
    if (t->by_modes) return dot(t->shape + (n - 1) * n, y + (rate ? n : 0), n);
    return y[2 * (n - 1) + (rate ? 1 : 0)];
}

static double contact_force(const solver *s, const double *y) {
    const double depth = top(s->t, y, false) - s->t->gap;
    return depth * sqrt(fabs(depth)) * (s->t->contact_stiffness + s->damping * top(s->t, y, true));
}

static int rhs(realtype time, N_Vector state, N_Vector out, void *data) {
    const solver *s = data;
    const tower *t = s->t;
    const size_t n = t->n;
    const double *y = NV_DATA_S(state), ground = s->acceleration + s->slope * (time - s->begin);
    const double force = s->closed ? contact_force(s, y) : 0;
    double *rate = NV_DATA_S(out);
    if (t->by_modes) {
        const double *row = t->shape + (n - 1) * n;
        for (size_t j = 0; j < n; j++) {
            rate[j] = y[n + j];
            rate[n + j] = t->load[j] * ground - t->square[j] * y[j] - t->drag[j] * y[n + j] - row[j] * force;
        }
        return 0;
    }
    double below = t->stiffness * y[0] + t->damping * y[1];
    for (size_t i = 0; i < n; i++) {
        const double *at = y + 2 * i;
        const double above = i + 1 < n ? t->stiffness * (at[2] - at[0]) + t->damping * (at[3] - at[1]) : -force;
        rate[2 * i] = at[1];
        rate[2 * i + 1] = (above - below) / t->mass - ground;
        below = above;
    }
    return 0;
}

static int roots(realtype time, N_Vector state, realtype *g, void *data) {
    const solver *s = data;
    (void)time;
    g[0] = top(s->t, NV_DATA_S(state), false) - s->t->gap;
    return 0;
}

static void keep_quiet(int code, const char *module, const char *function, char *message, void *data) {
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static void close_solver(solver *s) {
    if (s->memory) CVodeFree(&s->memory);
    if (s->iteration) SUNNonlinSolFree(s->iteration);
    if (s->linear) SUNLinSolFree(s->linear);
    if (s->jacobian) SUNMatDestroy(s->jacobian);
    if (s->state) N_VDestroy(s->state);
    if (s->tolerances) N_VDestroy(s->tolerances);
    if (s->context) SUNContext_Free(&s->context);
}

static bool choose_method(solver *s, bool banded) {
    if (!banded) {
        s->iteration = SUNNonlinSol_FixedPoint(s->state, 0, s->context);
        return s->iteration && CVodeSetNonlinearSolver(s->memory, s->iteration) == CV_SUCCESS;
    }
    s->jacobian = SUNBandMatrix((sunindextype)(2 * s->t->n), BAND, BAND, s->context);
    if (s->jacobian) s->linear = SUNLinSol_Band(s->state, s->jacobian, s->context);
    return s->linear && CVodeSetLinearSolver(s->memory, s->linear, s->jacobian) == CV_SUCCESS;
}

/* errors of 1e-6 of a displacement of a tenth of a metre, and as much of a velocity of 1 m/s, at `tolerance` 1e-6
 */
static bool open_solver(solver *s, const tower *t, bool banded, double tolerance) {
    const sunindextype size = (sunindextype)(2 * t->n);
    *s = (solver){.t = t, .chi = chi_of(t)};
    if (SUNContext_Create(NULL, &s->context) != 0) return false;
    s->state = N_VNew_Serial(size, s->context);
    s->tolerances = N_VNew_Serial(size, s->context);
    s->memory = CVodeCreate(banded ? CV_BDF : CV_ADAMS, s->context);
    if (!s->state || !s->tolerances || !s->memory) return false;
    N_VConst(0, s->state);
    /* a displacement of 1 m at the top is one of √(n m) of a mode */
    const double scale = t->by_modes ? sqrt(t->mass * (double)t->n) : 1;
    N_VConst(0.1 * tolerance * scale, s->tolerances);
    return CVodeInit(s->memory, rhs, 0, s->state) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(s->memory, keep_quiet, NULL) == CV_SUCCESS &&
           CVodeSVtolerances(s->memory, tolerance, s->tolerances) == CV_SUCCESS && choose_method(s, banded) &&
           CVodeSetUserData(s->memory, s) == CV_SUCCESS && CVodeSetMaxNumSteps(s->memory, 10000000) == CV_SUCCESS &&
           CVodeRootInit(s->memory, 1, roots) == CV_SUCCESS && CVodeSetNoInactiveRootWarn(s->memory) == CV_SUCCESS;
}

static bool begin_anew(solver *s, double time) {
    int direction = s->closed ? -1 : 1;
    return CVodeReInit(s->memory, time, s->state) == CV_SUCCESS &&
           CVodeSetRootDirection(s->memory, &direction) == CV_SUCCESS;
}

/* from one point of the record to the next, through what happens on the way */
static bool pass(solver *s, size_t point, double *time) {
    const thud_motion *ground = s->t->ground;
    const double end = (double)(point + 1) * ground->step;
    int flag;
    s->begin = (double)point * ground->step;
    s->acceleration = ground->acceleration[point];
    s->slope = (ground->acceleration[point + 1] - s->acceleration) / ground->step;
    if (CVodeSetStopTime(s->memory, end) != CV_SUCCESS) return false;
    while ((flag = CVode(s->memory, end, s->state, time, CV_NORMAL)) == CV_ROOT_RETURN) {
        s->closed = !s->closed;
        if (s->closed) s->damping = s->chi * s->t->contact_stiffness / top(s->t, NV_DATA_S(s->state), true);
        if (!begin_anew(s, *time)) return false;
    }
    return flag == CV_SUCCESS || flag == CV_TSTOP_RETURN;
}

/* the bodies at a point of the record, whose peaks are asked for */
static void take_point(const tower *t, size_t point, const double *y, tower_result *out) {
    for (size_t i = 0; i < t->n; i++) {
        const double x = t->by_modes ? dot(t->shape + i * t->n, y, t->n) : y[2 * i];
        out->peaks[i] = fmax(out->peaks[i], fabs(x));
    }
    out->trace[2 * point] = top(t, y, false);
    out->trace[2 * point + 1] = top(t, y, true);
}

bool rival_tower_cvode(const tower *t, bool banded, double tolerance, tower_result *out) {
    solver s;
    double time = 0;
    memset(out->peaks, 0, t->n * sizeof *out->peaks);
    bool good = open_solver(&s, t, banded, tolerance) && begin_anew(&s, 0);
    for (size_t i = 0; good && i < t->points; i++) {
        good = pass(&s, i, &time);
        if (good) take_point(t, i, NV_DATA_S(s.state), out);
    }
    close_solver(&s);
    return good;
}

/* ---- Newmark ---- */

/* What the end of a step is without the contact is known first; a force at the top then moves all by a response
 * that does not change. */
typedef struct newmark {
    const tower *t;
    double h, reply;          /* s; m/N of the top */
    double *y;                /* [2n] as above */
    double *a;                /* [n] accelerations */
    double *lower, *diagonal; /* the factor's entries */
    double *unit;             /* [n] accelerations by a unit force at the top */
} newmark;

/* m + h/2 c + h²/4 k of the i-th storey's body */
static double diagonal_of(const newmark *s, size_t i) {
    const tower *t = s->t;
    const double link = 0.5 * s->h * t->damping + 0.25 * s->h * s->h * t->stiffness;
    return t->mass + (i + 1 < t->n ? 2 : 1) * link;
}

static void factor(newmark *s) {
    const double beside = -(0.5 * s->h * s->t->damping + 0.25 * s->h * s->h * s->t->stiffness);
    for (size_t i = 0; i < s->t->n; i++) {
        s->lower[i] = i > 0 ? beside / s->diagonal[i - 1] : 0;
        s->diagonal[i] = diagonal_of(s, i) - s->lower[i] * (i > 0 ? beside : 0);
    }
}

static void solve(const newmark *s, double *b) {
    const size_t n = s->t->n;
    for (size_t i = 1; i < n; i++) b[i] -= s->lower[i] * b[i - 1];
    for (size_t i = 0; i < n; i++) b[i] /= s->diagonal[i];
    for (size_t i = n - 1; i-- > 0;) b[i] -= s->lower[i + 1] * b[i + 1];
}

/* the step of a mode or body without its new acceleration, and that acceleration without the contact */
static void predict(newmark *s, double ground) {
    const tower *t = s->t;
    const size_t n = t->n, stride = t->by_modes ? 1 : 2, rate = t->by_modes ? n : 1;
    const double h = s->h;
    for (size_t i = 0; i < n; i++) {
        double *x = s->y + stride * i, *v = x + rate;
        *x += h * *v + 0.25 * h * h * s->a[i];
        *v += 0.5 * h * s->a[i];
    }
    if (t->by_modes) {
        for (size_t j = 0; j < n; j++)
            s->a[j] = (t->load[j] * ground - t->square[j] * s->y[j] - t->drag[j] * s->y[n + j]) /
                      (1 + 0.5 * h * t->drag[j] + 0.25 * h * h * t->square[j]);
        return;
    }
    double below = t->stiffness * s->y[0] + t->damping * s->y[1];
    for (size_t i = 0; i < n; i++) {
        const double *at = s->y + 2 * i;
        const double above = i + 1 < n ? t->stiffness * (at[2] - at[0]) + t->damping * (at[3] - at[1]) : 0;
        s->a[i] = above - below - t->mass * ground;
        below = above;
    }
    solve(s, s->a);
}

static void correct(newmark *s, double force) {
    const tower *t = s->t;
    const size_t n = t->n, stride = t->by_modes ? 1 : 2, rate = t->by_modes ? n : 1;
    for (size_t i = 0; i < n; i++) {
        s->a[i] -= force * s->unit[i];
        s->y[stride * i] += 0.25 * s->h * s->h * s->a[i];
        s->y[stride * i + rate] += 0.5 * s->h * s->a[i];
    }
}

static double top_acceleration(const newmark *s, const double *a) {
    const size_t n = s->t->n;
    return s->t->by_modes ? dot(s->t->shape + (n - 1) * n, a, n) : a[n - 1];
}

/* F so that F is what the contact exerts where F has moved the top to */
static double find_force(const newmark *s, double damping) {
    const tower *t = s->t;
    const double a = top_acceleration(s, s->a), x = top(t, s->y, false) + 0.25 * s->h * s->h * a - t->gap,
                 v = top(t, s->y, true) + 0.5 * s->h * a;
    double force = 0;
    for (int round = 0; round < 20; round++) {
        const double depth = fmax(x - 0.25 * s->h * s->h * s->reply * force, 0), root = sqrt(depth),
                     rate = v - 0.5 * s->h * s->reply * force, hold = t->contact_stiffness + damping * rate,
                     excess = force - depth * root * hold,
                     slope = 1 + 1.5 * root * hold * 0.25 * s->h * s->h * s->reply +
                             depth * root * damping * 0.5 * s->h * s->reply;
        force -= excess / slope;
        if (fabs(excess) <= 1e-10 * fabs(force)) break;
    }
    return force;
}

static bool open_newmark(newmark *s, const tower *t, double h) {
    const size_t n = t->n;
    *s = (newmark){.t = t, .h = h, .y = calloc(6 * n, sizeof(double))};
    if (!s->y) return false;
    s->a = s->y + 2 * n;
    s->lower = s->a + n;
    s->diagonal = s->lower + n;
    s->unit = s->diagonal + n;
    if (t->by_modes) {
        for (size_t j = 0; j < n; j++)
            s->unit[j] = t->shape[(n - 1) * n + j] / (1 + 0.5 * h * t->drag[j] + 0.25 * h * h * t->square[j]);
    } else {
        factor(s);
        s->unit[n - 1] = 1;
        solve(s, s->unit);
    }
    s->reply = top_acceleration(s, s->unit);
    return true;
}

bool rival_tower_newmark(const tower *t, double step, tower_result *out) {
    newmark s;
    const size_t parts = (size_t)(t->ground->step / step + 0.5);
    const double chi = chi_of(t);
    double damping = 0;
    bool closed = false;
    if (!open_newmark(&s, t, step)) return false;
    memset(out->peaks, 0, t->n * sizeof *out->peaks);
    for (size_t i = 0; i < t->points; i++) {
        const double from = t->ground->acceleration[i], rise = t->ground->acceleration[i + 1] - from;
        for (size_t k = 1; k <= parts; k++) {
            predict(&s, from + rise * (double)k / (double)parts);
            const double speed = top(t, s.y, true);
            const bool touches = top(t, s.y, false) + 0.25 * step * step * top_acceleration(&s, s.a) > t->gap;
            if (touches && !closed) damping = chi * t->contact_stiffness / fmax(speed, 1e-6);
            closed = touches;
            correct(&s, touches ? find_force(&s, damping) : 0);
        }
        take_point(t, i, s.y, out);
    }
    free(s.y);
    return true;
}
