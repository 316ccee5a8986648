/*
 * The factor that gives a motion a strength: peaks and spectral ordinates are proportional to it.
 */
#include <math.h>

#include <thud/motion.h>

#include "base/environment.h"
#include "base/error.h"

static thud_status measure(const thud_motion *motion, const thud_motion_strength *strength, double *value) {
    thud_intensity intensity;
    thud_response response;
    thud_status status = THUD_OK;
    switch (strength->measure) {
    case THUD_MEASURE_PGA:
    case THUD_MEASURE_PGV:
        status = thud_motion_intensity(motion, &intensity);
        if (status == THUD_OK) *value = strength->measure == THUD_MEASURE_PGA ? intensity.pga : intensity.pgv;
        return status;
    case THUD_MEASURE_SA:
        status = thud_motion_spectrum(motion, &strength->period, 1, &strength->damping, 1, &response);
        if (status == THUD_OK) *value = response.pseudo_acceleration;
        return status;
    }
    return THUD_ERROR_ARGUMENT;
}

thud_status thud_motion_scale_factor(const thud_motion *motion, const thud_motion_strength *strength,
                                     double *factor, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!motion || !strength || !factor) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (!(strength->value > 0 && strength->value < INFINITY))
        return thud_error_argument(error, "value", strength->value, "must be positive");
    if (strength->measure == THUD_MEASURE_SA && !(strength->period >= 0 && strength->period < INFINITY))
        return thud_error_argument(error, "period", strength->period, "must be zero or more");
    if (strength->measure == THUD_MEASURE_SA && !(strength->damping >= 0 && strength->damping < 1))
        return thud_error_argument(error, "damping", strength->damping, "must be 0 or more and below 1");
    double value;
    const thud_status status = measure(motion, strength, &value);
    if (status != THUD_OK) return status;
    if (!(value > 0)) return thud_error_argument(error, "motion", NAN, "is zero everywhere and cannot be scaled");
    *factor = strength->value / value;
    return *factor < INFINITY ? THUD_OK : THUD_ERROR_OVERFLOW;
}
