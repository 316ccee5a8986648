/*
 * Exact relations between the restitution e and the scaled damping of a structure, in the dimensionless frame.
 */
#ifndef THUD_LAW_RELATION_H
#define THUD_LAW_RELATION_H

#include <stdbool.h>

#include <thud/law.h>

/*
 * Hunt–Crossley structure, p = n: (1+e) χ = ln[(1+χ)/(1−χ e)], for every n.
 * The loss (1−e²)/2 comes beside e because 1 − e² would cancel for e next to 1.
 */
double thud_hunt_crossley_damping(double restitution);
double thud_hunt_crossley_restitution(double chi, double *loss);

/*
 * Half-power structure, p = (n−1)/2, whose phase plane is that of a linear oscillator of damping ratio
 * ζ = χ/√(2(n+1)).
 */
typedef enum thud_half_power_case {
    THUD_HALF_POWER_RETURN,     /* damper in both phases, separation at δ = 0 */
    THUD_HALF_POWER_ZERO_FORCE, /* damper in both phases, separation at F = 0 */
    THUD_HALF_POWER_APPROACH,   /* damper in approach only; both separation rules are one */
} thud_half_power_case;

/* ζ for a restitution in (0, 1]. */
double thud_half_power_ratio(thud_half_power_case which, double restitution);

/* ln e for a damping ratio; −INFINITY when the bodies never part. */
double thud_half_power_log_restitution(thud_half_power_case which, double zeta);

/* acos(ζ)/√(1−ζ²), continued through ζ = 1 by acosh(ζ)/√(ζ²−1): the phase angle of the turning point. */
double thud_half_power_turning_angle(double zeta);

/*
 * Linear damper, p = 0, n in [1, 2], and Kuwabara–Kono, p = 1/2, n = 3/2: χ from tables of Chebyshev coefficients.
 *
 * A linear damper with separation at δ = 0 has a critical damping, at which the rebound dies for n > 1 like 1 −
 * χ/χc: near it the last bit of χ changes e by 1e-16/e. The table ends at THUD_LINEAR_DAMPER_LEAST, while a few
 * bits of χ do not yet cost the accuracy promised; below, the function gives NAN.
 */
#define THUD_LINEAR_DAMPER_LEAST 5e-5
double thud_linear_damper_damping(double restitution, double exponent_n, thud_separation separation);
double thud_kuwabara_kono_damping(double restitution, thud_separation separation);

#endif
