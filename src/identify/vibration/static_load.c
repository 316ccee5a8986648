/*
 * Stiffness by a static load test: weights are known and deflections are read, so that only these have errors: x =
 * x₀ + F/K by least squares, K = 1/slope with the error of the slope, to first order.
 */
#include <math.h>

#include <thud/identify.h>

#include "base/environment.h"
#include "base/error.h"

static thud_status refuse(thud_error *error, const char *subject, const char *reason) {
    return thud_error_argument(error, subject, NAN, reason);
}

thud_status thud_identify_static(const double *load, const double *deflection, size_t count,
                                 thud_static_load *found, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!load || !deflection || !found) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (count < 2) return refuse(error, "load test", "has one reading: two are needed for a stiffness");
    double n = (double)count, mean_f = 0, mean_x = 0, ff = 0, fx = 0, xx = 0, left = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(load[i]) || !isfinite(deflection[i]))
            return refuse(error, "load test", "has no numbers in it");
        mean_f += load[i] / n;
        mean_x += deflection[i] / n;
    }
    for (size_t i = 0; i < count; i++) {
        double f = load[i] - mean_f, x = deflection[i] - mean_x;
        ff += f * f;
        fx += f * x;
        xx += x * x;
    }
    if (!(ff > 0)) return refuse(error, "load test", "has one load only: two are needed for a stiffness");
    double slope = fx / ff;
    if (!(slope > 0)) return refuse(error, "load test", "does not deflect in the direction of its load");
    for (size_t i = 0; i < count; i++) {
        double off = deflection[i] - mean_x - slope * (load[i] - mean_f);
        left += off * off;
    }
    double variance = count > 2 ? left / (n - 2) : NAN;
    *found = (thud_static_load){
        .stiffness = {1 / slope, sqrt(variance / ff) / (slope * slope)},
        .offset = {mean_x - slope * mean_f, sqrt(variance * (1 / n + mean_f * mean_f / ff))},
        .residual = count > 2 ? sqrt(left / n) : NAN,
        .r_squared = 1 - left / xx,
    };
    return THUD_OK;
}
