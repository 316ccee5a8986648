/*
 * Velocity and displacement of the ground, from rest, step by step:
 *
 *     thud_course course = thud_course_begin(motion);
 *     do { … } while (thud_course_next(motion, &course));
 */
#ifndef THUD_MOTION_COURSE_H
#define THUD_MOTION_COURSE_H

#include <stdbool.h>

#include <thud/motion.h>

/* One step: t seconds after its start the acceleration is a + slope·t. */
typedef struct thud_course {
    size_t index;         /* index of its first sample */
    double start, length; /* s */
    double a, slope;      /* m/s², m/s³ */
    double v, d;          /* m/s, m, at the start */
} thud_course;

thud_course thud_course_begin(const thud_motion *motion);

/* False, without a change, if this was the last step. */
bool thud_course_next(const thud_motion *motion, thud_course *course);

/* t seconds into the step. */
double thud_course_acceleration(const thud_course *course, double t);
double thud_course_velocity(const thud_course *course, double t);
double thud_course_displacement(const thud_course *course, double t);

#endif
