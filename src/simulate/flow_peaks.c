/*
 * True peaks along exact steps. Most steps cannot hold one, and their ends tell. Where modes are at hand, one that
 * may is expanded in them, and the bodies concerned are searched; otherwise the step is left to the series.
 */
#include "simulate/books.h"
#include "simulate/flow_inside.h"

/* what of a body may have a new peak inside the step */
enum { DISPLACEMENT = 1, VELOCITY = 2, ACCELERATION = 4 };

/* ---- by bounds alone ---- */

/* the derivative of accelerations, from velocity and acceleration as these from displacement and velocity */
static void differentiate(const thud_simulation *sim, const double *rate, const double *slope, double *out) {
    thud_flow_accelerate(sim, rate, slope, out);
    for (size_t i = 0; i < sim->n; i++) out[i] -= sim->gravity;
}

/* accelerations, given their slopes and those of the ground's */
static void mark_last(thud_simulation *sim, thud_flow *f, double g0, double g1, double rise) {
    double *rate = sim->sample_v, *jerk = sim->sample_x;
    for (size_t i = 0; i < f->n; i++) {
        rate[i] = f->a0[i] - g0;
        jerk[i] = f->slope0[i] - rise;
    }
    differentiate(sim, rate, jerk, f->bend0);
    for (size_t i = 0; i < f->n; i++) {
        rate[i] = f->a1[i] - g1;
        jerk[i] = f->slope1[i] - rise;
    }
    differentiate(sim, rate, jerk, f->bend1);
    for (size_t i = 0; i < f->n; i++)
        if (f->excess[i] > 0 && thud_flow_may_peak(f->a0[i], f->a1[i], f->slope0[i], f->slope1[i], f->bend0[i],
                                                   f->bend1[i], f->h, &f->top_a[i]))
            f->marked[i] |= ACCELERATION;
}

/* velocities and accelerations, where one comes near its peak so far */
static void mark_later(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    double *relative = sim->sample_v, rise = (g1 - g0) / f->h;
    bool near = false;
    if (!f->knows_slope) {
        for (size_t i = 0; i < f->n; i++) relative[i] = f->a0[i] - g0;
        differentiate(sim, f->v0, relative, f->slope0);
    }
    for (size_t i = 0; i < f->n; i++) relative[i] = f->a1[i] - g1;
    differentiate(sim, f->v1, relative, f->slope1);
    for (size_t i = 0; i < f->n; i++) {
        if (!(f->excess[i] > 0)) continue;
        double a0 = f->a0[i] - g0, a1 = f->a1[i] - g1, slope0 = f->slope0[i], slope1 = f->slope1[i];
        if (thud_flow_is_near(f->v0[i], f->v1[i], a0, a1, f->h, f->top_v[i]) &&
            thud_flow_may_peak(f->v0[i], f->v1[i], a0, a1, slope0 - rise, slope1 - rise, f->h, &f->top_v[i]))
            f->marked[i] |= VELOCITY;
        near = near || thud_flow_is_near(f->a0[i], f->a1[i], slope0, slope1, f->h, f->top_a[i]);
    }
    if (near) mark_last(sim, f, g0, g1, rise);
}

/* marks what may have a new peak inside the step; of the rest the ends count */
static void mark(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    bool near = false;
    double h = f->h;
    for (size_t i = 0; i < f->n; i++) {
        f->marked[i] = 0;
        if (!(f->excess[i] > 0)) continue;
        double a0 = f->a0[i] - g0, a1 = f->a1[i] - g1;
        if (thud_flow_is_near(f->x0[i], f->x1[i], f->v0[i], f->v1[i], h, f->top_x[i]) &&
            thud_flow_may_peak(f->x0[i], f->x1[i], f->v0[i], f->v1[i], a0, a1, h, &f->top_x[i]))
            f->marked[i] = DISPLACEMENT;
        double fastest = thud_larger(fabs(f->v0[i]), fabs(f->v1[i])),
               top = thud_larger(fabs(f->a0[i]), fabs(f->a1[i]));
        double turn = thud_larger(fabs(f->a1[i] - f->a0[i]), fabs(f->change[i]));
        near =
            near || fastest + h * thud_larger(fabs(a0), fabs(a1)) > f->top_v[i] || top + 0.5 * turn > f->top_a[i];
    }
    f->finds_slope = near;
    if (near) mark_later(sim, f, g0, g1);
}

/*
 * By how much a displacement, a velocity or an acceleration may get beyond its peak, if it may at all: for all
 * bodies at once, so that most steps need no more. What has been at the start is in the peaks already; from there a
 * slope that falls to zero within the step leads half as far as one that stays.
 */
static void exceed(size_t n, double h, double g0, const double *restrict x0, const double *restrict x1,
                   const double *restrict v0, const double *restrict v1, const double *restrict a0,
                   const double *restrict a1, const double *restrict change, const double *restrict top_x,
                   const double *restrict top_v, const double *restrict top_a, double *restrict excess) {
    for (size_t i = 0; i < n; i++) {
        double x = thud_larger(fabs(x1[i]), fabs(x0[i] + h * v0[i])) - top_x[i];
        double v = thud_larger(fabs(v1[i]), fabs(v0[i] + h * (a0[i] - g0))) - top_v[i];
        double turn = 0.5 * thud_larger(fabs(a1[i] - a0[i]), fabs(change[i]));
        double a = (thud_larger(fabs(a0[i]), fabs(a1[i])) + turn) - top_a[i];
        excess[i] = thud_larger(thud_larger(x, v), a);
    }
}

static bool any_exceeds(const thud_flow *f, double g0) {
    exceed(f->n, f->h, g0, f->x0, f->x1, f->v0, f->v1, f->a0, f->a1, f->change, f->top_x, f->top_v, f->top_a,
           f->excess);
    for (size_t i = 0; i < f->n; i++)
        if (f->excess[i] > 0) return true;
    return false;
}

/* ---- by modes ---- */

/* the displacement of a body as a power series in time */
static void combine(const thud_flow *f, size_t body, double *c) {
    size_t n = f->n, first = f->first[body], past = f->past[body];
    const double *shape = f->shape + body * n;
    for (int k = 0; k < THUD_FLOW_WIDTH; k++) {
        const double *row = f->taylor + (size_t)k * n;
        double even = 0, odd = 0;
        size_t j = first;
        for (; j + 1 < past; j += 2) {
            even += shape[j] * row[j];
            odd += shape[j + 1] * row[j + 1];
        }
        c[k] = j < past ? even + odd + shape[j] * row[j] : even + odd;
    }
}

/* cₖ of the derivative */
static void derive(double *c, int order) {
    for (int k = 0; k < order; k++) c[k] = (k + 1) * c[k + 1];
}

static void search_body(thud_flow *f, size_t body, double g0, double g1) {
    int order = THUD_FLOW_WIDTH - 1;
    double c[THUD_FLOW_WIDTH], power[THUD_FLOW_WIDTH];
    thud_books_powers(f->h, order, power);
    combine(f, body, c);
    if (f->marked[body] & DISPLACEMENT) thud_books_search(&f->top_x[body], c, order, power);
    derive(c, order);
    if (f->marked[body] & VELOCITY) thud_books_search(&f->top_v[body], c, order - 1, power);
    if (!(f->marked[body] & ACCELERATION)) return;
    derive(c, order - 1);
    c[0] += g0;
    c[1] += (g1 - g0) / f->h;
    thud_books_search(&f->top_a[body], c, order - 2, power);
}

bool thud_flow_raise_peaks(thud_simulation *sim, double g0, double g1) {
    thud_flow *f = sim->flow;
    bool expanded = false;
    f->finds_slope = false;
    if (!any_exceeds(f, g0)) return true;
    mark(sim, f, g0, g1);
    for (size_t i = 0; i < f->n; i++) {
        if (!f->marked[i]) continue;
        if (!f->modal) return false;
        if (!expanded) thud_flow_expand_modes(f, g0 - sim->gravity, g1 - sim->gravity);
        expanded = true;
        search_body(f, i, g0, g1);
    }
    return true;
}

void thud_flow_take_peaks(thud_simulation *sim) {
    const thud_flow *f = sim->flow;
    for (size_t i = 0; i < f->n; i++) {
        f->top_x[i] = sim->bodies[i].max_displacement;
        f->top_v[i] = sim->bodies[i].max_velocity;
        f->top_a[i] = sim->bodies[i].max_acceleration;
    }
}

void thud_flow_give_peaks(thud_simulation *sim) {
    const thud_flow *f = sim->flow;
    for (size_t i = 0; i < f->n; i++) {
        sim->bodies[i].max_displacement = f->top_x[i];
        sim->bodies[i].max_velocity = f->top_v[i];
        sim->bodies[i].max_acceleration = f->top_a[i];
    }
}
