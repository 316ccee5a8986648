/*
 * Stiffness from material and geometry.
 *     1/E* = (1−ν1²)/E1 + (1−ν2²)/E2,   1/R = 1/R1 + 1/R2
 * Hertz: k = (4/3) E* √R for spheres, a plane having R = ∞. Luo & Nahon 2005: k = 2 E* A/(π rₐ) for faces.
 * Thornton & Ning 1998, eqs 4 and 9: spheres yield at δ = (π py/(2E*))² R.
 *
 * Cylinders, with D = R1 + R2, or R2 − R1 for one in the hole of the other:
 * Johnson 1985, as Pereira, Ramalho & Ambrósio 2011 have it: δ = F/(π E* L) [ln(4π E* L D/F) − 1].
 * Pereira, Ramalho & Ambrósio 2015: F = (a D + b) E* L/D δⁿ in mm and MPa, a = 0.39, b = 0.85, n = 1.094 outside;
 * a = 0.965, b = 0.0965, n = Y D^(−0.005) in a hole, Y = 1.51 [ln(1000 D)]^(−0.151) up to D = 0.34954, then
 * 0.0151 D + 1.151.
 */
#include <math.h>
#include <stdbool.h>

#include <thud/law.h>

#include "numeric/constant.h"

static bool is_material(double young, double poisson) { return young > 0 && poisson > -1 && poisson <= 0.5; }

static double effective_modulus(double young1, double poisson1, double young2, double poisson2) {
    return 1 / ((1 - poisson1 * poisson1) / young1 + (1 - poisson2 * poisson2) / young2);
}

static thud_status deliver(double value, double *stiffness) {
    if (!(value > 0 && value < INFINITY)) return THUD_ERROR_OVERFLOW;
    *stiffness = value;
    return THUD_OK;
}

thud_status thud_stiffness_spheres(double young1, double poisson1, double radius1, double young2, double poisson2,
                                   double radius2, double *stiffness) {
    bool valid = is_material(young1, poisson1) && is_material(young2, poisson2) && radius1 > 0 && radius2 > 0;
    if (!valid || !stiffness || (isinf(radius1) && isinf(radius2))) return THUD_ERROR_ARGUMENT;
    double radius = 1 / (1 / radius1 + 1 / radius2);
    return deliver(4.0 / 3 * effective_modulus(young1, poisson1, young2, poisson2) * sqrt(radius), stiffness);
}

thud_status thud_stiffness_face(double young1, double poisson1, double young2, double poisson2, double area,
                                double mean_radius, double *stiffness) {
    bool valid = is_material(young1, poisson1) && is_material(young2, poisson2) && area > 0 && mean_radius > 0;
    if (!valid || !stiffness) return THUD_ERROR_ARGUMENT;
    return deliver(2 * effective_modulus(young1, poisson1, young2, poisson2) * area / (THUD_PI * mean_radius),
                   stiffness);
}

thud_status thud_yield_penetration(double young1, double poisson1, double radius1, double young2, double poisson2,
                                   double radius2, double pressure, double *penetration) {
    bool valid = is_material(young1, poisson1) && is_material(young2, poisson2) && radius1 > 0 && radius2 > 0;
    if (!valid || !(pressure > 0) || !penetration || (isinf(radius1) && isinf(radius2))) return THUD_ERROR_ARGUMENT;
    double root = THUD_PI * pressure / (2 * effective_modulus(young1, poisson1, young2, poisson2));
    return deliver(root * root / (1 / radius1 + 1 / radius2), penetration);
}

/* m; NAN if these are not radii of two cylinders. R2 < 0: a hole around the first */
static double sum_of_radii(double radius1, double radius2) {
    double sum = radius2 < 0 ? -radius2 - radius1 : radius1 + radius2;
    bool fits = radius2 < 0 ? sum >= 5e-6 && sum <= 1e-2 : radius2 > 0;
    return radius1 > 0 && fits && sum < INFINITY ? sum : NAN;
}

thud_status thud_stiffness_cylinders(double young1, double poisson1, double radius1, double young2, double poisson2,
                                     double radius2, double length, double *stiffness, double *exponent) {
    double apart = 1000 * sum_of_radii(radius1, radius2); /* mm */
    bool valid = is_material(young1, poisson1) && is_material(young2, poisson2) && apart > 0 && length > 0;
    if (!valid || !stiffness || !exponent) return THUD_ERROR_ARGUMENT;
    double a = 0.39, b = 0.85, n = 1.094;
    if (radius2 < 0) {
        a = 0.965, b = 0.0965;
        n = (apart < 0.34954 ? 1.51 * pow(log(1000 * apart), -0.151) : 0.0151 * apart + 1.151) * pow(apart, -0.005);
    }
    /* from N/mmⁿ with E in N/mm² and L in mm */
    double modulus = effective_modulus(young1, poisson1, young2, poisson2) / 1e6;
    thud_status status = deliver((a * apart + b) / apart * modulus * (1000 * length) * pow(1000, n), stiffness);
    if (status == THUD_OK) *exponent = n;
    return status;
}

thud_status thud_cylinders_penetration(double young1, double poisson1, double radius1, double young2,
                                       double poisson2, double radius2, double length, double force,
                                       double *penetration) {
    double apart = sum_of_radii(radius1, radius2);
    bool valid = is_material(young1, poisson1) && is_material(young2, poisson2) && apart > 0 && length > 0;
    if (!valid || !(force > 0) || !penetration) return THUD_ERROR_ARGUMENT;
    double line = THUD_PI * effective_modulus(young1, poisson1, young2, poisson2) * length;
    double logarithm = log(4 * line * apart / force);
    /* beyond this limit a larger force would give a smaller penetration */
    return logarithm >= 2 ? deliver(force / line * (logarithm - 1), penetration) : THUD_ERROR_ARGUMENT;
}
