/*
 * The return under heavy damping: spring and damper in balance, negligible inertia.
 *
 * With v = −(δᵐ/χ) u, m = n − p, and s = δ^β/χ², β = n − 2p − 1, the equation of motion is
 *
 *     u = 1 + s (m u² + β s u du/ds),
 *
 * which gives u = 1 + m s + … term by term. Every other motion converges to this one within a few times 1/(χ δᵖ).
 * Its force is F = −δⁿ (u − 1), its time dt = −χ δ^(−m) dδ/u.
 */
#ifndef THUD_IMPACT_OVERDAMPED_H
#define THUD_IMPACT_OVERDAMPED_H

#include "impact/walk.h"

enum { THUD_OVERDAMPED_TERMS = 12 };

typedef struct thud_overdamped {
    double n, p, chi;
    double depth, s;                                                 /* δ and s at its beginning */
    double u[THUD_OVERDAMPED_TERMS], inverse[THUD_OVERDAMPED_TERMS]; /* coefficients of u and 1/u in s */
} thud_overdamped;

/* The slow motion from the present penetration. */
thud_overdamped thud_overdamped_from(const thud_walk *walk);

/* Whether the walk follows it, is past the extremes of the force, and the series is accurate to the last bits. */
bool thud_overdamped_holds(const thud_overdamped *slow, const thud_walk *walk);

/* The penetration up to which one stride can follow it. */
double thud_overdamped_end(const thud_overdamped *slow);

/* Its state at a penetration, with the time since its beginning; and at a time before the one at `end`. */
thud_impact_state thud_overdamped_state(const thud_overdamped *slow, double depth);
thud_impact_state thud_overdamped_state_at(const thud_overdamped *slow, double end, double time);

#endif
