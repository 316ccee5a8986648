/*
 * The samples of a motion that is to be made, how it rises and fades, and the spectrum that it is to follow.
 */
#ifndef THUD_MOTION_GENERATE_SAMPLING_H
#define THUD_MOTION_GENERATE_SAMPLING_H

#include <thud/generate.h>

/* ---- The samples of a motion that is to be made. ---- */

/* Checks the duration and the step. */
thud_status thud_sampling_check(const thud_sampling *sampling, thud_error *error);

/* How many samples there will be, the first and the last included. */
size_t thud_sampling_count(const thud_sampling *sampling);

/* A motion at rest with these samples; THUD_ERROR_MEMORY without memory for them. */
thud_status thud_sampling_start(const thud_sampling *sampling, thud_motion **motion, thud_error *error);

/* ---- How random motions rise and fade: sin² up to the stationary part, twice as long cos² down from it. ---- */

typedef struct thud_envelope {
    double rise, fall, end; /* s: the stationary part is from `rise` to `fall` */
} thud_envelope;

thud_envelope thud_envelope_make(double duration);

/* From 0 to 1; exactly 0 at and beyond both ends. */
double thud_envelope_value(const thud_envelope *envelope, double time);

/* ---- The spectrum that a motion is to follow. ---- */

/* Says which of the numbers is wrong and why, in `error` (may be NULL). */
thud_status thud_target_check(const thud_target *target, thud_error *error);

#endif
