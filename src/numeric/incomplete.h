/* The incomplete gamma and beta functions, regularised, and their inverses. */
#ifndef THUD_NUMERIC_INCOMPLETE_H
#define THUD_NUMERIC_INCOMPLETE_H

/* P(a, x) = ∫₀ˣ tᵃ⁻¹ e⁻ᵗ dt / Γ(a) and Q = 1 − P, each accurate relative to itself; a > 0, x ≥ 0. */
double thud_gamma_below(double a, double x);
double thud_gamma_above(double a, double x);

/* The x with P(a, x) = p and Q(a, x) = q, where p + q = 1; the smaller of the two decides. */
double thud_gamma_quantile(double a, double p, double q);

/* Iₓ(a, b) = ∫₀ˣ tᵃ⁻¹ (1 − t)ᵇ⁻¹ dt / B(a, b) for 0 ≤ x ≤ 1; the upper part is I₁₋ₓ(b, a). */
double thud_beta_below(double a, double b, double x);

/* The x with Iₓ(a, b) = p, where p + q = 1; the smaller of the two decides. */
double thud_beta_quantile(double a, double b, double p, double q);

#endif
