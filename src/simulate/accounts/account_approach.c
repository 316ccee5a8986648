/*
 * How near the bodies of a contact come: the largest x_left − x_right of a run. Until a contact is struck it is a
 * true peak of the series; steppers along records stop short of where a step may turn beyond the largest so far, as
 * they do before a gap closes, and leave that step to the series. Once it is struck, it is the largest sum of the
 * gap and a penetration; a permanent indentation widens the gap.
 */
#include <math.h>

#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

void thud_approach_start(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.count; i++) sim->accounts.contacts[i].closest_approach = -INFINITY;
    sim->contacts.apart_count = sim->contacts.count;
    thud_approach_take(sim, sim->motion.x);
}

/* those that it takes to its gap have closed, and are followed no more */
static void raise(thud_simulation *sim, const thud_body_contact *t, double now) {
    double *closest = &sim->accounts.contacts[t->number].closest_approach;
    const bool apart = thud_approach_is_apart(sim, t);
    if (!(now > *closest)) return;
    *closest = now;
    if (apart && !thud_approach_is_apart(sim, t)) sim->contacts.apart_count--;
}

void thud_approach_take(thud_simulation *sim, const double *x) {
    if (sim->contacts.apart_count == 0) return;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        if (thud_approach_is_apart(sim, t)) raise(sim, t, thud_contact_along(t, x));
    }
}

void thud_approach_enter(thud_simulation *sim, const thud_body_contact *t, double penetration) {
    raise(sim, t, t->given.gap + penetration);
}

void thud_approach_follow(thud_simulation *sim, const thud_body_contact *t, const double *power) {
    const thud_series *s = &sim->motion.series;
    double c[WIDTH], top = sim->accounts.contacts[t->number].closest_approach;
    if (!thud_approach_is_apart(sim, t)) return;
    if (thud_contact_reach(t, s->x, sim->motion.next_x, s->off_x, 1) <= top) return;
    thud_series_show(sim, t);
    for (int k = 0; k <= s->order; k++) c[k] = thud_contact_along(t, s->x + (size_t)k * sim->structure.n);
    thud_peak_raise_maximum(&top, c, s->order, power);
    raise(sim, t, top);
}

void thud_approach_account(thud_simulation *sim, const double *power) {
    for (size_t i = 0; i < sim->contacts.count; i++) thud_approach_follow(sim, &sim->contacts.list[i], power);
}
