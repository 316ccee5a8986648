/*
 * The horizontal elastic response spectrum of EN 1998-1:2004, 3.2.2.2, as a pseudo-acceleration:
 *     0 ≤ T ≤ TB    ag S (1 + T/TB (2.5η − 1))
 *     TB ≤ T ≤ TC   ag S 2.5η
 *     TC ≤ T ≤ TD   ag S 2.5η TC/T
 *     TD ≤ T        ag S 2.5η TC TD/T²
 * with η = √(10/(5 + ξ)) ≥ 0.55, ξ in percent. That ends at 4 s. For type 1 annex A goes on, as displacements:
 * those of the last branch up to TE, then TE ≤ T ≤ TF   0.025 ag S TC TD (2.5η + (T − TE)/(TF − TE) (1 − 2.5η)) TF
 * ≤ T        0.025 ag S TC TD = dg, the displacement of the ground. Its 0.025 is 1/4π² = 0.02533 in two digits: at
 * TE the ordinates of the code step down by 1.3 %.
 */
#include <thud/motion.h>

#include <math.h>

#include "base/error.h"
#include "numeric/constant.h"

/* S, TB, TC, TD of the soils A to E: tables 3.2 and 3.3 */
static const double parameters[2][5][4] = {
    {
        {1.00, 0.15, 0.40, 2.0},
        {1.20, 0.15, 0.50, 2.0},
        {1.15, 0.20, 0.60, 2.0},
        {1.35, 0.20, 0.80, 2.0},
        {1.40, 0.15, 0.50, 2.0},
    },
    {
        {1.00, 0.05, 0.25, 1.2},
        {1.35, 0.05, 0.25, 1.2},
        {1.50, 0.10, 0.25, 1.2},
        {1.80, 0.10, 0.30, 1.2},
        {1.60, 0.05, 0.25, 1.2},
    },
};

/* TE of the soils A to E, and TF: table A.1, which is for type 1 */
static const double displacement_ends[5] = {4.5, 5.0, 6.0, 6.0, 6.0};
static const double ground_begins = 10;
static const double code_ends = 4; /* 3.2.2.2(1) */

thud_status thud_ec8_init(thud_ec8 *spectrum, int type, char soil, double ag) {
    if (!spectrum || type < 1 || type > 2 || soil < 'A' || soil > 'E') return THUD_ERROR_ARGUMENT;
    const double *row = parameters[type - 1][soil - 'A'];
    *spectrum =
        (thud_ec8){.ag = ag, .damping = 0.05, .soil_factor = row[0], .tb = row[1], .tc = row[2], .td = row[3]};
    if (type == 1) {
        spectrum->te = displacement_ends[soil - 'A'];
        spectrum->tf = ground_begins;
    }
    return THUD_OK;
}

thud_status thud_ec8_check(const thud_ec8 *s, thud_error *error) {
    if (!s) return thud_error_argument(error, "spectrum", NAN, "is missing");
    if (!(s->ag > 0 && s->ag <= 1e6))
        return thud_error_argument(error, "ag", s->ag, "must be above 0 and at most 1e6 m/s²");
    if (!(s->damping >= 0 && s->damping < 1))
        return thud_error_argument(error, "damping", s->damping, "must lie in [0, 1)");
    if (!(s->soil_factor > 0 && s->soil_factor <= 100))
        return thud_error_argument(error, "S", s->soil_factor, "must be above 0 and at most 100");
    if (!(s->tb > 0)) return thud_error_argument(error, "TB", s->tb, "must be above 0 s");
    if (!(s->tc >= s->tb)) return thud_error_argument(error, "TC", s->tc, "must be at least TB");
    if (!(s->td >= s->tc && s->td <= 1000)) return thud_error_argument(error, "TD", s->td, "must be at least TC");
    if (s->te == 0 && s->tf == 0) return THUD_OK;
    if (!(s->te >= s->td && s->te <= 1000)) return thud_error_argument(error, "TE", s->te, "must be at least TD");
    if (!(s->tf > s->te && s->tf <= 1e6)) return thud_error_argument(error, "TF", s->tf, "must be above TE");
    return THUD_OK;
}

double thud_ec8_longest(const thud_ec8 *s) { return s->te > 0 ? INFINITY : code_ends; }

/* annex A: the displacement, m, beyond TE */
static double far_displacement(const thud_ec8 *s, double amplification, double period) {
    double ground = 0.025 * s->ag * s->soil_factor * s->tc * s->td;
    double share = fmin((period - s->te) / (s->tf - s->te), 1);
    return ground * (amplification + share * (1 - amplification));
}

double thud_ec8_acceleration(const thud_ec8 *s, double period) {
    double eta = fmax(sqrt(10 / (5 + 100 * s->damping)), 0.55);
    double zero = s->ag * s->soil_factor, plateau = 2.5 * eta * zero;
    if (period > thud_ec8_longest(s)) return NAN;
    if (s->te > 0 && period > s->te) {
        double omega = 2 * THUD_PI / period;
        return far_displacement(s, 2.5 * eta, period) * omega * omega;
    }
    if (period < s->tb) return zero + (plateau - zero) * period / s->tb;
    if (period <= s->tc) return plateau;
    if (period <= s->td) return plateau * s->tc / period;
    return plateau * s->tc * s->td / (period * period);
}
