/*
 * Exact relations between the restitution e and the scaled damping of a structure, in the dimensionless frame.
 */
#ifndef THUD_LAW_RELATION_H
#define THUD_LAW_RELATION_H

#include <stdbool.h>

#include <thud/law.h>

/*
 * Hunt–Crossley structure, p = n: (1+e) χ = ln[(1+χ)/(1−χ e)], for every n. The function takes the loss (1−e²)/2
 * in addition to e, because 1 − e² would cancel near e = 1.
 */
double thud_hunt_crossley_damping(double restitution);
double thud_hunt_crossley_restitution(double chi, double *loss);

/*
 * Half-power structure, p = (n−1)/2. Its phase plane is that of a linear oscillator with damping ratio ζ =
 * χ/√(2(n+1)).
 */
typedef enum thud_half_power_case {
    THUD_HALF_POWER_RETURN,     /* damper in both phases, separation at δ = 0 */
    THUD_HALF_POWER_ZERO_FORCE, /* damper in both phases, separation at F = 0 */
    THUD_HALF_POWER_APPROACH,   /* damper in approach only; both separation rules agree */
} thud_half_power_case;

/* ζ for a restitution in (0, 1]. */
double thud_half_power_ratio(thud_half_power_case which, double restitution);

/* ln e for a damping ratio; −INFINITY when the bodies never separate. */
double thud_half_power_log_restitution(thud_half_power_case which, double zeta);

/* acos(ζ)/√(1−ζ²), continued through ζ = 1 by acosh(ζ)/√(ζ²−1): the phase angle of the turning point. */
double thud_half_power_turning_angle(double zeta);

/*
 * Linear damper, p = 0, n in [1, 2], and Kuwabara–Kono, p = 1/2, n = 3/2: χ from tables of Chebyshev coefficients.
 *
 * A linear damper with separation at δ = 0 has a critical damping. For n > 1 the rebound vanishes there like 1 −
 * χ/χc, so that the last bit of χ changes e by 1e-16/e. The table ends at THUD_LINEAR_DAMPER_LEAST, before this
 * loss exceeds the promised accuracy; below it the function returns NAN.
 */
#define THUD_LINEAR_DAMPER_LEAST 5e-5
double thud_linear_damper_damping(double restitution, double exponent_n, thud_separation separation);
double thud_kuwabara_kono_damping(double restitution, thud_separation separation);

#endif
