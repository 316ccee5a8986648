/*
 * The spectrum that a motion is to follow.
 */
#ifndef THUD_MOTION_TARGET_H
#define THUD_MOTION_TARGET_H

#include <thud/generate.h>

/* Says which of the numbers is wrong and why, in `error` (may be NULL). */
thud_status thud_target_check(const thud_target *target, thud_error *error);

#endif
