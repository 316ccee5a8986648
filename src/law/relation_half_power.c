/*
 * Half-power structure: m δ̈ + c δ^((n−1)/2) δ̇ + k δⁿ = 0.
 *
 * With s = δ^((n+1)/2) the phase plane (s, δ̇) is that of a linear oscillator of damping ratio ζ = χ/√(2(n+1)),
 * so that, with h(ζ) = acos(ζ)/√(1−ζ²),
 *     both phases, separation at δ = 0:   ln e = −π ζ/√(1−ζ²)
 *     both phases, separation at F = 0:   ln e = −2 ζ h(ζ)
 *     damper in approach only:            ln e = −ζ h(ζ)
 * The second at n = 1 is Butcher & Segalman 2000, whose branch ζ > 1 is misprinted in Poursina & Nikravesh 2020
 * eq 55.
 */
#include <math.h>

#include "law/relation.h"
#include "numeric/constant.h"

static const double LN_2 = 0.69314718055994530942;

enum { MAX_ITERATIONS = 20 };

double thud_half_power_turning_angle(double zeta) {
    if (zeta > 1e8) return (log(zeta) + LN_2) / zeta; /* to the last bit; ζ² may overflow */
    if (zeta < 1) return acos(zeta) / sqrt((1 - zeta) * (1 + zeta));
    if (zeta > 1) return acosh(zeta) / sqrt((zeta - 1) * (zeta + 1));
    return 1;
}

/* below 2 a fit accurate to 1e-6, after which one step of Halley's method is exact to the last bit; above it a
   rough guess */
static double first_guess(double exponent) {
    static const double FIT[] = {0.00023834508, 0.00028825866, 0.0048463669, 0.019724876,
                                 0.080289812,   0.25799216,    0.63662018};
    if (exponent > 2)
        return expm1(exponent) / 2 + (2 / THUD_PI - 0.5) * exponent / (1 + exponent + exponent * exponent);
    double sum = 0;
    for (int i = 0; i < 7; i++) sum = sum * exponent + FIT[i];
    return sum * exponent;
}

/*
 * h and its derivatives, from (1−ζ²)h′ = ζh − 1; next to ζ = 1, where that is 0/0, from
 *     h = Σ c_k x^k, x = 1 − ζ, c_k = k/(2k+1) c_(k−1), c_0 = 1, whose first term left out is below 1e-18.
 */
typedef struct {
    double value, slope, bend;
} turning_angle;

static turning_angle turning_angle_near(double zeta) {
    double x = 1 - zeta, c = 1, power = 1; /* power = x^(k−2) from k = 2 on */
    turning_angle h = {thud_half_power_turning_angle(zeta), -1.0 / 3, 0};
    c /= 3;
    for (int k = 2; k <= 10; k++, power *= x) {
        c *= k / (2.0 * k + 1);
        h.slope -= k * c * power * x;
        h.bend += k * (k - 1) * c * power;
    }
    return h;
}

static turning_angle turning_angle_of(double zeta) {
    if (fabs(1 - zeta) < 0.01) return turning_angle_near(zeta);
    double h = thud_half_power_turning_angle(zeta), square = (1 - zeta) * (1 + zeta);
    double slope = (zeta * h - 1) / square;
    return (turning_angle){h, slope, (h + 3 * zeta * slope) / square};
}

/* ζ with ζ h(ζ) = exponent: Halley's method in ln ζ, in which the relation is almost linear for large ζ */
static double ratio_of_exponent(double exponent) {
    if (exponent > 40) return exp(exponent) / 2; /* h = ln(2ζ)/ζ to the last bit */
    double zeta = first_guess(exponent);
    if (zeta == 0) return 0;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        turning_angle h = turning_angle_of(zeta); /* derivatives of g = ζh by ln ζ */
        double slope = zeta * (h.value + zeta * h.slope);
        double bend = slope + zeta * zeta * (2 * h.slope + zeta * h.bend);
        double newton = (zeta * h.value - exponent) / slope;
        double change = newton / (1 - newton * bend / (2 * slope));
        zeta *= (2 - change) / (2 + change); /* exp(−change) to third order, without the call */
        if (!(fabs(change) > 1e-5)) break;   /* cubic convergence: the next change is below the last bit */
    }
    return zeta;
}

double thud_half_power_ratio(thud_half_power_case which, double restitution) {
    double exponent = 0 - log(restitution); /* not −0 at e = 1 */
    switch (which) {
    case THUD_HALF_POWER_RETURN: return exponent / sqrt(THUD_PI * THUD_PI + exponent * exponent);
    case THUD_HALF_POWER_ZERO_FORCE: return ratio_of_exponent(exponent / 2);
    case THUD_HALF_POWER_APPROACH: return ratio_of_exponent(exponent);
    }
    return NAN;
}

double thud_half_power_log_restitution(thud_half_power_case which, double zeta) {
    switch (which) {
    case THUD_HALF_POWER_RETURN: return zeta < 1 ? -THUD_PI * zeta / sqrt((1 - zeta) * (1 + zeta)) : -INFINITY;
    case THUD_HALF_POWER_ZERO_FORCE: return -2 * zeta * thud_half_power_turning_angle(zeta);
    case THUD_HALF_POWER_APPROACH: return -zeta * thud_half_power_turning_angle(zeta);
    }
    return NAN;
}
