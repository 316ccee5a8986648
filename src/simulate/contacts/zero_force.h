/*
 * When a contact's force becomes zero, or would push again.
 */
#ifndef THUD_SIMULATE_ZERO_FORCE_H
#define THUD_SIMULATE_ZERO_FORCE_H

#include "simulate/state.h"

/* The first σ in (0, limit] at which the force of a contact that acts falls below zero; INFINITY when it does not.
 */
double thud_zero_force_release(const thud_simulation *simulation, const thud_body_contact *contact, double limit);

/* The same for the force of one that is released, which comes back from below zero. */
double thud_zero_force_resume(const thud_simulation *simulation, const thud_body_contact *contact, double limit);

#endif
