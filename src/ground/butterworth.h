/*
 * Digital Butterworth filters as second-order sections, which keep steep filters accurate.
 */
#ifndef THUD_MOTION_BUTTERWORTH_H
#define THUD_MOTION_BUTTERWORTH_H

#include <stddef.h>

enum { THUD_BUTTERWORTH_MAX_ORDER = 16 };

/* y(n) = b0 x(n) + b1 x(n−1) + b2 x(n−2) − a1 y(n−1) − a2 y(n−2) */
typedef struct thud_biquad {
    double b0, b1, b2;
    double a1, a2;
    double constant; /* gain for a constant, exactly 0 or 1 */
} thud_biquad;

/*
 * Corners in cycles per sample, below 1/2; low = 0 and high = INFINITY mean no such corner, but not both. Order 1
 * to THUD_BUTTERWORTH_MAX_ORDER; a filter with two corners has twice as many poles. Returns the number of
 * sections, at most the order.
 */
size_t thud_butterworth_design(double low, double high, size_t order,
                               thud_biquad sections[THUD_BUTTERWORTH_MAX_ORDER]);

#endif
