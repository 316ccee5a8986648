/*
 * Times that a file gives for its samples: whether they are equally spaced, as far as they are written.
 */
#ifndef THUD_MOTION_TIMES_H
#define THUD_MOTION_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The step of equally spaced times, rounded to what was meant: 0.005 rather than 0.0050000000000003, 1/128 where
 * that is what 0.0078, 0.0156, … come from. False when they are not equally spaced.
 * `place` is the decimal exponent of their last digit; `expected` a step known from elsewhere, or 0.
 */
bool thud_times_uniform(const double *times, size_t count, int64_t place, double expected, double *step);

#endif
