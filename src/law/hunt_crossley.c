/*
 * Hunt–Crossley structure F = k δⁿ (1 + χ δ̇/v). The damper vanishes with the spring, so the force never pulls and
 * both separation rules agree. χ = c v/k does not depend on n.
 */
#include <math.h>

#include "law/family.h"
#include "law/relation.h"

const thud_structure thud_structure_hunt_crossley = {
    .name = "Hunt–Crossley",
    .family = "Hunt–Crossley",
    .equation = "F = k δⁿ + c δⁿ δ̇",
    .kind = THUD_FORCE_VISCOUS,
    .damper_slope = 1,
    .exact_return = "(1+e) χ = ln[(1+χ)/(1−χ e)], χ = c v/k, for every n",
    .exact_zero_force = "the same: the force never pulls",
};

/* K. H. Hunt & F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440–445 */
double thud_rule_hunt_crossley(double e, double n) {
    (void)n;
    return 1.5 * (1 - e);
}

/* H. M. Lankarani & P. E. Nikravesh, J. Mech. Des. 112 (1990) 369–376 */
double thud_rule_lankarani_nikravesh(double e, double n) {
    (void)n;
    return 0.75 * (1 - e) * (1 + e);
}

/* S. Hu & X. Guo, Multibody Syst. Dyn. 35 (2015) 131–151 */
double thud_rule_hu_guo(double e, double n) {
    (void)n;
    return 1.5 * (1 - e) / e;
}

/* P. Flores et al., Multibody Syst. Dyn. 25 (2011) 357–375; K. Ye, L. Li & H. Zhu, EESD 38 (2009) 1135–1142 */
double thud_rule_flores(double e, double n) {
    (void)n;
    return 1.6 * (1 - e) / e;
}

/* Y. Gonthier et al., Multibody Syst. Dyn. 11 (2004) 209–233: the exact relation */
double thud_rule_gonthier(double e, double n) {
    (void)n;
    return thud_hunt_crossley_damping(e);
}

/* the same paper's approximation */
double thud_rule_gonthier_approximate(double e, double n) {
    (void)n;
    return (1 - e) * (1 + e) / e;
}

/* R. G. Herbert & D. C. McWhannell, J. Eng. Ind. 99 (1977) 513–518 */
double thud_rule_herbert_mcwhannell(double e, double n) {
    (void)n;
    return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3);
}

/* T. W. Lee & A. C. Wang, J. Mech. Transm. Autom. Des. 105 (1983) 534–540 */
double thud_rule_lee_wang(double e, double n) {
    (void)n;
    return 0.75 * (1 - e);
}

/*
 * A. S. Carvalho & J. M. Martins, Mech. Mach. Theory (2019), as cited in Exudyn's manual. Below e = 1/3, where
 * both agree, Exudyn uses Gonthier's approximation.
 */
double thud_rule_carvalho_martins(double e, double n) {
    return e > 1.0 / 3 ? 1.5 * (1 - e) * (11 - e) / (1 + 9 * e) : thud_rule_gonthier_approximate(e, n);
}

/* D. R. Pant & A. C. Wijeyewickrema, Earthq. Eng. Struct. Dyn. 41 (2012), as in railway-impact-simulator */
double thud_rule_pant_wijeyewickrema(double e, double n) {
    (void)n;
    return 1.5 * (1 - e) * (1 + e) / (e * e);
}

/* Q. Zhiying & L. Qishao, J. Dyn. Control 4 (2006) 294–298 */
double thud_rule_zhiying_qishao(double e, double n) {
    (void)n;
    return 0.75 * (1 - e) * (1 + e) * exp(2 * (1 - e));
}
