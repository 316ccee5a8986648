/*
 * Sine, sweep and Ricker's pulse (N. Ricker, Geophysics 18 (1953) 10).
 */
#include <thud/generate.h>

#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "ground/generate/sampling.h"
#include "numeric/constant.h"

/* linear interpolation then cuts off at most 5 % of a peak */
static const double SAMPLES_PER_CYCLE = 10;

/* checks that all shapes share, including the sampling */
static thud_status check(const thud_sampling *sampling, double amplitude, double highest, thud_error *error) {
    thud_status status = thud_sampling_check(sampling, error);
    if (status != THUD_OK) return status;
    if (!(fabs(amplitude) > 0 && fabs(amplitude) <= 1e6))
        return thud_error_argument(error, "amplitude", amplitude,
                                   "must not be zero, and at most 1e6 m/s² in magnitude");
    if (!(highest > 0 && isfinite(highest)))
        return thud_error_argument(error, "frequency", highest, "must be above 0 Hz");
    if (highest * sampling->step * SAMPLES_PER_CYCLE > 1 + 1e-12)
        return thud_error_argument(error, "dt", sampling->step,
                                   "is too coarse for the frequency: at least 10 samples per cycle");
    return THUD_OK;
}

thud_status thud_generate_sine(const thud_sine_options *o, thud_motion **motion, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!o || !motion) return thud_error_argument(error, "options", NAN, "are missing");
    thud_status status = check(&o->sampling, o->amplitude, o->frequency, error);
    if (status != THUD_OK) return status;
    if (!isfinite(o->phase)) return thud_error_argument(error, "phase", o->phase, "must be finite");
    status = thud_sampling_start(&o->sampling, motion, error);
    for (size_t i = 0; status == THUD_OK && i < (*motion)->count; i++)
        (*motion)->acceleration[i] =
            o->amplitude * sin(2 * THUD_PI * o->frequency * thud_motion_time(*motion, i) + o->phase);
    return status;
}

/* cycles until a time: the integral of the frequency */
static double sweep_cycles(const thud_sweep_options *o, double duration, double t) {
    if (!o->logarithmic || o->first == o->last) return t * (o->first + (o->last - o->first) * t / (2 * duration));
    double octaves = log(o->last / o->first);
    return o->first * duration / octaves * expm1(octaves * t / duration);
}

thud_status thud_generate_sweep(const thud_sweep_options *o, thud_motion **motion, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!o || !motion) return thud_error_argument(error, "options", NAN, "are missing");
    if (!(o->first >= 0)) return thud_error_argument(error, "first", o->first, "must be at least 0 Hz");
    if (!(o->last >= 0)) return thud_error_argument(error, "last", o->last, "must be at least 0 Hz");
    if (o->logarithmic && !(o->first > 0 && o->last > 0))
        return thud_error_argument(error, "first", fmin(o->first, o->last),
                                   "must be above 0 Hz for a logarithmic sweep");
    thud_status status = check(&o->sampling, o->amplitude, fmax(o->first, o->last), error);
    if (status == THUD_OK) status = thud_sampling_start(&o->sampling, motion, error);
    if (status != THUD_OK) return status;
    double duration = thud_motion_time(*motion, (*motion)->count - 1);
    for (size_t i = 0; i < (*motion)->count; i++)
        (*motion)->acceleration[i] =
            o->amplitude * sin(2 * THUD_PI * sweep_cycles(o, duration, thud_motion_time(*motion, i)));
    return THUD_OK;
}

thud_status thud_generate_ricker(const thud_ricker_options *o, thud_motion **motion, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!o || !motion) return thud_error_argument(error, "options", NAN, "are missing");
    thud_status status = check(&o->sampling, o->amplitude, o->frequency, error);
    if (status != THUD_OK) return status;
    if (!(o->centre >= 0 && o->centre <= o->sampling.duration))
        return thud_error_argument(error, "centre", o->centre, "must be within the duration");
    status = thud_sampling_start(&o->sampling, motion, error);
    for (size_t i = 0; status == THUD_OK && i < (*motion)->count; i++) {
        double x = THUD_PI * o->frequency * (thud_motion_time(*motion, i) - o->centre);
        (*motion)->acceleration[i] = o->amplitude * (1 - 2 * x * x) * exp(-x * x);
    }
    return status;
}
