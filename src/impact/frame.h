/*
 * One impact in the dimensionless frame: δ″ + δⁿ + χ δᵖ δ′ = 0, δ(0) = 0, δ′(0) = 1.
 */
#ifndef THUD_IMPACT_FRAME_H
#define THUD_IMPACT_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/impact.h>

typedef struct thud_frame {
    double n, p, chi;
    bool approach_only; /* the damper acts in approach only */
    bool zero_force;    /* separation when the force returns to zero, otherwise at δ = 0 */
    double tolerance;   /* tolerance of the integrator, per step; closed forms ignore it */
    bool keep_books;    /* also integrate the work of the damper, and fail if energy does not balance */
} thud_frame;

typedef struct thud_frame_impact {
    double restitution;
    double loss; /* (1 − e²)/2, computed without cancellation */
    double contact_time, approach_time;
    double max_penetration, separation_penetration;
    double max_force, min_force;
} thud_frame_impact;

/* Closed forms. Half-power: p = (n−1)/2 or χ = 0; Hunt–Crossley: p = n. */
thud_frame_impact thud_half_power_impact(const thud_frame *frame);
thud_frame_impact thud_hunt_crossley_impact(const thud_frame *frame);

/* Two stiffnesses of ratio k₂/k₁. */
thud_frame_impact thud_bilinear_impact(double ratio, bool zero_force);
thud_impact_state thud_bilinear_state(double ratio, double time);

/* Integration of the equation of motion, for every n, p and χ. */
thud_status thud_frame_integrate(const thud_frame *frame, thud_frame_impact *impact);

/*
 * The states at `count` ≥ 2 instants, evenly spaced from contact to separation. If the end differs from that of
 * the solved impact, the result is THUD_ERROR_ACCURACY, and nothing is written.
 */
thud_status thud_frame_sample(const thud_frame *frame, const thud_frame_impact *hit, size_t count,
                              thud_impact_state *states);

#endif
