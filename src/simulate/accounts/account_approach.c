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

/*
 * No instant of a step is further than h/2 from one of its ends. With A the largest acceleration along the contact,
 * a bulge of h²/8 A is as far as it may be from a straight line, and its speed is no further than h/2 A = 4/h times
 * the bulge from that at an end: where both ends are faster than that, and go the same way, the larger end is the
 * peak.
 */
thud_approach_look thud_approach_look_at(const thud_simulation *sim, const thud_body_contact *t,
                                         const thud_approach_step *s) {
    const double reach = thud_contact_reach(t, s->x0, s->x1, s->off, s->share);
    if (reach >= t->given.gap) return THUD_APPROACH_MAY_TURN;
    if (!thud_approach_is_apart(sim, t) || reach <= sim->accounts.contacts[t->number].closest_approach)
        return THUD_APPROACH_BELOW;
    const double bulge = s->share * thud_contact_size(t, s->off), fast = 4 * bulge / s->h,
                 v0 = thud_contact_along(t, s->v0), v1 = thud_contact_along(t, s->v1);
    const bool straight = (v0 > fast && v1 > fast) || (v0 < -fast && v1 < -fast);
    return straight ? THUD_APPROACH_RISES : THUD_APPROACH_MAY_TURN;
}
