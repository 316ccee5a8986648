/*
 * The instants of a history: 0, Δ, 2Δ … up to the end.
 *
 * Neither 0.1 nor 1.2 is a double, and 12 · 0.1 is one just above 1.2: the last row would fall behind the end, and
 * the fourth would be that of 0.30000000000000004 s. A whole number of samples per second divides exactly; for
 * other intervals the instant that misses the end by rounding is the end.
 */
#ifndef THUD_CONTACT_GRID_H
#define THUD_CONTACT_GRID_H

#include <float.h>
#include <math.h>
#include <stddef.h>

/* Of the row `index`, s. The interval and the end are off by half a unit in the last place each, their product by
 * another: four are enough. */
static inline double thud_grid_instant(double interval, size_t index, double end) {
    const double rate = nearbyint(1 / interval); /* 0 for long intervals */
    const double time = rate > 0 && 1 / rate == interval ? (double)index / rate : (double)index * interval;
    return fabs(time - end) <= 4 * DBL_EPSILON * end ? end : time;
}

#endif
