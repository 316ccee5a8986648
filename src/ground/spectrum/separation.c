/*
 * Distances between structures. The double difference combination and its correlation: V. Jeng, K. Kasai & B. F.
 * Maison, Earthquake Spectra 8 (1992) 201; ρ is that of A. Der Kiureghian, Earthq. Eng. Struct. Dyn. 9 (1981) 419,
 * for two dampings.
 */
#include "ground/spectrum/separation.h"

#include <math.h>

#include "base/environment.h"
#include "base/error.h"

/* EN 1998-1:2004, 4.4.2.7(3) */
static const double LEVEL_FLOORS = 0.7;

thud_gap_options thud_gap_options_default(void) { return (thud_gap_options){.amplification = 1, .importance = 1}; }

double thud_gap_correlation(thud_gap_side a, thud_gap_side b) {
    double r = b.period / a.period, za = a.damping, zb = b.damping;
    double above = 8 * sqrt(za * zb) * (zb + r * za) * r * sqrt(r);
    double detuned = (1 - r) * (1 + r);
    double below = detuned * detuned + 4 * za * zb * r * (1 + r * r) + 4 * (za * za + zb * zb) * r * r;
    return above / below;
}

/* √(a² + b² − 2ρab) as a sum of squares, which is exactly zero for equal structures */
static double difference(double a, double b, double correlation) {
    return sqrt((a - b) * (a - b) + 2 * (1 - correlation) * a * b);
}

static thud_status check_side(thud_gap_side side, thud_error *error) {
    if (!(side.period >= 1e-3 && side.period <= 1e3))
        return thud_error_argument(error, "period", side.period, "must lie between 1e-3 s and 1e3 s");
    if (!(side.damping > 0 && side.damping < 1))
        return thud_error_argument(error, "damping", side.damping, "must lie between 0 and 1");
    return THUD_OK;
}

thud_status thud_gap_check(const thud_gap_options *o, thud_error *error) {
    if (!o) return thud_error_argument(error, "options", NAN, "are missing");
    thud_status status = check_side(o->a, error);
    if (status == THUD_OK) status = check_side(o->b, error);
    if (status != THUD_OK) return status;
    if (!(o->amplification > 0 && isfinite(o->amplification)))
        return thud_error_argument(error, "Cd", o->amplification, "must be above 0");
    if (!(o->importance > 0 && isfinite(o->importance)))
        return thud_error_argument(error, "Ie", o->importance, "must be above 0");
    return THUD_OK;
}

thud_status thud_gap_by_rules(const thud_gap_options *o, double displacement_a, double displacement_b,
                              thud_gap_rules *rules, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = thud_gap_check(o, error);
    if (status != THUD_OK) return status;
    double a = displacement_a, b = displacement_b;
    if (!(a >= 0 && b >= 0 && isfinite(a + b)))
        return thud_error_argument(error, "displacement", a >= 0 ? b : a, "must be zero or more");
    if (!rules) return thud_error_argument(error, "rules", NAN, "are missing");
    double srss = hypot(a, b), rho = thud_gap_correlation(o->a, o->b);
    *rules = (thud_gap_rules){
        .absolute = a + b,
        .srss = srss,
        .ec8 = o->level_floors ? LEVEL_FLOORS * srss : srss,
        .asce7 = o->amplification / o->importance * srss,
        .double_difference = difference(a, b, rho),
        .correlation = rho,
    };
    return THUD_OK;
}
