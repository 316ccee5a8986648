/*
 * Motions: their steps and their size.
 */
#ifndef THUD_MOTION_STEP_H
#define THUD_MOTION_STEP_H

#include <thud/motion.h>

/* ---- The steps of a motion: step i goes from sample i to the next, and the acceleration is linear in it.
 * ---- */

/* s */
static inline double thud_step_length(const thud_motion *motion, size_t index) {
    return motion->time ? motion->time[index + 1] - motion->time[index] : motion->step;
}

/* m/s³ */
static inline double thud_step_slope(const thud_motion *motion, size_t index) {
    return (motion->acceleration[index + 1] - motion->acceleration[index]) / thud_step_length(motion, index);
}

/* ---- The size of a motion, and how to change it. ---- */

/* The largest magnitude of the acceleration, m/s². */
double thud_motion_largest(const thud_motion *motion);

void thud_motion_scale(thud_motion *motion, double factor);

#endif
