/*
 * A step between events of links, with bounds in the place of searches.
 *
 * Between its ends a function is no further from the straight line through them than h²/8 times its largest second
 * derivative. Of an acceleration that is known from its coefficients, Σ k(k−1)|aₖ|h^(k−2); of a coordinate it is
 * the largest acceleration, max(|a₀|, |a₁|) and what that may be off; of a velocity the largest slope of the
 * acceleration, |a₁ − a₀|/h and h/2 times the former. To each of them what rounding may be is added.
 */
#include "simulate/straight/straight.h"

#include <math.h>
#include <string.h>

#include "numeric/wide.h"
#include "simulate/series/series_bodies.h"
#include "simulate/stepper.h"

enum { WIDTH = THUD_SERIES_WIDTH };

static const double ROUNDING = THUD_STRAIGHT_ROUNDING;

/* ---- bounds ---- */

THUD_WIDE static void bound(size_t n, double h, const double *restrict x0, const double *restrict x1,
                            const double *restrict v0, const double *restrict v1, const double *restrict a0,
                            const double *restrict a1, const double *restrict bent, double *restrict off_x,
                            double *restrict off_v) {
    for (size_t i = 0; i < n; i++) {
        double most = thud_larger(fabs(a0[i]), fabs(a1[i])) + bent[i];
        off_x[i] = 0.125 * h * h * most + ROUNDING * (fabs(x0[i]) + fabs(x1[i]));
        off_v[i] = 0.125 * h * fabs(a1[i] - a0[i]) + 0.5 * h * bent[i] + ROUNDING * (fabs(v0[i]) + fabs(v1[i]));
    }
}

/* by how much a displacement, a velocity or an acceleration may get beyond its peak, if it may at all */
THUD_WIDE static void exceed(size_t n, double g0, double g1, const double *restrict x0, const double *restrict x1,
                             const double *restrict v0, const double *restrict v1, const double *restrict a0,
                             const double *restrict a1, const double *restrict bent, const double *restrict off_x,
                             const double *restrict off_v, const double *restrict top_x,
                             const double *restrict top_v, const double *restrict top_a, double *restrict excess) {
    for (size_t i = 0; i < n; i++) {
        double x = thud_larger(fabs(x0[i]), fabs(x1[i])) + off_x[i] - top_x[i];
        double v = thud_larger(fabs(v0[i]), fabs(v1[i])) + off_v[i] - top_v[i];
        double a = (1 + ROUNDING) * thud_larger(fabs(a0[i] + g0), fabs(a1[i] + g1)) + bent[i] - top_a[i];
        excess[i] = thud_larger(thud_larger(x, v), a);
    }
}

/* the state at σ, and what lies off the straight lines to it */
static void bound_step(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    const thud_straight *w = &sim->motion.straight;
    size_t n = sim->structure.n;
    thud_series_values(s->x, n, s->order, sigma, sim->motion.next_x);
    thud_series_values(s->v, n, s->order, sigma, sim->motion.next_v);
    thud_series_bends(s->a, n, s->order, sigma, w->end, w->bent);
    bound(n, sigma, s->x, sim->motion.next_x, s->v, sim->motion.next_v, s->a, w->end, w->bent, w->off_x, w->off_v);
}

static void bound_links(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    const thud_body_motion *m = &sim->motion;
    thud_straight_step step = {.h = sigma,
                               .x0 = s->x,
                               .x1 = m->next_x,
                               .v0 = s->v,
                               .v1 = m->next_v,
                               .a0 = s->a,
                               .a1 = m->straight.end,
                               .bent = m->straight.bent};
    thud_straight_bound_links(sim, &step);
}

/* ---- gaps and links ---- */

/* ... or its bodies turn nearer to each other than ever */
static bool may_close(const thud_simulation *sim) {
    const thud_body_motion *m = &sim->motion;
    const thud_approach_step s = {m->x, m->next_x, m->v, m->next_v, m->straight.off_x, 1, m->series.step};
    for (size_t i = 0; i < sim->contacts.count; i++)
        if (thud_approach_look_at(sim, &sim->contacts.list[i], &s) == THUD_APPROACH_MAY_TURN) return true;
    return false;
}

/* the series of one link, and how far it gets by that; as thud_links_gather does it for all */
static void gather(thud_simulation *sim, size_t number) {
    const thud_links *m = &sim->links;
    const thud_series *s = &sim->motion.series;
    const thud_body_link *l = &m->list[number];
    double way = 0, change = 0;
    for (int k = s->order; k > 0; k--) {
        double d = thud_coefficient(sim, s->x, l->right, k) - thud_coefficient(sim, s->x, l->left, k);
        double rate = thud_coefficient(sim, s->v, l->right, k) - thud_coefficient(sim, s->v, l->left, k);
        m->deformation[(size_t)k * m->count + number] = d;
        m->rate[(size_t)k * m->count + number] = rate;
        way = (way + fabs(d)) * s->step;
        change = (change + fabs(rate)) * s->step;
    }
    m->way[number] = way;
    m->change[number] = change;
}

/* the first end of a branch; links that cannot come to one are not looked at */
static void look_at_links(thud_simulation *sim, thud_event *first) {
    const thud_links *m = &sim->links;
    if (!thud_straight_links_may_end(sim)) return;
    for (size_t i = 0; i < m->acting_count; i++) {
        size_t number = m->acting[i];
        if (sim->motion.straight.room[number] > 0) continue;
        gather(sim, number);
        thud_links_look_at(sim, number, first);
    }
}

/* ---- peaks ---- */

static void raise_body(thud_simulation *sim, size_t i, double g0, double g1, const double *power) {
    const thud_series *s = &sim->motion.series;
    const thud_body_motion *m = &sim->motion;
    const thud_straight *w = &m->straight;
    thud_body_summary *peak = &sim->accounts.bodies[i];
    thud_straight_course x = {s->x[i], m->next_x[i], w->off_x[i], s->v[i], m->next_v[i], w->off_v[i]};
    thud_straight_course v = {s->v[i], m->next_v[i], w->off_v[i], s->a[i], w->end[i], (1 + ROUNDING) * w->bent[i]};
    thud_straight_course a = {s->a[i] + g0, w->end[i] + g1, w->bent[i], 0, 0, 0};
    double c[WIDTH];
    if (thud_straight_turns(&x, &peak->max_displacement)) {
        thud_series_gather(s->x, sim->structure.n, i, s->order, c);
        thud_peak_raise(&peak->max_displacement, c, s->order, power);
    }
    if (thud_straight_turns(&v, &peak->max_velocity)) {
        thud_series_gather(s->v, sim->structure.n, i, s->order, c);
        thud_peak_raise(&peak->max_velocity, c, s->order, power);
    }
    if (thud_straight_turns(&a, &peak->max_acceleration)) {
        thud_series_gather(s->a, sim->structure.n, i, s->order, c);
        for (int k = 0; k <= s->order; k++) c[k] += s->ground[k];
        thud_peak_raise(&peak->max_acceleration, c, s->order, power);
    }
}

static void search_link(thud_simulation *sim, size_t i, const double *power) {
    const thud_series *s = &sim->motion.series;
    const thud_straight *w = &sim->motion.straight;
    const thud_body_link *l = &sim->links.list[i];
    double deformation[WIDTH], force[WIDTH];
    for (int k = 0; k <= s->order; k++) {
        deformation[k] = thud_coefficient(sim, s->x, l->right, k) - thud_coefficient(sim, s->x, l->left, k);
        double rate = thud_coefficient(sim, s->v, l->right, k) - thud_coefficient(sim, s->v, l->left, k);
        force[k] = w->stiffness[i] * deformation[k] + w->drag[i] * rate + (k == 0 ? w->offset[i] : 0);
    }
    thud_peak_raise(&sim->links.results[i].max_deformation, deformation, s->order, power);
    thud_peak_raise(&sim->links.results[i].max_force, force, s->order, power);
}

/* whether a body or a link may have a new peak up to σ, where the bounds end */
static bool may_peak(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    const thud_straight *w = &sim->motion.straight;
    double g0 = s->ground[0], g1 = g0 + s->ground[1] * sigma;
    thud_straight_take_peaks(sim);
    exceed(sim->structure.n, g0, g1, s->x, sim->motion.next_x, s->v, sim->motion.next_v, s->a, w->end, w->bent,
           w->off_x, w->off_v, w->top_x, w->top_v, w->top_a, w->excess);
    return thud_straight_links_may_peak(sim) || thud_series_any_above(w->excess, sim->structure.n);
}

/* an event ends the step at σ: the state there, and other bounds where those of the whole step leave room for a
 * peak */
static bool shorten(thud_simulation *sim, double sigma, bool may) {
    const thud_series *s = &sim->motion.series;
    if (may) {
        bound_step(sim, sigma);
        bound_links(sim, sigma);
        return may_peak(sim, sigma);
    }
    thud_series_values(s->x, sim->structure.n, s->order, sigma, sim->motion.next_x);
    thud_series_values(s->v, sim->structure.n, s->order, sigma, sim->motion.next_v);
    thud_series_values(s->a, sim->structure.n, s->order, sigma, sim->motion.straight.end);
    return false;
}

static void raise_peaks(thud_simulation *sim, double sigma, bool may) {
    const thud_series *s = &sim->motion.series;
    const thud_straight *w = &sim->motion.straight;
    double power[WIDTH], g0 = s->ground[0], g1 = g0 + s->ground[1] * sigma;
    bool watched = sim->accounts.watches.count > 0;
    if (!may && !watched) return;
    sim->motion.straight.has_peaks = false;
    thud_peak_powers(sigma, s->order, power);
    for (size_t i = 0; may && i < sim->structure.n; i++)
        if (w->excess[i] > 0) raise_body(sim, i, g0, g1, power);
    for (size_t i = 0; may && i < sim->links.count; i++)
        if (w->above[i] > 0 && thud_straight_link_turns(sim, i)) search_link(sim, i, power);
    if (watched) thud_watch_account(sim, sigma, power);
}

/* ---- the stepper ---- */

/* whether the structure is by itself is asked in every step */
static bool fits(const thud_simulation *sim) {
    return sim->links.acting_count > 0 && sim->links.shaped_count == 0 && !sim->structure.influence;
}

/* a branch that ends where it begins is passed over: what there is to be seen of the instant is seen on the next */
static void go(thud_simulation *sim, const thud_event *event) {
    const thud_series *s = &sim->motion.series;
    double sigma = event->at;
    size_t size = sim->structure.n * sizeof(double);
    if (sigma == 0) return;
    thud_account_samples(sim, sigma, event->kind != THUD_EVENT_NONE);
    bool may = may_peak(sim, s->step);
    if (sigma < s->step) may = shorten(sim, sigma, may);
    thud_straight_account(sim, sigma);
    raise_peaks(sim, sigma, may);
    sim->motion.time += s->to_horizon && sigma == s->step ? s->horizon : sigma;
    memcpy(sim->motion.x, sim->motion.next_x, size);
    memcpy(sim->motion.v, sim->motion.next_v, size);
    thud_approach_take(sim, sim->motion.x);
    thud_interfaces_forget(sim);
}

static void move_loads(thud_simulation *sim) {
    const thud_series *s = &sim->motion.series;
    double until = thud_loads_until(&sim->loads, sim->motion.end);
    /* at a break to the bit, whatever the sum of steps has become */
    if (s->to_horizon && fabs(sim->motion.time - until) <= 1e-9 * s->horizon) sim->motion.time = until;
    thud_loads_move(&sim->loads, sim->motion.time);
}

static thud_step_result advance(thud_simulation *sim, thud_event *event) {
    const thud_series *s = &sim->motion.series;
    size_t counted = sim->accounts.summary.solver.rhs_evaluations;
    if (!thud_series_is_alone(sim) || sim->contacts.followed) return THUD_STEP_PASSES;
    bool expanded = thud_series_expand(sim);
    if (expanded) bound_step(sim, s->step);
    if (!expanded || may_close(sim)) {
        sim->accounts.summary.solver.rhs_evaluations = counted;
        return THUD_STEP_PASSES;
    }
    *event = (thud_event){THUD_EVENT_NONE, 0, s->step};
    thud_straight_list(sim);
    bound_links(sim, s->step);
    look_at_links(sim, event);
    go(sim, event);
    move_loads(sim);
    return THUD_STEP_TAKEN;
}

const thud_stepper thud_stepper_straight = {"links on straight branches", fits, advance};
