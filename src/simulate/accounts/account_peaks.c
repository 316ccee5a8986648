/*
 * True peaks: the largest values of the series, wherever they are in the step.
 *
 * Between its ends a series is no further from the straight line through them than σ²/8 times its largest second
 * derivative, and the line no further from zero than its ends: where that is no new peak, none is searched for.
 */
#include <math.h>

#include "numeric/series/polynomial.h"
#include "numeric/wide.h"
#include "simulate/matrices.h"
#include "simulate/modal/modal.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* What the terms beyond the first add up to at σ; apart from each other, so that nothing waits. */
typedef struct {
    double up;  /* those that lead up */
    double all; /* of both signs, by magnitude */
    double end; /* the sum itself */
    double bend; /* k |cₖ| σᵏ, less twice the first that is not zero: below zero where the slope keeps its sign */
} terms;

static inline terms weigh(const double *c, int order, const double *power) {
    terms t = {0};
    int k = 1;
    while (k < order && c[k] == 0) k++; /* next to δ = 0 series begin with zeros, and the first number leads */
    t.bend = -2 * k * fabs(c[k] * power[k]);
    for (; k <= order; k++) {
        double term = c[k] * power[k], size = fabs(term);
        t.up += term > 0 ? term : 0;
        t.all += size;
        t.end += term;
        t.bend += k * size;
    }
    return t;
}

void thud_peak_powers(double sigma, int order, double *power) {
    power[0] = 1;
    power[1] = sigma;
    for (int k = 2; k <= order; k++) power[k] = power[k / 2] * power[k - k / 2];
}

void thud_peak_raise(double *peak, const double *c, int order, const double *power) {
    terms t = weigh(c, order, power);
    if (fabs(c[0]) + t.all <= *peak) return;
    double top =
        t.bend < 0 ? thud_larger(fabs(c[0]), fabs(c[0] + t.end)) : thud_polynomial_peak(c, order, power[1], NULL);
    if (top > *peak) *peak = top;
}

void thud_peak_raise_maximum(double *maximum, const double *c, int order, const double *power) {
    terms t = weigh(c, order, power);
    if (c[0] + t.up <= *maximum) return;
    double top = t.bend < 0 ? thud_larger(c[0], c[0] + t.end) : thud_polynomial_maximum(c, order, power[1], NULL);
    if (top > *maximum) *maximum = top;
}

/* the force of a rigid contact counts from the instant at which its bounces are over */
static void raise_contacts(thud_simulation *sim, double time, const double *power) {
    int order = sim->motion.series.order;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_RELEASED) continue;
        if (t->phase == THUD_PHASE_STICKING && sim->motion.time + time < t->stick_start) continue;
        thud_peak_raise_maximum(&t->entry.max_force, t->series->force, order, power);
        if (t->phase == THUD_PHASE_ACTIVE)
            thud_peak_raise_maximum(&t->entry.max_penetration, t->series->depth, order, power);
    }
}

/* What lies between two instants: bodies at both, how far they may be off straight lines, and the acceleration of
 * the ground at both with how far that may be off. */
typedef struct span {
    const double *x0, *v0, *a0, *x1, *v1, *a1;
    double g[3];
} span;

/* by how much a displacement, a velocity or an acceleration may get beyond its peak, if it may at all */
THUD_WIDE static void exceed(size_t n, const thud_series *s, const span *b, const double *restrict top,
                             double *restrict excess) {
    const double *restrict x0 = b->x0, *restrict v0 = b->v0, *restrict a0 = b->a0;
    const double *restrict x1 = b->x1, *restrict v1 = b->v1, *restrict a1 = b->a1, *g = b->g;
    const double *restrict off_x = s->off_x, *restrict off_v = s->off_v, *restrict off_a = s->off_a;
    for (size_t i = 0; i < n; i++) {
        double x = thud_larger(fabs(x0[i]), fabs(x1[i])) + off_x[i] - top[i];
        double v = thud_larger(fabs(v0[i]), fabs(v1[i])) + off_v[i] - top[n + i];
        double a = thud_larger(fabs(a0[i] + g[0]), fabs(a1[i] + g[1])) + off_a[i] + g[2] - top[2 * n + i];
        excess[i] = thud_larger(thud_larger(x, v), a);
    }
}

/* the ground does not act on all bodies alike where structures are given by matrices: there each is looked at */
static bool any_exceeds(thud_simulation *sim, const span *b) {
    size_t n = sim->structure.n;
    double *top = sim->accounts.tops, *excess = top + 3 * n;
    for (size_t i = 0; i < n; i++) {
        top[i] = sim->accounts.bodies[i].max_displacement;
        top[n + i] = sim->accounts.bodies[i].max_velocity;
        top[2 * n + i] = sim->structure.influence ? -1 : sim->accounts.bodies[i].max_acceleration;
    }
    exceed(n, &sim->motion.series, b, top, excess);
    return thud_series_any_above(excess, n);
}

static void search(const thud_simulation *sim, const double *c, size_t body, const double *power, double *peak) {
    double series[WIDTH];
    thud_series_show_body(sim, body);
    thud_series_gather(c, sim->structure.n, body, sim->motion.series.order, series);
    thud_peak_raise(peak, series, sim->motion.series.order, power);
}

static void raise_body(thud_simulation *sim, size_t i, const span *b, const double *power) {
    const thud_series *s = &sim->motion.series;
    thud_body_summary *peak = &sim->accounts.bodies[i];
    double share = thud_structure_influence(sim, i), c[WIDTH], slope = s->in_time; /* in σ slopes are others */
    thud_arc x = {b->x0[i], b->x1[i], s->off_x[i], slope * b->v0[i], slope * b->v1[i], s->off_v[i]},
             v = {b->v0[i], b->v1[i], s->off_v[i], slope * b->a0[i], slope * b->a1[i], s->off_a[i]},
             a = {.from = b->a0[i] + share * b->g[0],
                  .to = b->a1[i] + share * b->g[1],
                  .off = s->off_a[i] + fabs(share) * b->g[2]};
    if (thud_arc_turns(&x, &peak->max_displacement)) search(sim, s->x, i, power, &peak->max_displacement);
    if (thud_arc_turns(&v, &peak->max_velocity)) search(sim, s->v, i, power, &peak->max_velocity);
    if (!thud_arc_turns(&a, &peak->max_acceleration)) return;
    thud_series_show_body(sim, i);
    thud_series_gather(s->a, sim->structure.n, i, s->order, c);
    for (int k = 0; k <= s->order; k++) c[k] += share * s->ground[k];
    thud_peak_raise(&peak->max_acceleration, c, s->order, power);
}

static void raise_span(thud_simulation *sim, const span *b, const double *power) {
    if (!any_exceeds(sim, b)) return;
    for (size_t i = 0; i < sim->structure.n; i++)
        if (sim->accounts.tops[3 * sim->structure.n + i] > 0) raise_body(sim, i, b, power);
}

/* A step by modes, which may turn by more: span by span. In time what accelerations may be off says what the others
 * may be. */
static void raise_spans(thud_simulation *sim, double sigma, double off_ground, const double *power) {
    thud_series *s = &sim->motion.series;
    const size_t n = sim->structure.n;
    const double *at = sim->structure.modal->inside, length = sigma / THUD_MODAL_SPANS;
    double *const offs[] = {s->off_x, s->off_v, s->off_a};
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) offs[k][i] /= THUD_MODAL_SPANS * THUD_MODAL_SPANS;
    span b = {.x1 = s->x, .v1 = s->v, .a1 = s->a, .g = {0, s->ground[0], off_ground}};
    for (int i = 1; i <= THUD_MODAL_SPANS; i++, at += 3 * n) {
        const bool last = i == THUD_MODAL_SPANS;
        b = (span){b.x1,
                   b.v1,
                   b.a1,
                   last ? sim->motion.next_x : at,
                   last ? s->end_v : at + n,
                   last ? s->end_a : at + 2 * n,
                   {b.g[1], thud_series_value(s->ground, s->order, i * length), off_ground}};
        if (s->in_time) thud_series_bends_before(n, length, b.a0, b.a1, s->off_a, s->off_x, s->off_v);
        raise_span(sim, &b, power);
    }
}

/* at the end of the step, of which the bounds are, the ends of a link may be all that counts */
static bool may_turn(thud_simulation *sim, size_t link) {
    thud_link_summary *peak = &sim->links.results[link];
    thud_arc deformation, force;
    thud_link_bounds_arcs(&sim->motion.series.links, link, &deformation, &force);
    const bool turns = thud_arc_turns(&deformation, &peak->max_deformation);
    return thud_arc_turns(&force, &peak->max_force) || turns;
}

static void raise_links(thud_simulation *sim, const double *power) {
    const thud_link_bounds *b = &sim->motion.series.links;
    const bool whole = power[1] == sim->motion.series.step;
    double deformation[WIDTH], force[WIDTH];
    if (!sim->motion.series.links_bounded) {
        thud_links_peaks(sim, power);
        return;
    }
    if (!thud_link_bounds_may_peak(&sim->motion.series.links, sim)) return;
    for (size_t i = 0; i < sim->links.count; i++) {
        if (!(b->above[i] > 0) || (whole && !may_turn(sim, i))) continue;
        thud_link_expand(sim, &sim->links.list[i], deformation, force);
        thud_peak_raise(&sim->links.results[i].max_deformation, deformation, sim->motion.series.order, power);
        thud_peak_raise(&sim->links.results[i].max_force, force, sim->motion.series.order, power);
    }
}

void thud_account_peaks(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    double power[WIDTH], g[3] = {s->ground[0], 0, 0};
    thud_peak_powers(sigma, s->order, power);
    bool line = s->in_time && sim->loads.ground.omega == 0;
    for (int k = 0; k <= (line ? 1 : s->order); k++) {
        g[1] += s->ground[k] * power[k];
        g[2] += 0.125 * k * (k - 1) * fabs(s->ground[k] * power[k]);
    }
    if (sim->contacts.apart_count > 0) thud_approach_account(sim, power);
    if (s->by_modes) raise_spans(sim, sigma, g[2] / (THUD_MODAL_SPANS * THUD_MODAL_SPANS), power);
    else
        raise_span(sim, &(span){s->x, s->v, s->a, sim->motion.next_x, s->end_v, s->end_a, {g[0], g[1], g[2]}},
                   power);
    raise_contacts(sim, thud_series_value(s->time, s->order, sigma), power);
    if (sim->links.count > 0) raise_links(sim, power);
    if (sim->accounts.watches.count > 0) thud_watch_account(sim, sigma, power);
}
