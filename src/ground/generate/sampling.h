/*
 * The samples of a generated motion, its envelope, and its target spectrum.
 */
#ifndef THUD_MOTION_GENERATE_SAMPLING_H
#define THUD_MOTION_GENERATE_SAMPLING_H

#include <thud/generate.h>

/* ---- The samples of a generated motion. ---- */

/* Checks the duration and the step. */
thud_status thud_sampling_check(const thud_sampling *sampling, thud_error *error);

/* The number of samples, first and last included. */
size_t thud_sampling_count(const thud_sampling *sampling);

/* A motion at rest with these samples; THUD_ERROR_MEMORY when memory is short. */
thud_status thud_sampling_start(const thud_sampling *sampling, thud_motion **motion, thud_error *error);

/* ---- The envelope of random motions: sin² up to the stationary part, then cos² of twice that length down.
   ---- */

typedef struct thud_envelope {
    double rise, fall, end; /* s: the stationary part is from `rise` to `fall` */
} thud_envelope;

thud_envelope thud_envelope_make(double duration);

/* From 0 to 1; exactly 0 at and beyond both ends. */
double thud_envelope_value(const thud_envelope *envelope, double time);

/* ---- The target spectrum. ---- */

/* Checks the target. `error` (may be NULL) says which number is wrong and why. */
thud_status thud_target_check(const thud_target *target, thud_error *error);

#endif
