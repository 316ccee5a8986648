/*
 * Dashpots with F = c |ḋ|^α sign ḋ. Away from ḋ = 0 the power is a series; at zero it has a singular point.
 *
 * With α above 1 the force is a straight line, c core^(α−1) ḋ, where |ḋ| is below a core speed, and meets the law
 * at ±core: within it the force is off by c core^α at most, for 2 core/d̈, which leaves (core/v)^(1+α) of the
 * momentum that the law takes at a speed v. The core is where that is a hundredth of the tolerance.
 *
 * With α below 1 such a line would be as steep as nothing else in the structure, and ends that hardly move are held
 * by it: one that a force f pulls gives way with (f/c)^(1/α). Below the core it is friction then, with c core^α: it
 * sticks, or slides with that force. Where it sticks, the law would creep with core (f/(c core^α))^(1/α), in the
 * mean over the forces that it may hold with core α/(1 + α). The core is where that is the tolerance of the speeds
 * that there are.
 */
#include <math.h>
#include <stdlib.h>

#include "contact/pressed.h"
#include "numeric/series/polynomial.h"
#include "simulate/links/link_ends.h"
#include "simulate/links/links.h"
#include "simulate/matrices.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

bool thud_damper_grips(const thud_model_link *link) {
    double alpha = link->given.damping_exponent;
    return alpha > 0 && alpha < 1 && link->damping > 0;
}

/* m/s: of speeds that it has had, that count as impacts, or that the ground takes both ends along with */
static double core_of(const thud_simulation *sim, const thud_body_link *l) {
    double fastest = thud_press_threshold(sim->options.impact_threshold), tolerance = sim->options.tolerance;
    if (l->grips) fastest = fmax(fastest, sim->links.ground_speed);
    for (int side = 0; side < 2; side++) {
        thud_body body = side ? l->right : l->left;
        if (body >= 0) fastest = fmax(fastest, sim->accounts.bodies[body].max_velocity);
    }
    double alpha = l->given->damping_exponent;
    double share = l->grips ? tolerance * (1 + alpha) / alpha : pow(0.01 * tolerance, 1 / (1 + alpha));
    return fastest * fmax(share, 1e-11); /* well above the rounding of velocities */
}

double thud_damper_grip(const thud_body_link *l) {
    return l->grips ? l->damper * pow(l->core, l->given->damping_exponent) : 0;
}

/* 0 where the rate is below the core */
static int zone_outside(const thud_body_link *l, double rate) {
    return rate > l->core ? 2 : rate < -l->core ? -2 : 0;
}

void thud_damper_reset(const thud_simulation *sim, thud_body_link *l) {
    if (!(l->damper > 0)) return;
    l->core = core_of(sim, l);
    l->zone = zone_outside(l, thud_link_rate(sim, l));
}

/* accelerations and forces of now are peaks, though no step has them */
static void take_first_instant(thud_simulation *sim) {
    double deformation[WIDTH], force[WIDTH];
    thud_series *s = &sim->motion.series;
    s->order = 0;
    for (size_t i = 0; i < sim->structure.n; i++) {
        double a = s->a[i] + thud_structure_influence(sim, i) * s->ground[0];
        sim->accounts.bodies[i].max_acceleration = thud_larger(sim->accounts.bodies[i].max_acceleration, fabs(a));
    }
    for (size_t i = 0; i < sim->links.count; i++) {
        thud_link_expand(sim, &sim->links.list[i], deformation, force);
        sim->links.results[i].max_force = thud_larger(sim->links.results[i].max_force, fabs(force[0]));
    }
}

bool thud_dampers_start(thud_simulation *sim) {
    thud_links *links = &sim->links;
    size_t at_rest = 0;
    for (size_t i = 0; i < links->acting_count; i++) {
        thud_body_link *l = &links->list[links->acting[i]];
        at_rest += l->grips && l->zone == 0;
        l->grips = false;
    }
    bool good = at_rest == 0 || thud_rest_settle(sim);
    if (good && at_rest > 0 && sim->rest.contact_count == 0 && thud_series_accelerations(sim))
        take_first_instant(sim);
    for (size_t i = 0; i < links->acting_count; i++) {
        size_t number = links->acting[i];
        links->list[number].grips = thud_damper_grips(&sim->model->links[number]);
    }
    return good;
}

void thud_damper_adjust(const thud_simulation *sim, thud_body_link *l) {
    double core = core_of(sim, l);
    if (l->zone == 0 ? l->grips : abs(l->zone) == 2 && fabs(thud_link_rate(sim, l)) > 2 * core) l->core = core;
}

void thud_damper_slide(const thud_simulation *sim, thud_body_link *l, int direction) {
    l->zone = direction * (direction * thud_link_rate(sim, l) > l->core ? 2 : 1);
}

/* below its core one that sticks has what holds it instead */
static double raise_below(const thud_body_link *l, int k) {
    double alpha = l->given->damping_exponent;
    if (!l->grips) return l->damper * pow(l->core, alpha - 1) * l->series.rate[k];
    return k == 0 ? l->zone * thud_damper_grip(l) : 0;
}

void thud_damper_raise(thud_body_link *l, int k) {
    double alpha = l->given->damping_exponent;
    const double *rate = l->series.rate;
    if (abs(l->zone) < 2) {
        l->damper_force[k] = raise_below(l, k);
        return;
    }
    /* the factor of the sign cancels in the recurrence but for the first */
    l->power[k] = k == 0 ? pow(fabs(rate[0]), alpha) : thud_series_power(rate, l->power, alpha, 1 / rate[0], k);
    l->damper_force[k] = 0.5 * l->zone * l->damper * l->power[k];
}

/* the rates, m/s, between which its zone is left as it is. One that grips and slides stops where it turns */
typedef struct {
    double low, high;
} range;

static range range_of(const thud_body_link *l) {
    range r = {-INFINITY, INFINITY};
    if (l->zone == 2) r.low = l->core;
    if (l->zone == 0 || l->zone == -1) r.low = -l->core;
    if (l->zone == -2) r.high = -l->core;
    if (l->zone == 0 || l->zone == 1) r.high = l->core;
    return r;
}

void thud_dampers_follow(thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.shaped_count; i++) {
        thud_body_link *l = &sim->links.list[sim->links.shaped[i]];
        if (!(l->damper > 0)) continue;
        /* at an event the rate is at the end of the range but for rounding of ḋ, and for what a root in σ is off */
        double rate = thud_link_rate(sim, l),
               off = fmax(1e-9 * l->core, 1e-15 * thud_direction_size(thud_link_direction(l), sim->motion.v));
        range r = range_of(l);
        if (rate >= r.low - off && rate <= r.high + off) continue;
        if (l->grips) thud_damper_slide(sim, l, rate > 0 ? 1 : -1);
        else l->zone = zone_outside(l, rate);
    }
}

/* when ḋ reaches a level from below (side 1) or above */
static double reach(const thud_simulation *sim, const thud_body_link *l, double level, int side, double limit) {
    const thud_series *s = &sim->motion.series;
    double c[WIDTH] = {0};
    if (!(fabs(level) < INFINITY)) return INFINITY;
    for (int k = 0; k <= s->order; k++) c[k] = side * l->series.rate[k];
    c[0] -= side * level;
    if (c[0] > 0) c[0] = 0; /* an event has ended there, to rounding */
    int leading = 0;
    while (leading < s->order && c[leading] == 0) leading++;
    if (c[leading] >= 0) return c[leading] > 0 ? 0 : INFINITY;
    if (leading == 0 && thud_polynomial_keeps_sign(c, s->order, limit)) return INFINITY;
    return thud_polynomial_first_root(c, s->order, limit);
}

/* but for where one that slides below its core stops: that is found as the turning of other links is */
double thud_damper_ends(const thud_simulation *sim, const thud_body_link *l, double limit, thud_link_end *end) {
    const range r = range_of(l);
    double slows = reach(sim, l, r.low, -1, limit), speeds = reach(sim, l, r.high, 1, limit);
    *end = slows < speeds ? THUD_LINK_SLOWS : THUD_LINK_SPEEDS;
    return fmin(slows, speeds);
}

void thud_damper_pass(thud_body_link *l, thud_link_end end) {
    int side = end == THUD_LINK_SPEEDS ? 1 : -1;
    if (l->zone == -2 * side) l->zone = l->grips ? -side : 0;
    else l->zone = 2 * side;
}
