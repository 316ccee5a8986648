/*
 * The reading of a gauge for a shape: the shape itself or, with a low-pass filter, the filtered shape, in the same
 * dimensionless frame.
 */
#ifndef THUD_IDENTIFY_FORCE_READING_H
#define THUD_IDENTIFY_FORCE_READING_H

#include "identify/force/shape.h"

/*
 * As thud_shape_sample. With a filter `by_corner` is the derivative by ln κ, κ the corner in the frame, and
 * facts->force_end is where the remaining force is negligible. `slopes` and `by_corner` may be NULL.
 */
thud_status thud_reading_sample(const thud_shape *shape, const double *times, size_t count, double *forces,
                                double *slopes, double *by_corner, thud_shape_facts *facts);

/* How long a filtered force outlasts the contact, in units of the frame. */
double thud_reading_tail(const thud_shape *shape);

/* The filter's delay of low frequencies, in the same units. */
double thud_reading_delay(const thud_shape *shape);

#endif
