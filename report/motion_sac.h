/*
 * Ground motions as SAC, binary.
 */
#ifndef THUD_REPORT_MOTION_SAC_H
#define THUD_REPORT_MOTION_SAC_H

#include <stdbool.h>
#include <stdio.h>

#include <thud/motion.h>

/* Version 7, the smallest byte of a number first; samples in m/s² in single precision, as in all SAC files. */
void thud_motion_write_sac(FILE *stream, const thud_motion *motion, const char *title);

/* False for what single precision, or a count of 31 bits, does not hold, and for uneven times. */
bool thud_motion_sac_holds(const thud_motion *motion);

#endif
