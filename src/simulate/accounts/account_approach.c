/*
 * Gaps that never close: how near their bodies come all the same, as the largest x_left − x_right of a run. Its
 * peaks are those of the series; steppers along records stop short of where a step may get beyond the largest so
 * far, as they do before a gap closes, and leave that step to the series.
 */
#include <math.h>

#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

static bool is_endless(const thud_body_contact *t) { return !(t->given.gap < INFINITY); }

void thud_approach_start(thud_simulation *sim) {
    sim->contacts.endless_count = 0;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        bool endless = is_endless(&sim->contacts.list[i]);
        sim->contacts.endless_count += endless;
        sim->accounts.contacts[i].closest_approach = endless ? -INFINITY : NAN;
    }
    thud_approach_take(sim);
}

void thud_approach_take(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.count && sim->contacts.endless_count > 0; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        double *closest = &sim->accounts.contacts[i].closest_approach;
        double now = thud_contact_along(t, sim->motion.x);
        if (is_endless(t) && now > *closest) *closest = now;
    }
}

void thud_approach_account(thud_simulation *sim, const double *power) {
    const thud_series *s = &sim->motion.series;
    double c[WIDTH];
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        if (!is_endless(t)) continue;
        for (int k = 0; k <= s->order; k++) c[k] = thud_contact_along(t, s->x + (size_t)k * sim->structure.n);
        thud_peak_raise_maximum(&sim->accounts.contacts[i].closest_approach, c, s->order, power);
    }
}
