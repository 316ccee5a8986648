/*
 * Spectrum-compatible motions: options, and the steps from a seed to a motion.
 */
#include <thud/generate.h>

#include <math.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "ground/generate/match.h"
#include "ground/generate/sampling.h"
#include "ground/step.h"

/* time and memory of a match grow with the samples: some 170 demands of this length */
static const double MOST_STEPS = 2e5;

thud_compatible_options thud_compatible_options_default(const thud_target *target) {
    thud_compatible_options out = {
        .target = *target,
        .sampling = {.duration = 20, .step = 0.01},
        .seed = 1,
        .period_min = 0.04,
        .period_max = 4,
    };
    if (target->point_count > 0 && target->points) {
        out.period_min = fmax(out.period_min, target->points[0].period);
        out.period_max = fmin(out.period_max, target->points[target->point_count - 1].period);
    }
    return out;
}

static thud_status check_band(const thud_compatible_options *o, thud_error *error) {
    if (!(o->period_min > 0))
        return thud_error_argument(error, "shortest period", o->period_min, "must be above 0 s");
    if (!(o->period_max >= 1.1 * o->period_min))
        return thud_error_argument(error, "longest period", o->period_max, "must be larger than the shortest");
    if (!(o->period_max <= o->sampling.duration))
        return thud_error_argument(error, "longest period", o->period_max, "must be at most the duration");
    if (o->sampling.step > 0.25 * o->period_min * (1 + 1e-12))
        return thud_error_argument(error, "dt", o->sampling.step,
                                   "is too coarse for the band: at most a quarter of the shortest matched period");
    if (o->sampling.duration > MOST_STEPS * o->sampling.step)
        return thud_error_argument(error, "dt", o->sampling.step, "must be at least 2e-5 times the duration");
    if (isnan(thud_target_acceleration(&o->target, o->period_min)))
        return thud_error_argument(error, "shortest period", o->period_min, "must be within the target");
    if (o->target.point_count == 0 && o->period_max > thud_ec8_longest(&o->target.ec8))
        return thud_error_argument(error, "longest period", o->period_max,
                                   "must be at most 4 s, where the spectrum of Eurocode 8 ends; annex A, which "
                                   "continues it, is for type 1");
    if (isnan(thud_target_acceleration(&o->target, o->period_max)))
        return thud_error_argument(error, "longest period", o->period_max, "must be within the target");
    return THUD_OK;
}

static thud_status check(const thud_compatible_options *o, thud_error *error) {
    if (!o) return thud_error_argument(error, "options", NAN, "are missing");
    thud_status status = thud_target_check(&o->target, error);
    if (status == THUD_OK) status = thud_sampling_check(&o->sampling, error);
    return status == THUD_OK ? check_band(o, error) : status;
}

/* the last per cent: a motion slightly below the target at T = 0 is scaled up */
static void raise_to(thud_motion *motion, double least) {
    double largest = thud_motion_largest(motion);
    /* slightly more, so that rounding cannot leave it below */
    if (largest < least) thud_motion_scale(motion, least / largest * (1 + 1e-15));
}

static thud_status match_to(const thud_compatible_options *o, thud_motion *motion) {
    thud_match *match = thud_match_create(o);
    thud_random random = thud_random_seed(o->seed);
    thud_status status = match ? thud_match_fourier(match, &random) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = thud_match_wavelets(match);
    if (status == THUD_OK)
        memcpy(motion->acceleration, match->acceleration, motion->count * sizeof *motion->acceleration);
    thud_match_free(match);
    return status;
}

thud_status thud_generate_compatible(const thud_compatible_options *o, thud_motion **motion, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_motion *out;
    thud_status status = motion ? check(o, error) : thud_error_argument(error, "motion", NAN, "is missing");
    if (status == THUD_OK) status = thud_sampling_start(&o->sampling, &out, error);
    if (status != THUD_OK) return status;
    status = match_to(o, out);
    if (status != THUD_OK) {
        thud_motion_free(out);
        thud_error_status(error, status);
        return status;
    }
    raise_to(out, thud_target_acceleration(&o->target, 0));
    *motion = out;
    return THUD_OK;
}
