/*
 * One impact stepped as the simulator steps it.
 */
#ifndef THUD_ENGINE_EMULATE_H
#define THUD_ENGINE_EMULATE_H

#include "engine/recipe.h"

/* The restitution that comes out of a step when the bodies start a gap apart; NAN when they never part. */
double thud_engine_step_through(const thud_engine_numbers *numbers, double step, double gap);

/* The restitution of the continuous motion, for forces without a closed form; the contact time and the largest
 * penetration where those are wanted (may be NULL). */
double thud_engine_continuous(const thud_engine_numbers *numbers, double *contact_time, double *max_penetration);

/* Mean, least and most over where in a step the contact begins. */
typedef struct thud_engine_range {
    double mean, lowest, highest;
} thud_engine_range;
thud_engine_range thud_engine_step_range(const thud_engine_numbers *numbers, double step);

#endif
