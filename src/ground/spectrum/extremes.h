/*
 * The largest response inside one step, between its samples.
 */
#ifndef THUD_MOTION_EXTREMES_H
#define THUD_MOTION_EXTREMES_H

#include <stdbool.h>

#include "ground/spectrum/oscillator.h"

/* The largest magnitudes so far. */
typedef struct thud_extremes {
    double u, v; /* m, m/s */
} thud_extremes;

/* One step of a response: from `from` to `to` while the acceleration is a + slope·t. */
typedef struct thud_response_step {
    thud_oscillator_state from, to;
    double length; /* s */
    double a, slope;
} thud_response_step;

/* Bounds on the response inside a step. */
typedef struct thud_extremes_limit {
    thud_extremes rise; /* excess over the samples at the ends, in magnitude */
    double u;           /* m, bound on any peak inside, independent of the samples */
} thud_extremes_limit;

thud_extremes_limit thud_extremes_limit_of(const thud_oscillator *oscillator, const thud_response_step *step);

/* Common bounds of several steps: the largest magnitudes of the acceleration and its slope, the longest step. */
typedef struct thud_step_limits {
    double a, slope, length;
} thud_step_limits;

/* The bound for any of these steps, if no sample exceeds `samples`. */
thud_extremes_limit thud_extremes_limit_of_all(const thud_oscillator *oscillator, const thud_step_limits *steps,
                                               thud_extremes samples);

/* Whether steps with that bound can exceed `largest`, if no sample at their ends exceeds `samples`. */
bool thud_extremes_possible(const thud_extremes_limit *limit, thud_extremes samples, const thud_extremes *largest);

/* Raises *largest to the extremes inside the step; those at its ends must be included already. */
void thud_extremes_search(const thud_oscillator *oscillator, const thud_response_step *step,
                          thud_extremes *largest);

#endif
