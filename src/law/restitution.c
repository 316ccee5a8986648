/*
 * Restitution as a function of approach speed: through points, linear in ln v, or e = 1 − a v^b.
 *
 * Losses by plastic or viscous flow follow small powers of the speed (1/4 for plastic spheres, 1/5 for
 * viscoelastic ones), and v^b = 1 + b ln v + … is nearly linear in ln v.
 */
#include <math.h>

#include <thud/law.h>

#include "base/error.h"

static double between_points(const thud_restitution_curve *c, double speed) {
    if (!(speed > c->speed[0])) return c->restitution[0];
    size_t next = 1;
    while (next < c->count && c->speed[next] < speed) next++;
    if (next == c->count) return c->restitution[c->count - 1];
    double v = c->speed[next - 1], e = c->restitution[next - 1];
    return e + (c->restitution[next] - e) * log(speed / v) / log(c->speed[next] / v);
}

double thud_restitution_at(const thud_restitution_curve *curve, double constant, double speed) {
    switch (curve->kind) {
    case THUD_RESTITUTION_CONSTANT: break;
    case THUD_RESTITUTION_POINTS: return between_points(curve, speed);
    case THUD_RESTITUTION_POWER: return fmax(1 - curve->a * pow(speed, curve->b), curve->least);
    }
    return constant;
}

static thud_status check_points(const thud_restitution_curve *c, thud_error *error) {
    if (c->count < 1 || c->count > THUD_RESTITUTION_MOST)
        return thud_error_argument(error, "restitution.at", (double)c->count, "must have 1 to 16 points");
    for (size_t i = 0; i < c->count; i++) {
        double v = c->speed[i], e = c->restitution[i];
        if (!(v >= 1e-100 && v <= 1e100))
            return thud_error_argument(error, "restitution.at", v, "must have speeds above zero");
        if (i > 0 && !(v > c->speed[i - 1]))
            return thud_error_argument(error, "restitution.at", v, "must have ascending speeds");
        if (!(e >= 0 && e <= 1))
            return thud_error_argument(error, "restitution.at", e, "must have restitutions from 0 to 1");
    }
    return THUD_OK;
}

static thud_status check_power(const thud_restitution_curve *c, thud_error *error) {
    if (!(c->a >= 0 && c->a <= 1e100))
        return thud_error_argument(error, "restitution.a", c->a, "must not be negative");
    if (!(c->b > 0 && c->b <= 100)) return thud_error_argument(error, "restitution.b", c->b, "must be above zero");
    if (!(c->least >= 0 && c->least <= 1))
        return thud_error_argument(error, "restitution.least", c->least, "must lie between 0 and 1");
    return THUD_OK;
}

thud_status thud_restitution_check(const thud_restitution_curve *curve, thud_error *error) {
    if (!curve) return thud_error_argument(error, "restitution", NAN, "is missing");
    switch (curve->kind) {
    case THUD_RESTITUTION_CONSTANT: return THUD_OK;
    case THUD_RESTITUTION_POINTS: return check_points(curve, error);
    case THUD_RESTITUTION_POWER: return check_power(curve, error);
    }
    return thud_error_argument(error, "restitution", (double)curve->kind, "has an unknown kind");
}
