/*
 * The force of a compliant law, branch by branch: F = k (δ − δ₀)ⁿ + c δᵖ δ̇.
 *
 * A viscous law has one branch; a damper that acts in approach only is off while the bodies separate. A bilinear
 * law loads along one line, k₁ (δ − set), and unloads along another, k₂ (δ − δ₀). Integrators choose the branch at
 * a turning point and call these functions. The power series of simulations use the same five numbers.
 */
#ifndef THUD_LAW_FORCE_H
#define THUD_LAW_FORCE_H

#include <math.h>
#include <stdbool.h>

#include <thud/law.h>

static inline bool thud_law_has_damper(const thud_law *law) {
    return law->structure->kind == THUD_FORCE_VISCOUS || law->structure->kind == THUD_FORCE_GENERAL;
}

typedef struct thud_branch {
    double k, c;   /* N/mⁿ and N s/m^(p+1) */
    double n, p;   /* exponents of the spring and of the damper */
    double offset; /* m: δ₀, where the spring's force is zero; other than 0 for n = 1 only */
} thud_branch;

/* x^e for x ≥ 0; common exponents need no logarithm */
static inline double thud_branch_power(double x, double e) {
    if (e == 1.5) return x * sqrt(x);
    if (e == 1) return x;
    if (e == 0.5) return sqrt(x);
    return e == 0 ? 1 : pow(x, e);
}

/* ∂F/∂δ̇, N s/m */
static inline double thud_branch_damper(const thud_branch *b, double depth) {
    return b->c == 0 ? 0 : b->c * thud_branch_power(fabs(depth), b->p);
}

/* F, N; continued smoothly past δ₀, so that a step beyond the end of the branch is accurate up to there */
static inline double thud_branch_force(const thud_branch *b, double depth, double rate) {
    double stretch = depth - b->offset;
    double spring = copysign(b->k * thud_branch_power(fabs(stretch), b->n), stretch);
    return b->c == 0 ? spring : spring + thud_branch_damper(b, depth) * rate;
}

/* ∂F/∂δ, N/m; δ > δ₀ */
static inline double thud_branch_stiffness(const thud_branch *b, double depth, double rate) {
    double slope = b->n * b->k * thud_branch_power(depth - b->offset, b->n - 1);
    return b->c == 0 || b->p == 0 ? slope : slope + b->p * thud_branch_damper(b, depth) * rate / depth;
}

/* J stored in the spring */
static inline double thud_branch_potential(const thud_branch *b, double depth) {
    double stretch = depth - b->offset;
    return stretch > 0 ? b->k * thud_branch_power(stretch, b->n) * stretch / (b->n + 1) : 0;
}

/* the line along which a bilinear law unloads from `top`, where the force was k₁ (top − base) */
static inline thud_branch thud_branch_unloading(double k1, double k2, double top, double base) {
    return (thud_branch){.k = k2, .n = 1, .offset = top - k1 / k2 * (top - base)};
}

#endif
