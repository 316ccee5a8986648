/*
 * The largest response of an oscillator to an acceleration given at equal steps and linear between them: when it is
 * reached, how large it is, and what each sample contributes to it.
 */
#ifndef THUD_MOTION_SUMMIT_H
#define THUD_MOTION_SUMMIT_H

#include <stddef.h>

#include "motion/spectrum/oscillator.h"

typedef struct thud_summit {
    double time; /* s */
    double u;    /* m, with its sign */
} thud_summit;

/* The largest |u| from rest to the last sample; a step is a quarter of the period at most. */
thud_summit thud_summit_find(const thud_oscillator *oscillator, const double *acceleration, size_t count,
                             double step);

/*
 * u at a time before the last sample as a sum over samples: u = Σ weights[i] a(i), where the first is taken to be
 * zero. Fills as many weights as are returned; further samples come too late to matter.
 */
size_t thud_summit_weights(const thud_oscillator *oscillator, double time, double step, double *weights);

#endif
