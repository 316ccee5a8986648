/*
 * Two stiffnesses: the contact unloads along a steeper line than it loads and keeps a residual penetration.
 * R. E. Valles & A. M. Reinhorn, NCEER-97-0001 (1997). The rule is exact: e = √(k₁/k₂).
 */
#include "law/family.h"

const thud_structure thud_structure_bilinear = {
    .name = "two stiffnesses",
    .family = "Two stiffnesses",
    .equation = "F = k₁ δ while δ̇ > 0, F = k₂ (δ − δₚ) after",
    .kind = THUD_FORCE_BILINEAR,
    .exact_return = "e = √(k₁/k₂); the way through the residual penetration δₚ = δmax (1−e²) is free",
    .exact_zero_force = "e = √(k₁/k₂), separation at δₚ = δmax (1−e²)",
};

double thud_rule_valles_reinhorn(double e, double n) {
    (void)n;
    return 1 / (e * e);
}
