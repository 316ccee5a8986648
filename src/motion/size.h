/*
 * The size of a motion, and changing it.
 */
#ifndef THUD_MOTION_SIZE_H
#define THUD_MOTION_SIZE_H

#include <thud/motion.h>

/* The largest magnitude of the acceleration, m/s². */
double thud_motion_largest(const thud_motion *motion);

void thud_motion_scale(thud_motion *motion, double factor);

#endif
