/*
 * One impact of a linear force with a memory: the standard linear solid, and the fractional damper. The state at
 * any time is known; turn and end are roots of it.
 */
#ifndef THUD_IMPACT_RELAXING_H
#define THUD_IMPACT_RELAXING_H

#include <stdbool.h>

#include <thud/impact.h>

/* The impact with this c, the least c that returns the restitution, and states evenly spaced in time, as those of
 * general.h. */
thud_status thud_relaxing_solve(const thud_impact_options *options, double damping, thud_impact *impact);
thud_status thud_relaxing_damping(const thud_impact_options *options, double *damping);
thud_status thud_relaxing_sample(const thud_impact_options *options, const thud_impact *hit, size_t count,
                                 thud_impact_state *states);

/* ---- the state at a time, in the frame ---- */

typedef struct thud_relaxing_state {
    double depth, rate, force;
} thud_relaxing_state;

/* solid.c: F = δ + q, q′ = r δ′ − q r/χ */
typedef struct thud_solid {
    double arm, relaxation;   /* r and 1/τ = r/χ */
    double fast, slow, omega; /* a, b and ω of the roots */
} thud_solid;

thud_solid thud_solid_of(double arm, double chi);
thud_relaxing_state thud_solid_at(const thud_solid *solid, double time);

/* fractional.c: F = δ + χ D^α δ, α in [0.1, 0.9] */
enum { THUD_FRACTIONAL_TERMS = 1280 };

typedef struct thud_fractional {
    double slow, omega;          /* −b ± iω, the roots of s² + χ s^α + 1 */
    double in_phase, quadrature; /* amplitudes of the ringing part */
    int count;                   /* number of creeping exponentials */
    double rate[THUD_FRACTIONAL_TERMS], weight[THUD_FRACTIONAL_TERMS];
} thud_fractional;

/* False where it would take more terms: beyond χ = 1e5, where the spring tells no more. */
bool thud_fractional_init(thud_fractional *fractional, double order, double chi);
thud_relaxing_state thud_fractional_at(const thud_fractional *fractional, double time);

#endif
