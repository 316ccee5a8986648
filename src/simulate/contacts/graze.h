/*
 * A contact that closes and turns round before it acts: the gap was closed by less than the law's force can be seen
 * at, so that the motion is that of the loads alone. It is an impact all the same, and is entered as one.
 */
#ifndef THUD_SIMULATE_GRAZE_H
#define THUD_SIMULATE_GRAZE_H

#include "simulate/state.h"

/* Whether it has closed and does not act yet. */
static inline bool thud_graze_is_one(const thud_body_contact *t) {
    return t->phase == THUD_PHASE_OPEN && t->enter_at > 0 && !t->leaving;
}

/* When its gap opens again without having acted: σ up to `limit`, or INFINITY. */
double thud_graze_end(const thud_simulation *simulation, const thud_body_contact *contact, double limit);

/* Enters it into the ledger, at the instant at which the gap opens. */
void thud_graze_enter(thud_simulation *simulation, thud_body_contact *contact);

#endif
