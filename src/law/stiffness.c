/*
 * Stiffness from material and geometry.
 *     1/E* = (1−ν1²)/E1 + (1−ν2²)/E2,   1/R = 1/R1 + 1/R2
 * Hertz: k = (4/3) E* √R for spheres, a plane having R = ∞. Luo & Nahon 2005: k = 2 E* A/(π rₐ) for faces.
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
