/*
 * The instant at which a contact that has closed without acting opens again, and its entry in the ledger.
 */
#include "simulate/contacts/graze.h"

#include <math.h>

#include "numeric/series/polynomial.h"
#include "simulate/series/series_bodies.h"

enum { WIDTH = THUD_SERIES_WIDTH, PARTS = 256 };

double thud_graze_end(const thud_simulation *sim, const thud_body_contact *t, double limit) {
    const thud_series *s = &sim->motion.series;
    double depth[WIDTH];
    thud_series_show(sim, t);
    for (int k = 0; k <= s->order; k++) depth[k] = thud_contact_along(t, s->x + (size_t)k * sim->structure.n);
    depth[0] = thud_simulation_depth(sim, t);
    if (sim->motion.time > t->closed_at) {
        if (depth[0] <= 0) return 0;
        return thud_polynomial_first_root(depth, s->order, limit);
    }
    /* it is closing at this instant: δ/σᵏ has the other zeros */
    int leading = 1;
    while (leading < s->order && depth[leading] == 0) leading++;
    return depth[leading] > 0 ? thud_polynomial_first_root(depth + leading, s->order - leading, limit) : INFINITY;
}

static double force_at(const thud_body_contact *t, double depth, double rate) {
    double damping = t->approach_only && rate < 0 ? 0 : t->element.damping;
    double force = t->given.stiffness * pow(depth, t->branch.n) + damping * pow(depth, t->branch.p) * rate;
    return force < 0 && !t->ends_at_return ? 0 : force;
}

/* the loads are as good as constant for so short a time: a parabola between the two instants at which δ = 0. The
 * force is summed along it for the ledger, in parts that leave an error of one in ten thousand; the motion
 * has none of it
 */
void thud_graze_enter(thud_simulation *sim, thud_body_contact *t) {
    double in = t->closed_with, out = fmax(-thud_simulation_rate(sim, t), 0),
           duration = sim->motion.time - t->closed_at;
    thud_impact_entry entry = {
        .contact = t->number,
        .time = t->closed_at,
        .approach_speed = in,
        .separation_speed = out,
        .restitution = in > 0 ? out / in : NAN,
        .duration = duration,
        .max_penetration = 0.125 * (in + out) * duration,
        .damping = t->element.damping,
        .ended = true,
    };
    for (int i = 0; i < PARTS; i++) {
        double share = (i + 0.5) / PARTS, rate = 0.5 * (in + out) * (1 - 2 * share);
        double force = force_at(t, 4 * entry.max_penetration * share * (1 - share), rate);
        entry.max_force = fmax(entry.max_force, force);
        entry.impulse += force * duration / PARTS;
    }
    t->element.active = false;
    thud_approach_enter(sim, t, entry.max_penetration);
    thud_ledger_enter(&sim->accounts.ledger, &entry);
}
