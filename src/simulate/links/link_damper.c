/*
 * Dashpots with F = c |ḋ|^α sign ḋ. Away from ḋ = 0 the power is a series; at zero it has a singular point. Where
 * |ḋ| is below a core speed the force is a straight line, c core^(α−1) ḋ, which meets the law at ±core: within it
 * the force is off by c core^α at most, for 2 core/d̈, which leaves (core/v)^(1+α) of the momentum that the law
 * takes at a speed v. The core is where that is a hundredth of the tolerance.
 */
#include <math.h>

#include "numeric/series/polynomial.h"
#include "simulate/links/links.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

static double rate_of(const thud_simulation *sim, const thud_body_link *l) {
    return thud_coordinate(sim->motion.v, l->right) - thud_coordinate(sim->motion.v, l->left);
}

/* m/s: of speeds that it has had, or that count as impacts */
static double core_of(const thud_simulation *sim, const thud_body_link *l) {
    double fastest = fmax(sim->options.impact_threshold, 1e-12);
    for (int side = 0; side < 2; side++) {
        thud_body body = side ? l->right : l->left;
        if (body >= 0) fastest = fmax(fastest, sim->accounts.bodies[body].max_velocity);
    }
    /* and well above the rounding of velocities */
    return fastest * fmax(pow(0.01 * sim->options.tolerance, 1 / (1 + l->given->damping_exponent)), 1e-11);
}

void thud_damper_reset(const thud_simulation *sim, thud_body_link *l) {
    if (!(l->damper > 0)) return;
    double rate = rate_of(sim, l);
    l->core = core_of(sim, l);
    l->zone = rate > l->core ? 1 : rate < -l->core ? -1 : 0;
}

void thud_damper_adjust(const thud_simulation *sim, thud_body_link *l) {
    if (l->zone == 0) return;
    double core = core_of(sim, l);
    if (fabs(rate_of(sim, l)) > 2 * core) l->core = core;
}

void thud_damper_raise(thud_body_link *l, int k) {
    double alpha = l->given->damping_exponent;
    const double *rate = l->series.rate;
    if (l->zone == 0) {
        l->damper_force[k] = l->damper * pow(l->core, alpha - 1) * rate[k];
        return;
    }
    /* the factor of the sign cancels in the recurrence but for the first */
    l->power[k] = k == 0 ? pow(fabs(rate[0]), alpha) : thud_series_power(rate, l->power, alpha, 1 / rate[0], k);
    l->damper_force[k] = l->damper * l->zone * l->power[k];
}

/* when ḋ reaches a level from below (side 1) or above; at once where an impact has taken it past that */
static double reach(const thud_simulation *sim, const thud_body_link *l, double level, int side, double limit) {
    const thud_series *s = &sim->motion.series;
    double c[WIDTH] = {0};
    for (int k = 0; k <= s->order; k++) c[k] = side * l->series.rate[k];
    c[0] -= side * level;
    double rounding =
        1e-15 * (fabs(thud_coordinate(sim->motion.v, l->left)) + fabs(thud_coordinate(sim->motion.v, l->right)));
    if (c[0] > fmax(1e-9 * l->core, rounding)) return 0;
    if (c[0] > 0) c[0] = 0;
    int leading = 0;
    while (leading < s->order && c[leading] == 0) leading++;
    if (c[leading] >= 0) return c[leading] > 0 ? 0 : INFINITY;
    if (leading == 0 && thud_polynomial_keeps_sign(c, s->order, limit)) return INFINITY;
    return thud_polynomial_first_root(c, s->order, limit);
}

double thud_damper_ends(const thud_simulation *sim, const thud_body_link *l, double limit, thud_link_end *end) {
    double slows = INFINITY, speeds = INFINITY;
    if (l->zone >= 0) slows = reach(sim, l, l->zone > 0 ? l->core : -l->core, -1, limit);
    if (l->zone <= 0) speeds = reach(sim, l, l->zone < 0 ? -l->core : l->core, 1, limit);
    *end = slows < speeds ? THUD_LINK_SLOWS : THUD_LINK_SPEEDS;
    return fmin(slows, speeds);
}

void thud_damper_pass(const thud_simulation *sim, thud_body_link *l, thud_link_end end) {
    l->zone += end == THUD_LINK_SPEEDS ? 1 : -1;
    if (l->zone == 0 && fabs(rate_of(sim, l)) < 2 * l->core) return;
    if (l->zone != 0) return;
    /* past the core at once: an impact */
    l->zone = rate_of(sim, l) > 0 ? 1 : -1;
}
