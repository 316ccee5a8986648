/* Elementary functions without cancellation. */
#include "numeric/elementary.h"

#include <math.h>

static const double ODD_RECIPROCALS[] = {
    1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19,
    1.0 / 21, 1.0 / 23, 1.0 / 25, 1.0 / 27, 1.0 / 29, 1.0 / 31, 1.0 / 33, 1.0 / 35, 1.0 / 37,
    1.0 / 39, 1.0 / 41, 1.0 / 43, 1.0 / 45, 1.0 / 47, 1.0 / 49, 1.0 / 51, 1.0 / 53, 1.0 / 55,
};

/* (atanh(w) − w)/w³ = 1/3 + w²/5 + w⁴/7 + … for |w| ≤ 1/2 */
static double atanh_remainder(double w) {
    double square = w * w;

    /* as many terms as w needs; the first omitted one is below the last bit */
    int last = square < 1e-4 ? 4 : square < 0.03 ? 11 : 26;
    double sum = 0;
    for (int k = last; k >= 0; k--) sum = sum * square + ODD_RECIPROCALS[k];
    return sum;
}

/*
 * With w = z/(2+z), ln(1+z) = 2 atanh w and z = 2w/(1−w):
 *
 *     ln(1+z) − z + z²/2 = 2w³/(1−w)² + 2 (atanh w − w),
 *
 * All terms have the same sign. Far from 0 the plain form is accurate.
 */
double thud_log_remainder(double z) {
    if (z > 2 || z < -2.0 / 3) return (log1p(z) - z + z * z / 2) / (z * z * z);
    double w = z / (2 + z);
    double complement = 2 / (2 + z); /* 1 − w */
    return complement / 4 * (1 + complement * complement * atanh_remainder(w));
}

/* 1/(k+2)!; the first term left out is 2e-18 of the sum at |x| = 1/2 */
static const double FACTORIAL_RECIPROCALS[] = {
    1.0 / 2,         1.0 / 6,          1.0 / 24,          1.0 / 120,          1.0 / 720,
    1.0 / 5040,      1.0 / 40320,      1.0 / 362880,      1.0 / 3628800,      1.0 / 39916800,
    1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200, 1.0 / 1307674368e3,
};

double thud_exp_remainder(double x) {
    if (fabs(x) > 0.5) return (expm1(-x) + x) / (x * x);
    /* even and odd powers in two short chains instead of a long one */
    double square = x * x, even = 0, odd = 0;
    for (int k = 12; k >= 0; k -= 2) {
        even = even * square + FACTORIAL_RECIPROCALS[k];
        odd = odd * square + FACTORIAL_RECIPROCALS[k + 1];
    }
    return even - odd * x;
}

double thud_power(double x, double exponent) {
    int whole = (int)exponent;
    if (whole != exponent || whole < 0 || whole > 64) return pow(x, exponent);
    double product = 1;
    for (double base = x; whole > 0; whole >>= 1, base *= base)
        if (whole & 1) product *= base;
    return product;
}

/* = B(1/a, 1/2)/a */
double thud_quarter_period(double a) {
    static const double SQRT_PI = 1.77245385090551602730;
    return SQRT_PI * tgamma(1 + 1 / a) / tgamma(0.5 + 1 / a);
}
