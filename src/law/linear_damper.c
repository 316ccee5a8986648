/*
 * A Hertz spring with a damper of lower power: linear (Poursina–Nikravesh), or proportional to the spring's slope
 * as in viscoelastic contact (Kuwabara–Kono).
 */
#include <math.h>

#include "law/family.h"

const thud_structure thud_structure_linear_damper = {
    .name = "Hertz spring with linear damper",
    .family = "Other dampers",
    .equation = "F = k δⁿ + c δ̇",
    .kind = THUD_FORCE_VISCOUS,
    .exact_return = "no closed form; table accurate to 1e-11 in e, e ≥ 5e-5 (n = 1: e = exp(−π ζ/√(1−ζ²)))",
    .exact_zero_force =
        "no closed form; table accurate to 1e-12 in e, every e (n = 1: e = exp(−2ζ acos ζ/√(1−ζ²)))",
};

const thud_structure thud_structure_kuwabara_kono = {
    .name = "Kuwabara–Kono",
    .family = "Other dampers",
    .equation = "F = k δ^(3/2) + c δ^(1/2) δ̇",
    .kind = THUD_FORCE_VISCOUS,
    .damper_slope = 1,
    .damper_offset = -1,
    .exact_return = "no closed form; table accurate to 1e-12 in e, every e",
    .exact_zero_force = "no closed form; table accurate to 1e-12 in e, every e",
};

/* M. Poursina & P. E. Nikravesh, Multibody Syst. Dyn. 50 (2020) 169–188, eqs 46, 47, 49 */
double thud_rule_poursina_nikravesh(double e, double n) {
    double alpha = (((0.3331 * n - 1.48) * n + 3.077) * n - 2.306) * n + 1.794;
    double beta = 1.285 * pow(n, 0.2553) - 1.725;
    return alpha * expm1(beta * log(e));
}
