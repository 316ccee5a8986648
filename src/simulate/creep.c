#include "simulate/creep.h"

#include <math.h>
#include <stdio.h>

#include "simulate/transition.h"

static const double OVERDAMPED = 1e3; /* ζ: no spring that bodies swing on has it */
static const double TOO_MANY = 1e7;   /* steps to the end: minutes */

static double damping_ratio(const thud_simulation *sim, const thud_touch *t) {
    double depth = thud_simulation_depth(sim, t);
    if (t->phase != THUD_TOUCH_ACTIVE || !(depth > 0)) return 0;
    double stiffness = t->stiffness * t->n * pow(depth, t->n - 1);
    return t->damping * pow(depth, t->p) / (2 * sqrt(t->effective_mass * stiffness));
}

static const thud_touch *most_damped(const thud_simulation *sim, double *ratio) {
    const thud_touch *found = NULL;
    *ratio = OVERDAMPED;
    for (size_t i = 0; i < sim->closed_count; i++) {
        const thud_touch *t = &sim->touches[sim->closed[i]];
        double own = damping_ratio(sim, t);
        if (!(own > *ratio)) continue;
        *ratio = own;
        found = t;
    }
    return found;
}

bool thud_creep_check(thud_simulation *sim, thud_creep *creep) {
    double step = (sim->time - creep->since) / (double)creep->steps, ratio;
    *creep = (thud_creep){.since = sim->time};
    const thud_touch *t = sim->end - sim->time > TOO_MANY * step ? most_damped(sim, &ratio) : NULL;
    if (!t) return true;
    char reason[160];
    snprintf(reason, sizeof reason,
             "it creeps under %.2g times the critical damping, in steps of %.2g s; %s has less", ratio, step,
             t->given.damping == THUD_DAMPING_PUBLISHED ? "damping: exact" : "a larger restitution");
    return thud_transition_fail(sim, THUD_ERROR_PROGRESS, t, reason);
}
