/*
 * What the rules and the record have in common.
 */
#ifndef THUD_MOTION_SEPARATION_H
#define THUD_MOTION_SEPARATION_H

#include <thud/gap.h>

/* Says which option is wrong and why, in `error` (may be NULL). */
thud_status thud_gap_check(const thud_gap_options *options, thud_error *error);

#endif
