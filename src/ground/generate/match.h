/*
 * A motion that is matched to a target spectrum. It starts as random harmonics under an envelope, with amplitudes
 * from the target (match_fourier.c). Wavelets in the time domain then refine it (match_wavelets.c).
 */
#ifndef THUD_MOTION_MATCH_H
#define THUD_MOTION_MATCH_H

#include <thud/generate.h>

#include "ground/spectrum/oscillator.h"
#include "numeric/random.h"

/* One period at which the spectrum is matched. */
typedef struct thud_ordinate {
    double period; /* s */
    thud_oscillator oscillator;
    double aim; /* largest displacement to reach, m */
    thud_summit summit;
} thud_ordinate;

typedef struct thud_match {
    size_t count; /* number of samples, including the silence after the end, in which long periods may peak */
    double step;  /* s */
    double period_min, period_max;
    double *envelope;     /* [count] */
    double *acceleration; /* m/s², [count] */
    double peak_aim;      /* largest acceleration to reach, m/s²; NAN when the target has none */
    size_t peak;          /* index of the largest acceleration */
    size_t ordinate_count;
    thud_ordinate *ordinates; /* by increasing period, equally spaced in log T */
} thud_match;

/* The options must have been checked. NULL when memory is short. */
thud_match *thud_match_create(const thud_compatible_options *options);
void thud_match_free(thud_match *match);

/* Finds the peaks and the largest sample; returns the largest relative error. */
double thud_match_measure(thud_match *match);

/* Makes a new motion, with a spectrum near the target. */
thud_status thud_match_fourier(thud_match *match, thud_random *random);

/* Refines the motion and keeps the best result; it then ends at rest where it began. */
thud_status thud_match_wavelets(thud_match *match);

#endif
