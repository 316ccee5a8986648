/*
 * Contacts that creep. Where a damper is many times critical, δ̇ decays with the rate c δᵖ/m to what the load
 * presses the bodies together with, and then follows it for as long as the spring takes: c δᵖ/(k n δⁿ⁻¹). A series
 * in time takes steps as short as the decay all the way, and the two times are (2 ζ)² apart, with
 *
 *     ζ = c δᵖ / (2 √(m k n δⁿ⁻¹)).
 *
 * Published rules come to such dampers: that of Zhao and Liu has ζ = 0.18/e², 2e7 at e = 1e-4, where a second takes
 * 1e8 steps. A run that is caught in this says so.
 */
#ifndef THUD_SIMULATE_CREEP_H
#define THUD_SIMULATE_CREEP_H

#include <stdbool.h>
#include <stddef.h>

#include "simulate/simulation.h"

/* Steps since something last happened, or since this was last looked into, and when that was, s. */
typedef struct thud_creep {
    size_t steps;
    double since;
} thud_creep;

/* After many such steps; counts from here on anew. False when a contact creeps and the end is out of reach: the run
 * has failed then. */
bool thud_creep_check(thud_simulation *sim, thud_creep *creep);

#endif
