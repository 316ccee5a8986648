/*
 * Truncated power series c₀ + c₁ s + … + cₙ sⁿ: one coefficient of a product or of a power from those before it,
 * values, and where a monotone series reaches a level. The integrators of one impact and of whole models are made
 * of these.
 *
 * Inline, since they are the innermost loops; sums are ordered so that what has just become known comes last, and
 * the other terms need not wait for it.
 */
#ifndef THUD_NUMERIC_POWER_SERIES_H
#define THUD_NUMERIC_POWER_SERIES_H

#include <math.h>

enum { THUD_SERIES_WIDTH = 30 };

/* 1/k, since a division takes as long as the sum it belongs to */
static const double THUD_RECIPROCAL[THUD_SERIES_WIDTH] = {
    0,        1.0,      1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,  1.0 / 8,  1.0 / 9,
    1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19,
    1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23, 1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27, 1.0 / 28, 1.0 / 29,
};

/* the series of 1 */
static const double THUD_SERIES_ONE[THUD_SERIES_WIDTH] = {1};

/* the k-th coefficient of a product; two sums, so that additions need not wait for each other */
static inline double thud_series_product(const double *a, const double *b, int k) {
    if (k == 0) return a[0] * b[0];
    double even = 0, odd = 0;
    int j = 1;
    for (; j + 1 < k; j += 2) {
        even += a[j] * b[k - j];
        odd += a[j + 1] * b[k - j - 1];
    }
    if (j < k) even += a[j] * b[k - j];
    return (even + odd) + (a[0] * b[k] + a[k] * b[0]);
}

/* the same for a square, k ≥ 1, whose terms come in pairs */
static inline double thud_series_square(const double *a, int k) {
    double pairs = 0;
    for (int j = (k - 1) / 2; j >= 1; j--) pairs += a[j] * a[k - j];
    double middle = a[k / 2] * a[k / 2];
    return (k % 2 ? 0 : middle) + 2 * (pairs + a[0] * a[k]);
}

/* the k-th coefficient, k ≥ 1, of u = x^e from the lower ones: x u′ = e u x′ */
static inline double thud_series_power(const double *x, const double *u, double e, double inverse_x0, int k) {
    double sum = 0, weight = e * k, step = e + 1;
    for (int j = k; j >= 1; j--, weight -= step) sum += weight * x[j] * u[k - j];
    return sum * THUD_RECIPROCAL[k] * inverse_x0;
}

/* the value at s of every stride-th coefficient; even and odd powers in two short chains instead of a long one */
static inline double thud_series_value_by(const double *c, int stride, int order, double s) {
    double square = s * s, odd = order & 1 ? c[order * stride] : 0;
    int k = order & ~1;
    double even = c[k * stride];
    for (k -= 2; k >= 0; k -= 2) {
        even = even * square + c[k * stride];
        odd = odd * square + c[(k + 1) * stride];
    }
    return even + odd * s;
}

static inline double thud_series_value(const double *c, int order, double s) {
    return thud_series_value_by(c, 1, order, s);
}

/* a value with its first derivative and half of the second */
typedef struct thud_series_jet {
    double value, slope, half_curve;
} thud_series_jet;

static inline thud_series_jet thud_series_jet_at(const double *c, int stride, int order, double s) {
    thud_series_jet at = {c[order * stride], 0, 0};
    for (int k = order - 1; k >= 0; k--) {
        at.half_curve = at.half_curve * s + at.slope;
        at.slope = at.slope * s + at.value;
        at.value = at.value * s + c[k * stride];
    }
    return at;
}

/* the integral from 0 to s */
static inline double thud_series_integral(const double *c, int order, double s) {
    double sum = 0;
    for (int k = order; k >= 0; k--) sum = sum * s + c[k] * THUD_RECIPROCAL[k + 1];
    return sum * s;
}

/*
 * Where a monotonic series reaches a level, from a starting guess, by Halley's method. It stops when the cube of a
 * step is negligible: the step is at most `near` times the place. NAN when it leaves (0, limit).
 */
static inline double thud_series_place(const double *c, int stride, int order, double level, double guess,
                                       double limit, double near) {
    double s = guess;
    for (int round = 0; round < 20; round++) {
        thud_series_jet at = thud_series_jet_at(c, stride, order, s);
        double miss = at.value - level;
        double step = miss * at.slope / (at.slope * at.slope - miss * at.half_curve);
        s -= step;
        if (!(s >= 0 && s <= limit)) return NAN;
        if (fabs(step) <= near * s) return s;
    }
    return NAN;
}

/*
 * |value| where the slope is zero, between 0, where the slope has the sign of slope0, and `end`. Newton's method,
 * bracketed by slopes of both signs. The last value comes from a parabola, which neglects the cube of a step of at
 * most `near` times the end.
 */
static inline double thud_series_summit(const double *c, int stride, int order, double end, double slope0,
                                        double slope1, double near) {
    double share = slope0 / (slope0 - slope1), s = end * (share > 0.2 ? share : 0.2), low = 0, high = end;
    thud_series_jet at = {0};
    for (int round = 0; round < 60; round++) {
        at = thud_series_jet_at(c, stride, order, s);
        if (at.slope * slope0 > 0) low = s;
        else high = s;
        double step = at.slope / (2 * at.half_curve), next = s - step;
        if (fabs(step) <= near * end && next >= low && next <= high) return fabs(at.value - 0.5 * step * at.slope);
        s = next > low && next < high ? next : 0.5 * (low + high);
    }
    return fabs(at.value);
}

/*
 * How whole powers of a series are built, each as a product of two before it. Number 0 is the series itself, −1
 * stands for 1.
 */
enum { THUD_POWER_PRODUCTS = 10 };

typedef struct thud_power_plan {
    int count;
    struct {
        int left, right;
    } product[THUD_POWER_PRODUCTS];
    int exponent[THUD_POWER_PRODUCTS + 1];
} thud_power_plan;

/* An empty plan: the series itself. */
static inline thud_power_plan thud_power_plan_start(void) { return (thud_power_plan){.exponent = {1}}; }

/* The number of a power ≥ 0 in the plan; products are added as needed. */
int thud_power_plan_number(thud_power_plan *plan, int power);

/* The least q of 1, 2, 4 … `largest` that makes q n and q p whole; 0 when none does. */
int thud_power_root(double n, double p, int largest);

#endif
