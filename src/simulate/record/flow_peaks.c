/*
 * True peaks along exact steps. Most steps cannot hold one, and bounds tell. Where modes are at hand, one that may
 * is expanded in them, and the bodies concerned are searched; otherwise the step is left to the series.
 *
 * The bounds. A coordinate of its own, q̈ = −K q − C q̇ + L G with G a straight line, is nowhere further than h/2
 * from an end of the step. Let u = q̈ and j = q⃛ there; then ü = −K u − C u̇, and on the way to that end |u| ≤ |uₑ| +
 * h/2 J and J = max|u̇| ≤ |jₑ| + h/2 B with B the largest |ü|. With d = C + h/2 K that is B ≤ r (K |uₑ| + d |jₑ|), r
 * = 1/(1 − h d/2); the larger one of both ends counts. Steps turn by 0.8 rad at most, h²K ≤ 0.64 and h C ≤ 0.8, so
 * that h d/2 ≤ 0.56. The acceleration of a body, φ q̈ summed over the modes, has a second derivative of Σ|φ| B at
 * most; with the largest |φ| of each mode that is a bound for all bodies, and quickly found: where it does not do,
 * each has its own.
 *
 * Without modes it is that of a body at the ends of the step and what the third derivative adds to it in h/2: with
 * ȧ and ä the derivatives of accelerations, J and B the largest |ȧ| (relative) and |ä| of all bodies at the ends
 * and κ, c the largest sums of rows of M⁻¹K and M⁻¹C, |a⃛| ≤ T = κ (J + h/2 B′) + c B′ and B′ ≤ B + h/2 T give, with
 * d = c + h/2 κ and r as above, B′ ≤ r (B + h/2 κ J).
 *
 * Between its ends a function is no further from the straight line through them than h²/8 times its largest second
 * derivative, and its slope no further from that of the line than h/2 times that; the line is no further from zero
 * than its ends. A slope that is further from zero than it may be bent, at both ends and on the same side, has no
 * zero between them.
 */
#include <string.h>

#include "numeric/wide.h"
#include "simulate/record/flow_inside.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

static double closure(double h, double d) { return 1 / (1 - 0.5 * h * d); }

void thud_flow_fill_bounds(thud_flow *f) {
    size_t n = f->n;
    double h = f->h, eighth = 0.125 * h * h;
    for (size_t j = 0; j < n; j++) {
        double K = fabs(f->square[j]), d = f->drag[j] + 0.5 * h * K, largest = 0;
        for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(f->shape[i * n + j]));
        f->by_acceleration[j] = eighth * closure(h, d) * K;
        f->by_jerk[j] = eighth * closure(h, d) * d;
        f->largest[j] = largest;
    }
}

/* h²/8 B of each mode */
THUD_WIDE static void bend_modes(size_t n, double g0, double g1, double slope, const double *restrict square,
                                 const double *restrict drag, const double *restrict load,
                                 const double *restrict by_acceleration, const double *restrict by_jerk,
                                 const double *restrict q0, const double *restrict r0, const double *restrict q1,
                                 const double *restrict r1, double *restrict bent) {
    for (size_t j = 0; j < n; j++) {
        double K = square[j], C = drag[j], L = load[j];
        double u0 = L * g0 - (K * q0[j] + C * r0[j]), u1 = L * g1 - (K * q1[j] + C * r1[j]);
        double j0 = L * slope - (K * r0[j] + C * u0), j1 = L * slope - (K * r1[j] + C * u1);
        double from = by_acceleration[j] * fabs(u0) + by_jerk[j] * fabs(j0),
               to = by_acceleration[j] * fabs(u1) + by_jerk[j] * fabs(j1);
        bent[j] = thud_larger(from, to);
    }
}

/* the derivative of accelerations, from velocity and relative acceleration as these from displacement and velocity
 */
static void differentiate(const thud_simulation *sim, const double *rate, const double *relative, double *out) {
    thud_flow_accelerate(sim, rate, relative, out);
    for (size_t i = 0; i < sim->structure.n; i++) out[i] -= sim->structure.gravity;
}

static void find_slope(thud_simulation *sim, const double *v, const double *a, double ground, double *slope) {
    double *relative = sim->accounts.sample_v;
    for (size_t i = 0; i < sim->structure.n; i++) relative[i] = a[i] - ground;
    differentiate(sim, v, relative, slope);
}

/* the second derivative, after the first */
static void find_bend(thud_simulation *sim, const double *a, double ground, const double *slope, double rise,
                      double *bend) {
    double *relative = sim->accounts.sample_v, *jerk = sim->accounts.sample_x;
    for (size_t i = 0; i < sim->structure.n; i++) {
        relative[i] = a[i] - ground;
        jerk[i] = slope[i] - rise;
    }
    differentiate(sim, relative, jerk, bend);
}

THUD_WIDE void thud_flow_bound_higher(const thud_flow *f, double g0, double g1, double *restrict third,
                                      double *restrict fourth) {
    const double *restrict square = f->square, *restrict drag = f->drag, *restrict load = f->load;
    const double *restrict q0 = f->q0, *restrict r0 = f->r0, *restrict q1 = f->q1, *restrict r1 = f->r1;
    double h = f->h, slope = (g1 - g0) / h;
    for (size_t j = 0; j < f->n; j++) {
        double K = square[j], C = drag[j], L = load[j], B = 8 / (h * h) * f->bent_q[j];
        double u0 = L * g0 - (K * q0[j] + C * r0[j]), u1 = L * g1 - (K * q1[j] + C * r1[j]);
        double j0 = L * slope - (K * r0[j] + C * u0), j1 = L * slope - (K * r1[j] + C * u1);
        double T = fabs(K) * (thud_larger(fabs(j0), fabs(j1)) + 0.5 * h * B) + C * B;
        third[j] = T;
        fourth[j] = fabs(K) * B + C * T;
    }
}

static void bound_modes(thud_flow *f, double g0, double g1) {
    bend_modes(f->n, g0, g1, (g1 - g0) / f->h, f->square, f->drag, f->load, f->by_acceleration, f->by_jerk, f->q0,
               f->r0, f->q1, f->r1, f->bent_q);
    double bent = thud_series_dot(f->largest, f->bent_q, f->n);
    for (size_t i = 0; i < f->n; i++) f->bent[i] = bent;
}

static void bound_whole(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    double h = f->h, rise = (g1 - g0) / h, d = f->slowest + 0.5 * h * f->stiffest, J = 0, B = 0;
    find_slope(sim, f->v0, f->a0, g0, f->slope0);
    find_slope(sim, f->v1, f->a1, g1, f->slope1);
    find_bend(sim, f->a0, g0, f->slope0, rise, f->bend0);
    find_bend(sim, f->a1, g1, f->slope1, rise, f->bend1);
    for (size_t i = 0; i < f->n; i++) {
        J = thud_larger(J, thud_larger(fabs(f->slope0[i] - rise), fabs(f->slope1[i] - rise)));
        B = thud_larger(B, thud_larger(fabs(f->bend0[i]), fabs(f->bend1[i])));
    }
    double most = closure(h, d) * (B + 0.5 * h * f->stiffest * J);
    f->third = f->stiffest * J + d * most;
    for (size_t i = 0; i < f->n; i++) {
        double bent = 0.125 * h * h * (thud_larger(fabs(f->bend0[i]), fabs(f->bend1[i])) + 0.5 * h * f->third);
        if (!f->modal || bent < f->bent[i]) f->bent[i] = bent;
    }
}

void thud_flow_bound(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    if (f->modal) bound_modes(f, g0 - sim->structure.gravity, g1 - sim->structure.gravity);
    else bound_whole(sim, f, g0, g1);
    for (size_t i = 0; i < f->n; i++)
        f->most[i] = thud_larger(fabs(f->a0[i] - g0), fabs(f->a1[i] - g1)) + f->bent[i];
}

/* of accelerations, with the bounds of bodies beside those of modes */
static bool look_at_accelerations(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    if (f->modal) bound_whole(sim, f, g0, g1);
    double turned = 0.125 * f->h * f->h * f->third;
    bool seen = true;
    for (size_t i = 0; i < f->n; i++) {
        thud_arc a = {f->a0[i], f->a1[i], f->bent[i], f->slope0[i], f->slope1[i], turned};
        if (!(f->excess[i] > 0) || !thud_arc_turns(&a, &f->top_a[i])) continue;
        seen = thud_flow_later_add(sim, f, THUD_FLOW_ACCELERATION, i, &a, g0, g1);
    }
    return seen;
}

/* false where one may have a new peak inside the step, and there is no later; of the rest the ends count */
static bool look_at_bodies(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    double h = f->h, eighth = 0.125 * h * h;
    bool near = false, seen = true;
    for (size_t i = 0; i < f->n; i++) {
        if (!(f->excess[i] > 0)) continue;
        double a0 = f->a0[i] - g0, a1 = f->a1[i] - g1, bent = f->bent[i];
        double jerk = 0.125 * h * fabs(a1 - a0) + 0.5 * h * bent;
        thud_arc x = {f->x0[i], f->x1[i], eighth * f->most[i], f->v0[i], f->v1[i], jerk},
                 v = {f->v0[i], f->v1[i], jerk, a0, a1, bent};
        if (thud_arc_turns(&x, &f->top_x[i]))
            seen = thud_flow_later_add(sim, f, THUD_FLOW_DISPLACEMENT, i, &x, g0, g1);
        if (thud_arc_turns(&v, &f->top_v[i]))
            seen = thud_flow_later_add(sim, f, THUD_FLOW_VELOCITY, i, &v, g0, g1) && seen;
        near = near || thud_larger(fabs(f->a0[i]), fabs(f->a1[i])) + bent > f->top_a[i];
    }
    return seen && (!near || look_at_accelerations(sim, f, g0, g1));
}

/* by how much a displacement, a velocity or an acceleration may get beyond its peak, if it may at all: for all
 * bodies at once, so that most steps need no more */
THUD_WIDE static void exceed(const thud_flow *f, double change, double *restrict excess) {
    const double *restrict x0 = f->x0, *restrict x1 = f->x1, *restrict v0 = f->v0, *restrict v1 = f->v1;
    const double *restrict a0 = f->a0, *restrict a1 = f->a1, *restrict bent = f->bent, *restrict most = f->most;
    const double *restrict top_x = f->top_x, *restrict top_v = f->top_v, *restrict top_a = f->top_a, h = f->h;
    for (size_t i = 0; i < f->n; i++) {
        double x = thud_larger(fabs(x0[i]), fabs(x1[i])) + 0.125 * h * h * most[i] - top_x[i];
        double jerk = 0.125 * h * fabs(a1[i] - a0[i] - change) + 0.5 * h * bent[i];
        double v = thud_larger(fabs(v0[i]), fabs(v1[i])) + jerk - top_v[i];
        double a = thud_larger(fabs(a0[i]), fabs(a1[i])) + bent[i] - top_a[i];
        excess[i] = thud_larger(thud_larger(x, v), a);
    }
}

static bool any_exceeds(const thud_flow *f, double g0, double g1) {
    exceed(f, g1 - g0, f->excess);
    return thud_series_any_above(f->excess, f->n);
}

bool thud_flow_raise_peaks(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    return !any_exceeds(f, g0, g1) || look_at_bodies(sim, f, g0, g1);
}

void thud_flow_take_peaks(thud_simulation *sim, thud_flow *f) {
    for (size_t i = 0; i < f->n; i++) {
        f->top_x[i] = sim->accounts.bodies[i].max_displacement;
        f->top_v[i] = sim->accounts.bodies[i].max_velocity;
        f->top_a[i] = sim->accounts.bodies[i].max_acceleration;
    }
}

void thud_flow_give_peaks(thud_simulation *sim, const thud_flow *f) {
    for (size_t i = 0; i < f->n; i++) {
        sim->accounts.bodies[i].max_displacement = f->top_x[i];
        sim->accounts.bodies[i].max_velocity = f->top_v[i];
        sim->accounts.bodies[i].max_acceleration = f->top_a[i];
    }
}
