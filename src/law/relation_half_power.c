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

static const double PI = 3.14159265358979323846;

enum { MAX_ITERATIONS = 20 };

double thud_half_power_turning_angle(double zeta) {
    if (zeta < 1) return acos(zeta) / sqrt((1 - zeta) * (1 + zeta));
    if (zeta > 1) return acosh(zeta) / sqrt((zeta - 1) * (zeta + 1));
    return 1;
}

/* below 2 a fit good to 1e-6, from which one step of Halley's method reaches the last bit; above it a plain guess
 */
static double first_guess(double exponent) {
    static const double FIT[] = {0.00023834508, 0.00028825866, 0.0048463669, 0.019724876,
                                 0.080289812,   0.25799216,    0.63662018};
    if (exponent > 2) return expm1(exponent) / 2 + (2 / PI - 0.5) * exponent / (1 + exponent + exponent * exponent);
    double sum = 0;
    for (int i = 0; i < 7; i++) sum = sum * exponent + FIT[i];
    return sum * exponent;
}

/* ζ with ζ h(ζ) = exponent: Halley's method in ln ζ, in which the relation is almost straight for large ζ */
static double ratio_of_exponent(double exponent) {
    if (exponent > 40) return exp(exponent) / 2; /* h = ln(2ζ)/ζ to the last bit */
    double zeta = first_guess(exponent);
    if (zeta == 0) return 0;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        /* g = ζh and its derivatives, from (1−ζ²)h′ = ζh − 1; next to ζ = 1 their values there */
        double h = thud_half_power_turning_angle(zeta), square = (1 - zeta) * (1 + zeta);
        bool critical = fabs(square) < 1e-3;
        double h1 = critical ? -1.0 / 3 : (zeta * h - 1) / square;
        double h2 = critical ? 4.0 / 15 : (h + 3 * zeta * h1) / square;
        double slope = zeta * (h + zeta * h1), bend = slope + zeta * zeta * (2 * h1 + zeta * h2);
        double newton = (zeta * h - exponent) / slope;
        double change = newton / (1 - newton * bend / (2 * slope));
        zeta *= (2 - change) / (2 + change); /* exp(−change) to third order, without the call */
        if (!(fabs(change) > 1e-5)) break;   /* cubic: the next one is below the last bit */
    }
    return zeta;
}

double thud_half_power_ratio(thud_half_power_case which, double restitution) {
    double exponent = 0 - log(restitution); /* not −0 at e = 1 */
    switch (which) {
    case THUD_HALF_POWER_RETURN: return exponent / sqrt(PI * PI + exponent * exponent);
    case THUD_HALF_POWER_ZERO_FORCE: return ratio_of_exponent(exponent / 2);
    case THUD_HALF_POWER_APPROACH: return ratio_of_exponent(exponent);
    }
    return NAN;
}

double thud_half_power_log_restitution(thud_half_power_case which, double zeta) {
    switch (which) {
    case THUD_HALF_POWER_RETURN: return zeta < 1 ? -PI * zeta / sqrt((1 - zeta) * (1 + zeta)) : -INFINITY;
    case THUD_HALF_POWER_ZERO_FORCE: return -2 * zeta * thud_half_power_turning_angle(zeta);
    case THUD_HALF_POWER_APPROACH: return -zeta * thud_half_power_turning_angle(zeta);
    }
    return NAN;
}
