/*
 * Checks shared by the rules and the record.
 */
#ifndef THUD_MOTION_SEPARATION_H
#define THUD_MOTION_SEPARATION_H

#include <thud/gap.h>

/* Checks the options. `error` (may be NULL) says which one is wrong and why. */
thud_status thud_gap_check(const thud_gap_options *options, thud_error *error);

#endif
