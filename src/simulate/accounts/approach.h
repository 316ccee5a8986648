/* What a step whose ends are known does to the closest approach of a contact, and to its gap. */
#ifndef THUD_SIMULATE_APPROACH_H
#define THUD_SIMULATE_APPROACH_H

#include "simulate/state.h"

/* A step of h seconds between two states; `share` of `off` is as far as each coordinate may be from a straight
 * line between them. */
typedef struct thud_approach_step {
    const double *x0, *x1, *v0, *v1, *off;
    double share, h;
} thud_approach_step;

/* What it may do to a contact: stay below its gap and its closest approach so far; rise or fall to an end, which is
 * to be taken; or close it, or turn beyond its closest approach, which takes a closer look. */
typedef enum thud_approach_look {
    THUD_APPROACH_BELOW,
    THUD_APPROACH_RISES,
    THUD_APPROACH_MAY_TURN
} thud_approach_look;

/*
 * No instant of a step is further than h/2 from one of its ends. With A the largest acceleration along the contact,
 * a bulge of h²/8 A is as far as it may be from a straight line, and its speed is no further than h/2 A = 4/h times
 * the bulge from that at an end: where both ends are faster than that, and go the same way, the larger end is the
 * peak.
 */
static inline thud_approach_look thud_approach_look_at(const thud_simulation *sim, const thud_body_contact *t,
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

#endif
