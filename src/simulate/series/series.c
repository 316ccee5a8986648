/*
 * Expands the motion order by order: contacts and links give accelerations, these the next order of velocities and
 * coordinates; and chooses the clock, the order and the step.
 */
#include "simulate/series/series.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/series/polynomial.h"
#include "simulate/matrices.h"
#include "simulate/modal/modal.h"
#include "simulate/series/series_bodies.h"
#include "simulate/series/series_terms.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = THUD_SERIES_ORDER, LOWEST = 4, USUAL_TERMS = 3 };

/* ---- the contacts ---- */

static void raise_clock(thud_series *s, const thud_body_contact *t, int k) {
    if (k > 0) s->root[k] = t->series->rate[k - 1] * THUD_RECIPROCAL[k];
    for (int i = 0; i < t->powers.plan.count; i++)
        s->powers[i][k] = thud_series_product(thud_terms_clock(s, t->powers.plan.product[i].left),
                                              thud_terms_clock(s, t->powers.plan.product[i].right), k);
    s->pace[k] = t->root * thud_terms_clock(s, t->powers.pace)[k];
}

static inline double difference(const thud_simulation *sim, const double *series, const thud_body_contact *t,
                                int k) {
    return thud_contact_along(t, series + (size_t)k * sim->structure.n);
}

static void raise_contacts(thud_simulation *sim, int k) {
    thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_STICKING) continue;
        thud_contact_series *c = t->series;
        c->rate[k] = k == 0 ? thud_simulation_rate(sim, t) : difference(sim, s->v, t, k);
        if (k > 0) c->depth[k] = difference(sim, s->x, t, k);
        bool is_clock = (int)t->number == s->clock;
        if (is_clock) raise_clock(s, t, k);
        thud_terms_force(s, t, is_clock, k);
        if (k == 0 && t->state.force_is_zero) c->force[0] = 0;
    }
}

static void push_apart(thud_simulation *sim, double *a, int k) {
    const double *inverse_mass = sim->structure.inverse_mass;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_ACTIVE)
            thud_direction_push(thud_contact_direction(t), t->series->force[k], inverse_mass, a);
    }
}

/* ---- the structure and its loads ---- */

static void add_damping_matrix(const thud_simulation *sim, int k) {
    const double *v = sim->motion.series.v + (size_t)k * sim->structure.n;
    double *a = sim->motion.series.a + (size_t)k * sim->structure.n;
    for (size_t i = 0; i < sim->structure.n; i++)
        a[i] -= thud_structure_drag(&sim->structure, i, v) * sim->structure.inverse_mass[i];
}

static void raise_push(const thud_series *s, thud_push *p, int k) {
    thud_terms_load(&p->load, s, p->series, p->sine, p->cosine, k);
}

static void raise_accelerations(thud_simulation *sim, int k) {
    thud_series *s = &sim->motion.series;
    thud_terms_load(&sim->loads.ground, s, s->ground, sim->loads.sine, sim->loads.cosine, k);
    double common = (k == 0 ? sim->structure.gravity : 0) - s->ground[k];
    if (s->by_modes) {
        for (size_t i = 0; i < sim->loads.push_count; i++) raise_push(s, &sim->loads.pushes[i], k);
        thud_modal_accelerate(sim, common, k);
        return;
    }
    const double *v = s->v + (size_t)k * sim->structure.n;
    double *a = s->a + (size_t)k * sim->structure.n;
    const bool given = sim->structure.influence; /* matrices, which see to what is common to all */
    thud_chain_accelerate(&sim->structure.chain, given ? 0 : common, s->x + (size_t)k * sim->structure.n, v, a);
    if (sim->structure.damping_matrix) add_damping_matrix(sim, k);
    if (sim->links.acting_count > 0) thud_links_raise(sim, k, a);
    if (sim->supports.count > 0) thud_supports_raise(sim, k, a);
    for (size_t i = 0; i < sim->loads.push_count; i++) {
        thud_push *p = &sim->loads.pushes[i];
        raise_push(s, p, k);
        a[p->body] += p->series[k] * sim->structure.inverse_mass[p->body];
    }
    if (given) thud_matrices_raise(sim, common, k, a);
    push_apart(sim, a, k);
    if (sim->rest.count > 0) thud_rest_react(sim, k);
}

static void raise_motion(thud_simulation *sim, int k) {
    thud_series *s = &sim->motion.series;
    double share = THUD_RECIPROCAL[k + 1];
    size_t n = sim->structure.n, here = (size_t)k * n, next = here + n;
    const thud_modal *m = sim->structure.modal;
    double *x = s->by_modes ? m->x : s->x, *v = s->by_modes ? m->v : s->v, *a = s->by_modes ? m->a : s->a;
    s->time[k + 1] = s->in_time ? k == 0 : s->pace[k] * share;
    if (s->in_time) {
        thud_series_scale(n, share, v + here, x + next);
        thud_series_scale(n, share, a + here, v + next);
    } else {
        thud_series_products(s->pace, v, n, k, share, x + next);
        thud_series_products(s->pace, a, n, k, share, v + next);
    }
    if (s->by_modes) thud_modal_follow(sim, k + 1);
}

/* ---- how far ---- */

/* the contact that is nearest to its singular point, in time; −1 when none is near the step to come */
static int choose_clock(const thud_simulation *sim, double horizon) {
    int clock = -1;
    double nearest = sim->motion.probe_order > 0 ? INFINITY : 1.0 * horizon;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase != THUD_PHASE_ACTIVE || t->root < 2) continue;
        double distance = t->series->depth[0] / fabs(thud_simulation_rate(sim, t));
        if (!(distance < nearest)) continue;
        nearest = distance;
        clock = (int)t->number;
    }
    return clock;
}

static double root_of(double depth, int q) { return q == 2 ? sqrt(depth) : pow(depth, 1.0 / q); }

/* roughly the σ that the horizon is away, from the present speed */
static double horizon_in_sigma(const thud_simulation *sim, const thud_body_contact *t, double horizon) {
    double rate = thud_simulation_rate(sim, t), depth = t->series->depth[0];
    double z = root_of(depth, t->root), later = depth + rate * horizon;
    if (later <= 0) return 1.2 * (z > 0 ? z : root_of(-later, t->root)) / fabs(rate); /* z = 0: it ends at once */
    /* z₁^q − z₀^q = (z₁ − z₀) Σ z₁^i z₀^(q−1−i), and the sum is the mean pace */
    double to = root_of(later, t->root), sum = 1, power = 1;
    for (int i = 1; i < t->root; i++) {
        power *= to;
        sum = sum * z + power;
    }
    return 1.1 * horizon / sum;
}

/* the larger of two is the second one where that is not a number */
static double largest_velocity(const thud_simulation *sim, int k) {
    /* what the reactions before it add, though the bodies that they hold may stand still */
    if (sim->motion.series.by_modes) return thud_modal_largest(sim, k);
    double held = k > 0 && sim->rest.count > 0 ? THUD_RECIPROCAL[k] * thud_rest_largest(sim, k - 1) : 0;
    return thud_larger(held,
                       thud_series_largest(sim->motion.series.v + (size_t)k * sim->structure.n, sim->structure.n));
}

/*
 * The order at which work per length is least, n² tol^(−1/n), plus some for what a step costs beside its series
 * (Jorba & Zou 2005).
 */
static int order_for(double tolerance) {
    static const int LEAST = 8;
    int order = 2 * (int)(-log(tolerance) / 4 + 4);
    return order > HIGHEST ? HIGHEST : order < LEAST ? LEAST : order;
}

/* the step at which the last terms stay below the tolerance */
static double step_for(const double *top, int order, int terms, double tolerance, double step) {
    for (int round = 0; round < 4; round++) {
        double scale = fmax(top[0], fmax(top[1] * step, top[2] * step * step));
        if (tolerance * scale < DBL_MIN) return step; /* at rest */
        double shorter = step;
        for (int k = order; k > order - terms && k > 2; k--)
            if (top[k] > 0) shorter = fmin(shorter, pow(tolerance * scale / top[k], THUD_RECIPROCAL[k]));
        if (shorter > 0.99 * step) return shorter;
        step = shorter;
    }
    return step;
}

/*
 * Next to δ = 0 many terms are asked to be small, since most of them are; as many of a step that stays away from it
 * would make it very short. As far as half the way to z = 0 the usual ones will do.
 */
static double step_away_from_zero(const thud_simulation *sim, const double *top, const thud_series_goal *goal,
                                  double step) {
    const thud_series *s = &sim->motion.series;
    if (s->in_time || sim->contacts.list[s->clock].root <= 2) return step;
    double away = 0.5 * s->root[0] / fabs(thud_simulation_rate(sim, &sim->contacts.list[s->clock]));
    if (!(away > step)) return step;
    return fmax(step, fmin(away, step_for(top, goal->highest, USUAL_TERMS, goal->tolerance, goal->far)));
}

static bool is_nonlinear(const thud_simulation *sim) {
    if (sim->links.acting_count > 0 && thud_links_are_curved(sim)) return true;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_ACTIVE && !t->linear) return true;
    }
    return false;
}

/* whether a contact acts whose exponent no small root makes regular */
static bool is_without_root(const thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_ACTIVE && t->root == 0) return true;
    }
    return false;
}

static void start_series(thud_simulation *sim) {
    thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < sim->structure.n; i++) {
        s->x[i] = sim->motion.x[i];
        s->v[i] = sim->motion.v[i];
    }
    if (sim->links.shaped_count > 0) thud_dampers_follow(sim);
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        t->series->depth[0] = thud_simulation_depth(sim, t);
        /* a power of a penetration that is rounding below zero would not be a number */
        if (t->phase == THUD_PHASE_ACTIVE && t->root >= 2 && t->series->depth[0] < 0) t->series->depth[0] = 0;
        t->series->inverse_depth = 1 / t->series->depth[0];
    }
    s->horizon = thud_simulation_break(sim) - sim->motion.time;
    s->clock = choose_clock(sim, s->horizon);
    s->in_time = s->clock < 0;
    s->time[0] = 0;
    if (!s->in_time) {
        const thud_body_contact *t = &sim->contacts.list[s->clock];
        s->root[0] = root_of(t->series->depth[0], t->root);
    }
}

bool thud_series_accelerations(thud_simulation *sim) {
    sim->motion.series.by_modes = false;
    start_series(sim);
    raise_contacts(sim, 0);
    raise_accelerations(sim, 0);
    for (size_t i = 0; i < sim->structure.n; i++)
        if (!(fabs(sim->motion.series.a[i]) < INFINITY)) return false;
    return true;
}

/* one order of everything; the largest velocity */
static double raise_order(thud_simulation *sim, int k) {
    raise_contacts(sim, k);
    raise_accelerations(sim, k);
    raise_motion(sim, k);
    return largest_velocity(sim, k);
}

/* order by order; the order reached, more than `highest` when that was not enough, −1 when a
 * coefficient is too large */
static int raise_all(thud_simulation *sim, const thud_series_goal *goal, double *top) {
    if (thud_series_is_alone(sim)) return thud_series_raise_alone(sim, goal, top);
    thud_terms_so_far so_far = {.length = 1, .before = INFINITY};
    /* what a link does may be next to nothing beside the motion, and is to be right as well */
    bool curved = sim->links.acting_count > 0 && thud_links_are_curved(sim);
    for (int k = 0; k <= goal->highest; k++) {
        top[k] = raise_order(sim, k);
        if (curved && k > 0) top[k] = thud_larger(top[0] * thud_links_curve(sim, k), top[k]);
        if (!(top[k] < THUD_TERMS_LARGEST)) return -1;
        if (thud_terms_end(goal, top[k], k, &so_far)) return k;
    }
    return goal->highest + 1;
}

/* a contact with a power of its penetration that has a singular point at δ = 0, and that is not the clock */
static bool is_singular(const thud_simulation *sim, const thud_body_contact *t) {
    return t->phase == THUD_PHASE_ACTIVE && !t->linear && t->root != 1 &&
           (int)t->number != sim->motion.series.clock;
}

/* the coefficients of such a power grow by |δ̇|/δ from each to the next: no further than a double goes */
static int order_that_fits(const thud_simulation *sim, int order) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (!is_singular(sim, t)) continue;
        double growth = fabs(thud_simulation_rate(sim, t)) * t->series->inverse_depth;
        if (growth > 1e10 && log10(growth) * order > 280) order = (int)(280 / log10(growth)); /* 28 · 10 */
    }
    return order;
}

/*
 * Its force, which may be next to nothing beside the motion, is to be right as well: not too near to δ = 0. Its
 * coefficients fall like k^(−n−1) times the share of the way there to the power of k; that share may be 0.65, or
 * whatever it is where they have become small. The larger of each two is looked at, since a pair of complex zeros
 * makes them rise and fall.
 */
static double step_of_force(const thud_body_contact *t, int k, double tolerance, double step) {
    static const double MOST = 0.65;
    const double *f = t->series->force;
    double last = thud_larger(fabs(f[k]) * step, fabs(f[k - 1])),
           before = thud_larger(fabs(f[k - 2]) * step, fabs(f[k - 3]));
    double share = before > 0 ? step * sqrt(last / before) : 0;
    if (share < 0.1 || last * pow(step, k - 1) <= 100 * tolerance * fabs(f[0])) return step;
    share *= pow(k / (k - 2.0), 0.5 * (t->branch.n + 1));
    if (share > MOST) step *= MOST / share;
    /* where the last terms happen to be small, since they change their sign, δ = 0 itself says how near it is */
    if (thud_polynomial_keeps_sign(t->series->depth, k, step / MOST)) return step;
    return fmin(step, MOST * thud_polynomial_first_root(t->series->depth, k, step / MOST));
}

static double step_before_singular(const thud_simulation *sim, double tolerance, double step) {
    const thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (!is_singular(sim, t)) continue;
        const double *depth = t->series->depth;
        if (s->order >= 4) step = step_of_force(t, s->order, tolerance, step);
        else
            while (step >= DBL_MIN && !thud_polynomial_keeps_sign(depth, s->order, 1.6 * step)) step *= 0.7;
    }
    return step >= DBL_MIN ? step : 0; /* below that 0.7 of a double may be the same double */
}

/* beyond the critical damping a contact takes as many more steps, and what they leave out adds up */
static double overdamping(const thud_simulation *sim) {
    double most = 1;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase != THUD_PHASE_ACTIVE || t->branch.c == 0 || t->branch.p == 0) continue;
        most = thud_larger(most, thud_body_contact_damping_ratio(t, t->series->depth[0]));
    }
    return most;
}

/* what the step to come asks of its series */
static thud_series_goal goal_of(const thud_simulation *sim, bool probe) {
    const thud_series *s = &sim->motion.series;
    bool nonlinear = is_nonlinear(sim);
    double tolerance = nonlinear ? sim->motion.contact_tolerance : sim->motion.linear_tolerance;
    double finest = sim->motion.linear_tolerance;
    /* many steps, from the skin on */
    if (nonlinear && is_without_root(sim)) tolerance = thud_larger(0.02 * tolerance, finest);
    if (nonlinear) tolerance = thud_larger(tolerance / overdamping(sim), finest);
    /* with δ² only every third coefficient may be of any size */
    thud_series_goal goal = {order_for(tolerance), nonlinear ? USUAL_TERMS : 2, 4, s->horizon, tolerance};
    if (nonlinear) goal.highest = order_that_fits(sim, goal.highest);
    if (!s->in_time) {
        const thud_body_contact *t = &sim->contacts.list[s->clock];
        goal.far = horizon_in_sigma(sim, t, s->horizon);
        /* near δ = 0 only every q(n + 1)-th coefficient may be of any size: fewer would be taken for convergence */
        double change = goal.far * fabs(thud_simulation_rate(sim, t));
        bool near = s->root[0] < (t->root > 2 ? 2 : 0.1) * change; /* of z^18 the middle is as small as its start */
        goal.terms = near ? (int)ceil(t->root * (t->branch.n + 1)) : USUAL_TERMS;
        goal.least = t->root + 2; /* time is a whole power of z, however little the velocity changes */
    }
    if (probe) {
        goal.highest = sim->motion.probe_order;
        goal.terms = WIDTH;
    }
    return goal;
}

bool thud_series_expand(thud_simulation *sim) {
    thud_series *s = &sim->motion.series;
    s->by_modes = thud_modal_begin(sim);
    start_series(sim);
    bool probe = sim->motion.probe_order > 0 && is_nonlinear(sim);
    thud_series_goal goal = goal_of(sim, probe);
    double top[WIDTH];
    int k = raise_all(sim, &goal, top);
    /* coefficients next to a singular point may get too large before they are needed */
    while (k < 0 && goal.highest > LOWEST && !probe) {
        goal.highest = goal.highest / 2 > LOWEST ? goal.highest / 2 : LOWEST;
        k = raise_all(sim, &goal, top);
    }
    if (k < 0) return false;
    sim->accounts.summary.solver.rhs_evaluations += (size_t)k;
    s->order = k < goal.highest ? k : goal.highest;
    if (probe) s->step = sim->motion.probe_step;
    else if (k <= goal.highest) s->step = goal.far;
    else {
        s->step = step_for(top, goal.highest, goal.terms, goal.tolerance, goal.far);
        s->step = step_away_from_zero(sim, top, &goal, s->step);
    }
    if (!probe) s->step = step_before_singular(sim, goal.tolerance, s->step);
    if (!s->in_time) {
        /* beyond z = 0 time would run backwards */
        double turn = thud_polynomial_first_root(s->root, s->order, s->step),
               limit = turn < s->step ? turn : s->step;
        s->to_horizon = thud_series_value(s->time, s->order, limit) >= s->horizon;
        if (s->to_horizon) s->step = thud_series_sigma(s, s->horizon, limit);
    } else {
        if (s->step > s->horizon) s->step = s->horizon;
        s->to_horizon = s->step == s->horizon;
    }
    return s->step > 0;
}

void thud_series_at(const thud_simulation *sim, double sigma, double *x, double *v, double *a) {
    const thud_series *s = &sim->motion.series;
    if (s->by_modes) {
        thud_modal_at(sim, sigma, x, v, a);
        return;
    }
    if (x) thud_series_values(s->x, sim->structure.n, s->order, sigma, x);
    if (v) thud_series_values(s->v, sim->structure.n, s->order, sigma, v);
    if (a) thud_series_values(s->a, sim->structure.n, s->order, sigma, a);
}

void thud_series_show_body(const thud_simulation *sim, size_t body) {
    if (sim->motion.series.by_modes) thud_modal_show(sim, body);
}

void thud_series_show(const thud_simulation *sim, const thud_body_contact *t) {
    if (!sim->motion.series.by_modes) return;
    for (size_t e = 0; e < thud_contact_ends(t); e++)
        if (thud_contact_end(t, e) >= 0) thud_modal_show(sim, (size_t)thud_contact_end(t, e));
}

double thud_series_sigma(const thud_series *s, double elapsed, double limit) {
    if (s->in_time) return fmin(elapsed, limit);
    double low = 0, high = limit, whole = thud_series_value(s->time, s->order, high);
    if (elapsed >= whole) return limit;
    /* time grows with σ: Newton's method, kept inside the bracket */
    double share = elapsed / whole, sigma = high * (s->root[0] == 0 ? root_of(share, 2) : share);
    for (int i = 0; i < 60; i++) {
        double excess = thud_series_value(s->time, s->order, sigma) - elapsed;
        if (excess > 0) high = sigma;
        else low = sigma;
        double slope = thud_series_value(s->pace, s->order - 1, sigma), next = sigma - excess / slope;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (fabs(next - sigma) <= 4e-16 * sigma) return next;
        sigma = next;
    }
    return sigma;
}
