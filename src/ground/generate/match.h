/*
 * A motion on its way to a target spectrum. It begins as random harmonics under an envelope whose amplitudes follow
 * the target (match_fourier.c), and is then refined by wavelets in the time domain (match_wavelets.c).
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
    size_t count; /* samples, the silence after the end included, in which long periods may have their peak */
    double step;  /* s */
    double period_min, period_max;
    double *envelope;     /* [count] */
    double *acceleration; /* m/s², [count] */
    double peak_aim;      /* largest acceleration to reach, m/s²; NAN when the target does not say */
    size_t peak;          /* index of the largest acceleration */
    size_t ordinate_count;
    thud_ordinate *ordinates; /* by increasing period, equally spaced in log T */
} thud_match;

/* The options are checked. NULL without memory. */
thud_match *thud_match_create(const thud_compatible_options *options);
void thud_match_free(thud_match *match);

/* Finds the summits and the largest sample; returns the largest relative distance from what is aimed at. */
double thud_match_measure(thud_match *match);

/* A motion from nothing, with its spectrum about the target. */
thud_status thud_match_fourier(thud_match *match, thud_random *random);

/* Refines the motion, and leaves it at the best that was found; from here on it ends at rest, where it began. */
thud_status thud_match_wavelets(thud_match *match);

#endif
