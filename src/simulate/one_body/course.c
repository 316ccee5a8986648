/* What every chart does with its course: peaks, energy, and what an observer sees. */
#include "numeric/series/polynomial.h"
#include "simulate/one_body/one_body.h"
#include "simulate/record/flow_inside.h"

/* ---- peaks ---- */

static inline void raise(double *peak, double value) {
    if (value > *peak) *peak = value;
}

/* Σ k (k − 1) |cₖ|: no second derivative between 0 and 1 is larger */
static double turn_of(const double *c, int stride, int order) {
    double sum = 0;
    for (int k = 2; k <= order; k++) sum += thud_course_turn(k) * fabs(c[k * stride]);
    return sum;
}

/*
 * Whether the slope of a series changes in one direction only between 0 and s ≤ 1: the first term of its second
 * derivative, of order j, is larger than all others together. At s it is |tⱼ| sʲ⁻² against Σ |tₖ| sᵏ⁻², and with
 * s ≤ 1 no ratio of the two is larger than at 1.
 */
static bool bends_one_way(const double *c, int stride, int order, double turn) {
    int j = 2;
    while (j < order && c[j * stride] == 0) j++; /* next to δ = 0 series begin with zeros */
    return 2 * thud_course_turn(j) * fabs(c[j * stride]) > turn;
}

/* A series, every stride-th number, between 0 and `end`: its values there, and its slopes up to a factor above
 * zero. */
typedef struct {
    const double *c;
    int stride, order;
    double end, from, to, slope0, slope1;
} span;

/*
 * Raises a peak to the largest |value| of a span. Between its ends a function is no further from the straight line
 * through them than h²/8 times its largest second derivative, here `turn` at most, and the line no further from
 * zero than its ends. Where that might be a new peak, and the slope changes in one direction only, its signs at the
 * ends tell whether it is zero between them, once. Otherwise all its zeros are searched for.
 */
static void raise_to_span(double *peak, const span *s, double near) {
    double ends = thud_larger(fabs(s->from), fabs(s->to)), turn = turn_of(s->c, s->stride, s->order);
    if (ends + 0.125 * s->end * s->end * turn <= *peak) return;
    raise(peak, ends);
    if (bends_one_way(s->c, s->stride, s->order, turn)) {
        if (s->slope0 * s->slope1 < 0)
            raise(peak, thud_series_summit(s->c, s->stride, s->order, s->end, s->slope0, s->slope1, near));
        return;
    }
    double all[THUD_SERIES_WIDTH];
    for (int k = 0; k <= s->order; k++) all[k] = s->c[k * s->stride];
    raise(peak, thud_polynomial_peak(all, s->order, s->end, NULL));
}

void thud_course_take_instant(thud_simulation *sim, const thud_chart *p, const thud_instant *at) {
    raise(&sim->accounts.bodies[0].max_displacement, fabs(p->gap + at->depth));
    thud_approach_take(sim, &at->x);
    if (!p->contact) return;
    raise(&p->contact->entry.max_force, sim->structure.mass[0] * at->force);
    raise(&p->contact->entry.max_penetration, at->depth);
}

/* the slopes of a series at both ends: known in time, otherwise its own */
typedef struct {
    double from, to;
} slopes;

static inline slopes slopes_of(const thud_chart_course *c, const double *series, int stride, int order, double from,
                               double to) {
    if (!c->by_root) return (slopes){from, to};
    int k = 1;
    while (k < order && series[k * stride] == 0) k++; /* next to δ = 0 series begin with zeros */
    return (slopes){series[k * stride], thud_series_jet_at(series, stride, order, c->end).slope};
}

/* the same for the force, whose largest value has to be found in every impact; its ends are taken in elsewhere, and
 * `turn` is known */
static void raise_force(thud_simulation *sim, const thud_chart *p, const thud_chart_course *c,
                        const thud_instant *from, const thud_instant *to, double near) {
    int order = c->order - 1;
    double *peak = &p->contact->entry.max_force, before = *peak * sim->structure.inverse_mass[0], top = 0;
    if (thud_larger(from->force, to->force) + 0.125 * c->end * c->end * c->turn <= before) return;
    slopes s = slopes_of(c, c->force, 1, order, from->jerk, to->jerk);
    if (!bends_one_way(c->force, 1, order, c->turn)) top = thud_polynomial_maximum(c->force, order, c->end, NULL);
    else if (s.from > 0 && s.to <= 0) top = thud_series_summit(c->force, 1, order, c->end, s.from, s.to, near);
    if (top > before) *peak = sim->structure.mass[0] * top;
}

/* in flight, where it turns: the largest x, taken in as a place where it was */
static void raise_approach(thud_simulation *sim, const thud_chart_course *c) {
    double up[THUD_SERIES_WIDTH], down[THUD_SERIES_WIDTH], power[THUD_SERIES_WIDTH];
    double highest = -INFINITY, lowest = -INFINITY;
    for (int k = 0; k <= c->order; k++) {
        up[k] = c->motion[k][0];
        down[k] = -up[k];
    }
    thud_peak_powers(c->end, c->order, power);
    thud_peak_raise_maximum(&highest, up, c->order, power);
    thud_peak_raise_maximum(&lowest, down, c->order, power);
    lowest = -lowest;
    thud_approach_take(sim, &highest);
    thud_approach_take(sim, &lowest);
}

/* δ has its largest value inside the step only if δ̇ changes its sign there */
static void raise_depth(thud_simulation *sim, const thud_chart *p, const thud_chart_course *c,
                        const thud_instant *from, const thud_instant *to, double near) {
    if (fabs(from->rate) > c->bend) return;
    const double *place = (const double *)c->motion;
    double last = c->by_root ? thud_series_value_by(place, 2, c->order, c->end) : to->depth;
    span s = {place, 2, c->order, c->end, place[0], last, from->rate, to->rate};
    double *most = &sim->accounts.bodies[0].max_displacement;
    if (!p->contact) {
        if (thud_larger(fabs(from->x), fabs(to->x)) + c->bulge > *most) raise_to_span(most, &s, near);
        if (sim->contacts.apart_count > 0) raise_approach(sim, c);
        return;
    }
    double top = 0;
    raise_to_span(&top, &s, near);
    double depth = c->by_root ? thud_instant_power(top, p->root) : top;
    raise(&p->contact->entry.max_penetration, depth);
    raise(most, p->gap + depth);
    const double deepest = p->side * (p->gap + depth); /* the nearest to a stop beyond this one */
    thud_approach_take(sim, &deepest);
}

/*
 * δ̇ is no further from δ̇₀, nor from a straight line between its ends, than the sum of its other terms; the absolute
 * acceleration is gravity − K x − C ẋ − f, and no further from such a line than its parts are together.
 */
static void raise_peaks(thud_simulation *sim, const thud_chart *p, const thud_chart_course *c,
                        const thud_instant *from, const thud_instant *to, const double *ground) {
    thud_body_summary *b = &sim->accounts.bodies[0];
    double near = thud_larger(10 * p->near, 1e-4); /* its cube is a hundredth of the tolerance */
    if (p->contact) raise_force(sim, p, c, from, to, near);
    raise_depth(sim, p, c, from, to, near);
    if (fabs(from->v) + c->bend > b->max_velocity) {
        double a0 = p->side * (from->a - ground[0]), a1 = p->side * (to->a - ground[1]);
        const double *rate = (const double *)c->motion + 1;
        slopes slope = slopes_of(c, rate, 2, c->order, a0, a1);
        span s = {rate, 2, c->order, c->end, from->rate, to->rate, slope.from, slope.to};
        raise_to_span(&b->max_velocity, &s, near);
    }
    double bent = p->stiffness * c->bulge + p->damping * c->bend + 0.125 * c->turn;
    if (thud_larger(fabs(from->a), fabs(to->a)) + bent > b->max_acceleration) {
        slopes slope = slopes_of(c, c->pull, 1, c->order - 1, p->side * from->slope, p->side * to->slope);
        span s = {c->pull, 1, c->order - 1, c->end, from->a, to->a, slope.from, slope.to};
        raise_to_span(&b->max_acceleration, &s, near);
    }
}

/* ---- energy ---- */

/* ∫ δ̇² dt, ∫ δⁿ δ̇² dt, ∫ f dt, ∫ (δ − δ₀) dt */
typedef struct {
    double squares, losses, impulse, area;
} integrals;

enum { MOST_NODES = 12 };

/* δⁿ and δᵖ as whole powers of z, or both as δⁿ by itself where the root is 0; they are known when this is
 * compiled, or are not */
typedef struct {
    int root, spring, drag;
    double n, p;
} powers;

/* at points, side by side, so that none waits for another; their number and the powers are known when this is
 * compiled, if they can be */
static inline __attribute__((always_inline)) integrals sum_up(const thud_simulation *sim, const thud_chart *p,
                                                              const thud_chart_course *c, double depth0, int nodes,
                                                              powers by) {
    const double *node = sim->accounts.gauss[nodes].node, *weight = sim->accounts.gauss[nodes].weight;
    double place[MOST_NODES], rate[MOST_NODES];
    int order = c->order;
    for (int g = 0; g < nodes; g++) {
        place[g] = c->motion[order][0];
        rate[g] = c->motion[order][1];
    }
    for (int k = order - 1; k >= 0; k--)
        for (int g = 0; g < nodes; g++) {
            place[g] = place[g] * (c->end * node[g]) + c->motion[k][0];
            rate[g] = rate[g] * (c->end * node[g]) + c->motion[k][1];
        }
    integrals sum = {0};
    for (int g = 0; g < nodes; g++) {
        double depth = by.root > 0 ? thud_instant_power(place[g], by.root) : place[g],
               duration = c->length * c->end * weight[g];
        if (by.root > 0) duration *= by.root * thud_instant_power(place[g], by.root - 1);
        double square = duration * rate[g] * rate[g];
        sum.squares += square;
        sum.area += duration * (depth - depth0);
        if (by.root == 0 && by.n == 0) continue;
        double u = by.root > 0 ? thud_instant_power(place[g], by.spring)
                               : depth * thud_instant_root(depth, by.n - 1),
               w = by.drag == by.spring ? u
                   : by.root > 0        ? thud_instant_power(place[g], by.drag)
                                        : thud_instant_root(depth, by.p);
        sum.losses += w * square;
        sum.impulse += duration * (p->spring * u + p->drag * w * rate[g]);
    }
    return sum;
}

/* the terms of the integrands fall as fast as those of the series: it takes no more points than that */
static inline __attribute__((always_inline)) integrals
integrate(const thud_simulation *sim, const thud_chart *p, const thud_chart_course *c, double depth0, powers by) {
    return c->order <= 11 ? sum_up(sim, p, c, depth0, 4, by) : sum_up(sim, p, c, depth0, 8, by);
}

static integrals integrals_of(const thud_simulation *sim, const thud_chart *p, const thud_chart_course *c,
                              double depth0) {
    static const powers flight = {0}, hertz_by_root = {2, 3, 3, 1.5, 1.5}, hertz = {.n = 1.5};
    if (!p->contact && c->order <= 4) /* no contact has a series so short */
        return sum_up(sim, p, c, depth0, 2, flight);
    if (!p->contact) return integrate(sim, p, c, depth0, flight);
    if (!c->by_root && p->n == 1.5 && !thud_chart_has_two_powers(p)) return integrate(sim, p, c, depth0, hertz);
    if (!c->by_root)
        return integrate(sim, p, c, depth0, (powers){.drag = thud_chart_has_two_powers(p), .n = p->n, .p = p->p});
    if (p->root == 2 && p->spring_power == 3 && p->drag_power == 3)
        return integrate(sim, p, c, depth0, hertz_by_root);
    /* δⁿ dt alone is of z to the power q n + q − 1 */
    return sum_up(sim, p, c, depth0, MOST_NODES, (powers){p->root, p->spring_power, p->drag_power, p->n, p->p});
}

/* work of the ground in parts: ∫ a ẋ dt = a (x − x₀) − a′ ∫ (x − x₀) dt */
static void account_energy(thud_simulation *sim, const thud_chart *p, const thud_chart_course *c,
                           const thud_instant *from, const thud_instant *to, double ground_end,
                           double ground_slope) {
    integrals sum = integrals_of(sim, p, c, from->depth);
    double m = sim->structure.mass[0], way = to->depth - from->depth;
    sim->accounts.energy.dissipated += m * p->damping * sum.squares;
    sim->accounts.energy.input +=
        m * p->side * ((sim->structure.gravity - ground_end) * way + ground_slope * sum.area);
    if (!p->contact) return;
    double lost = m * p->drag * sum.losses;
    sim->accounts.energy.impact += lost;
    p->contact->entry.energy_lost += lost;
    p->contact->entry.impulse += m * sum.impulse;
}

void thud_course_account(thud_simulation *sim, const thud_chart *p, const thud_chart_course *c,
                         const thud_instant *from, const thud_instant *to, const double *ground,
                         double ground_slope) {
    account_energy(sim, p, c, from, to, ground[1], ground_slope);
    raise_peaks(sim, p, c, from, to, ground);
    sim->accounts.summary.solver.rhs_evaluations += (size_t)c->order;
}

/* ---- the end of a step ---- */

void thud_course_arrive(thud_simulation *sim, const thud_chart *p, const thud_instant *to, double end,
                        double horizon, thud_arrival how) {
    double force = p->contact ? sim->structure.mass[0] * to->force : 0;
    thud_flow_look_inside(sim, end, horizon);
    if (how == THUD_ARRIVAL_EVENT) thud_flow_show_event(sim, &to->x, &to->v, &to->a, end, p->contact, force);
    if (how == THUD_ARRIVAL_HORIZON && thud_flow_sees_end(sim, end, horizon))
        thud_flow_hand_over(sim, &to->x, &to->v, &to->a, end, p->contact, force);
    sim->motion.x[0] = to->x;
    sim->motion.v[0] = to->v;
    sim->motion.time = end;
}
