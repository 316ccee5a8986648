/*
 * Half-power structure F = k δⁿ + c δ^((n−1)/2) δ̇ with c = 2ξ√(k m), so that χ = 2ξ: Kelvin–Voigt at n = 1, Tsuji
 * and Jankowski at n = 3/2. Jankowski's damper acts in approach only.
 */
#include <math.h>

#include "law/family.h"
#include "numeric/constant.h"

static const double SQRT5 = 2.23606797749978969641;

const thud_structure thud_structure_half_power = {
    .name = "half-power damper",
    .family = "Linear and half-power dampers",
    .equation = "F = k δⁿ + c δ^((n−1)/2) δ̇",
    .kind = THUD_FORCE_VISCOUS,
    .damper_slope = 0.5,
    .damper_offset = -0.5,
    .exact_return = "e = exp(−π ζ/√(1−ζ²)), ζ = ξ√(2/(n+1)), c = 2ξ√(k m)",
    .exact_zero_force = "e = exp(−2ζ acos ζ/√(1−ζ²)), continued through ζ = 1 by acosh ζ/√(ζ²−1)",
};

const thud_structure thud_structure_half_power_approach = {
    .name = "half-power damper, approach only",
    .family = "Dampers in approach only",
    .equation = "F = k δⁿ + c δ^((n−1)/2) δ̇ while δ̇ > 0, F = k δⁿ after",
    .kind = THUD_FORCE_VISCOUS,
    .damper_slope = 0.5,
    .damper_offset = -0.5,
    .approach_only = true,
    .exact_return = "e = exp(−ζ acos ζ/√(1−ζ²)), continued through ζ = 1 by acosh ζ/√(ζ²−1); ζ = ξ√(2/(n+1)), "
                    "c = 2ξ√(k m)",
    .exact_zero_force = "the same: the force never pulls",
};

/* S. A. Anagnostopoulos, EESD 16 (1988) 443–456; exact for n = 1 and separation at δ = 0 */
double thud_rule_anagnostopoulos(double e, double n) {
    (void)n;
    double loss = 0 - log(e); /* not −0 at e = 1 */
    return 2 * loss / sqrt(THUD_PI * THUD_PI + loss * loss);
}

/*
 * Y. Tsuji, T. Tanaka & T. Ishida, Powder Technol. 71 (1992) 239–250, with the polynomial fit of α(e) of J. S.
 * Marshall, J. Comput. Phys. 228 (2009) 1541–1561; at e = 1 the fit leaves α = 4e-4 and not 0, as published.
 */
double thud_rule_tsuji(double e, double n) {
    (void)n;
    double fit = 4.8218;
    fit = fit * e - 18.022;
    fit = fit * e + 27.467;
    fit = fit * e - 22.348;
    fit = fit * e + 11.087;
    fit = fit * e - 4.2783;
    fit = fit * e + 1.2728;
    return sqrt(2) * fit;
}

/*
 * C. Thornton, S. J. Cummins & P. W. Cleary, Powder Technol. 233 (2013) 30–46, eqs B6 and B7: a fit for contacts
 * that end at F = 0, with c = 2β√(m·1.5 k√δ) as in YADE.
 */
double thud_rule_thornton_2013(double e, double n) {
    static const double h[] = {-6.918798, -16.41105, 146.8049,  -796.4559, 2928.711,
                               -7206.864, 11494.29,  -11342.18, 6276.757,  -1489.915};
    (void)n;
    if (e == 1) return 0;
    double sum = 0;
    for (int i = 9; i >= 0; i--) sum = e * (h[i] + sum);
    double beta = sqrt(1 / (1 - (1 + e) * (1 + e) * exp(sum)) - 1);
    return sqrt(6) * beta;
}

/* R. Jankowski, EESD 34 (2005) 595–611 */
double thud_rule_jankowski_2005(double e, double n) {
    (void)n;
    return SQRT5 * (1 - e) * (1 + e) / (THUD_PI * e);
}

/* R. Jankowski, EESD 35 (2006) 517–524 */
double thud_rule_jankowski_2006(double e, double n) {
    (void)n;
    return 9 * SQRT5 * (1 - e) * (1 + e) / (e * (e * (9 * THUD_PI - 16) + 16));
}

/* S. Mahmoud & R. Jankowski, Iran. J. Sci. Technol. B 35 (2011) 51–62 */
double thud_rule_mahmoud_jankowski(double e, double n) {
    (void)n;
    return 2 * (1 - e) * (1 + e) / (e * (e * (THUD_PI - 2) + 2));
}

/*
 * D. Zhao & Y. Liu, Math. Probl. Eng. 2016, 9161789, eq 28. The loss is that of one phase, with the velocity of
 * the restitution (eq 23), although eqs 6 and 15 have a damper in both. The approach phase is thud's choice.
 */
double thud_rule_zhao_liu(double e, double n) {
    (void)n;
    return SQRT5 * (1 - e) * (1 + e) / (5 * e * e);
}
