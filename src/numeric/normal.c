/*
 * Φ by the error function of the C library. In the far tail it is the continued fraction of Mills' ratio
 * (Abramowitz & Stegun 26.2.14): Φ(−z)/φ(z) = 1/(z + 1/(z + 2/(z + 3/(z + …)))).
 *
 * The quantile starts with Abramowitz & Stegun 26.2.23, accurate to 4.5e-4, and iterates Halley's method on ln Φ,
 * whose error is cubed in each step.
 *
 * In one tail, Φ(a) and Φ(b) are both small, or both close to 1 and without digits. The tail is therefore mirrored
 * downwards, where the share u lies at ln Φ(b) + ln(u + (1 − u) Φ(a)/Φ(b)), a sum without cancellation.
 */
#include "numeric/normal.h"

#include <math.h>

#include "numeric/constant.h"

/* below this erfc loses digits to underflow, and the continued fraction is exact */
static const double TAIL = -20;

double thud_normal_below(double z) { return 0.5 * erfc(-z / sqrt(2.0)); }

/* Φ(−z)/φ(z) for z ≥ 20; 60 terms are far more than needed for 16 digits */
static double mills(double z) {
    double fraction = z;
    for (int i = 60; i > 0; i--) fraction = z + i / fraction;
    return 1 / fraction;
}

static double log_density(double z) { return -0.5 * z * z - 0.5 * log(2 * THUD_PI); }

double thud_normal_log_below(double z) {
    if (z < TAIL) return log_density(z) + log(mills(-z));
    return z > 0 ? log1p(-thud_normal_below(-z)) : log(thud_normal_below(z));
}

double thud_normal_hazard(double z) {
    if (z < TAIL) return 1 / mills(-z);
    return exp(log_density(z)) / thud_normal_below(z);
}

/* the z ≤ 0 with ln Φ(z) = goal */
static double lower_quantile(double goal) {
    const double t = sqrt(-2 * goal);
    double z =
        (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
    for (int i = 0; i < 6; i++) {
        /* f = ln Φ − ln p, f′ = h = φ/Φ, f″ = −h(z + h) */
        const double f = thud_normal_log_below(z) - goal, h = thud_normal_hazard(z);
        const double step = f / (h + 0.5 * f * (z + h));
        z -= step;
        if (fabs(step) <= 1e-10) break; /* the next step would be its cube */
    }
    return z;
}

double thud_normal_quantile(double p) {
    if (!(p >= 0 && p <= 1)) return NAN;
    if (p == 0) return -INFINITY;
    if (p == 1) return INFINITY;
    if (p == 0.5) return 0;
    return p < 0.5 ? lower_quantile(log(p)) : -lower_quantile(log(1 - p));
}

/* a < b ≤ 0; u and its complement are shares from a and from b */
static double between_below(double a, double b, double u, double complement) {
    const double high = thud_normal_log_below(b), ratio = exp(thud_normal_log_below(a) - high);
    return lower_quantile(high + log(u + complement * ratio));
}

double thud_normal_between(double a, double b, double u) {
    if (b <= 0) return between_below(a, b, u, 1 - u);
    if (a >= 0) return -between_below(-b, -a, 1 - u, u);
    const double first = thud_normal_below(a), last = thud_normal_below(b);
    return thud_normal_quantile(first + u * (last - first));
}
