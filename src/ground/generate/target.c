/*
 * The target spectrum.
 */
#include "ground/generate/sampling.h"

#include <math.h>

#include "base/error.h"

/* the power law through two points; linear if one of them is at T = 0 */
static double between(thud_spectrum_point a, thud_spectrum_point b, double period) {
    if (a.period == 0) return a.acceleration + (b.acceleration - a.acceleration) * period / b.period;
    double exponent = log(b.acceleration / a.acceleration) / log(b.period / a.period);
    return a.acceleration * pow(period / a.period, exponent);
}

double thud_target_acceleration(const thud_target *t, double period) {
    if (t->point_count == 0) return thud_ec8_acceleration(&t->ec8, period);
    const thud_spectrum_point *p = t->points, *last = p + t->point_count - 1;
    if (!(period >= p->period && period <= last->period)) return NAN;
    if (period == last->period) return last->acceleration;
    while (period >= p[1].period) p++;
    return between(p[0], p[1], period);
}

double thud_target_damping(const thud_target *t) { return t->point_count == 0 ? t->ec8.damping : t->point_damping; }

static thud_status check_points(const thud_target *t, thud_error *error) {
    if (!t->points || t->point_count < 2)
        return thud_error_argument(error, "target", NAN, "must have at least two points");
    for (size_t i = 0; i < t->point_count; i++) {
        const thud_spectrum_point *p = &t->points[i];
        if (!(p->period >= 0 && p->period <= 1e6))
            return thud_error_argument(error, "period of the target", p->period, "must lie between 0 and 1e6 s");
        if (i > 0 && !(p->period > p[-1].period))
            return thud_error_argument(error, "period of the target", p->period,
                                       "must be larger than the one before");
        if (!(p->acceleration > 0 && p->acceleration <= 1e6))
            return thud_error_argument(error, "acceleration of the target", p->acceleration,
                                       "must be above 0 and at most 1e6 m/s²");
    }
    return THUD_OK;
}

thud_status thud_target_check(const thud_target *t, thud_error *error) {
    thud_status status = t->point_count == 0 ? thud_ec8_check(&t->ec8, error) : check_points(t, error);
    if (status != THUD_OK) return status;
    double damping = thud_target_damping(t);
    if (!(damping >= 0.005 && damping <= 0.5))
        return thud_error_argument(error, "damping", damping,
                                   "must lie between 0.5 % and 50 % for a motion to be matched");
    return THUD_OK;
}
