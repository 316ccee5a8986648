/*
 * When a contact that has let go before its gap opened would push again.
 */
#ifndef THUD_SIMULATE_RESUME_H
#define THUD_SIMULATE_RESUME_H

#include "simulate/simulation.h"

/* The first σ in (0, limit] at which the law's force comes back from below zero; INFINITY when it does not. */
double thud_resume_find(const thud_simulation *simulation, const thud_touch *touch, double limit);

#endif
