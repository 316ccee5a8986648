/*
 * The samples of a motion that is to be made.
 */
#ifndef THUD_MOTION_SAMPLING_H
#define THUD_MOTION_SAMPLING_H

#include <thud/generate.h>

/* Checks the duration and the step. */
thud_status thud_sampling_check(const thud_sampling *sampling, thud_error *error);

/* How many samples there will be, the first and the last included. */
size_t thud_sampling_count(const thud_sampling *sampling);

/* A motion at rest with these samples; THUD_ERROR_MEMORY without memory for them. */
thud_status thud_sampling_start(const thud_sampling *sampling, thud_motion **motion, thud_error *error);

#endif
