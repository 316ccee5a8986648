/*
 * White noise at bedrock, filtered by the ground as an oscillator. The motion is the absolute acceleration of its
 * mass, with the density S₀ (1 + 4ζ²x²)/((1 − x²)² + 4ζ²x²), x = ω/ωg (H. Tajimi, Proc. 2nd WCEE (1960) 781, after
 * K. Kanai). A second oscillator removes frequencies below ωf: the motion is its relative acceleration (R. W.
 * Clough & J. Penzien, Dynamics of Structures, 1975).
 */
#include <thud/generate.h>

#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "ground/generate/sampling.h"
#include "ground/spectrum/oscillator.h"
#include "ground/step.h"
#include "numeric/constant.h"
#include "numeric/random.h"

thud_filtered_options thud_filtered_options_default(void) {
    return (thud_filtered_options){
        .sampling = {.duration = 20, .step = 0.01},
        .seed = 1,
        .strength = THUD_STRENGTH_PGA,
        .strength_value = 1,
        .ground_omega = 5 * THUD_PI,
        .ground_damping = 0.6,
        .high_pass_damping = 0.6,
    };
}

static thud_status check_filters(const thud_filtered_options *o, thud_error *error) {
    if (!(o->ground_omega > 0)) return thud_error_argument(error, "wg", o->ground_omega, "must be above 0 rad/s");
    if (!(o->ground_damping > 0 && o->ground_damping < 1))
        return thud_error_argument(error, "zg", o->ground_damping, "must lie between 0 and 1");
    if (!(o->high_pass_omega >= 0 && o->high_pass_omega < o->ground_omega))
        return thud_error_argument(error, "wf", o->high_pass_omega, "must be at least 0 rad/s and below wg");
    if (!(o->high_pass_damping > 0 && o->high_pass_damping < 1))
        return thud_error_argument(error, "zf", o->high_pass_damping, "must lie between 0 and 1");
    /* the density of noise that is linear between samples has fallen by 6 % at ω = 0.6/step */
    if (!(o->ground_omega * o->sampling.step <= 0.6))
        return thud_error_argument(error, "dt", o->sampling.step, "is too coarse for the ground: at most 0.6/wg");
    return THUD_OK;
}

static thud_status check(const thud_filtered_options *o, thud_error *error) {
    if (!o) return thud_error_argument(error, "options", NAN, "are missing");
    thud_status status = thud_sampling_check(&o->sampling, error);
    if (status == THUD_OK) status = check_filters(o, error);
    if (status != THUD_OK) return status;
    if (o->sampling.duration < 10 * o->sampling.step)
        return thud_error_argument(error, "duration", o->sampling.duration, "must be at least 10 steps");
    if (o->strength < THUD_STRENGTH_DENSITY || o->strength > THUD_STRENGTH_PGA)
        return thud_error_argument(error, "strength", NAN, "must be a density, an rms or a largest acceleration");
    if (!(o->strength_value > 0 && o->strength_value <= 1e6))
        return thud_error_argument(error, "strength", o->strength_value, "must be above 0 and at most 1e6");
    return THUD_OK;
}

/* independent samples with linear interpolation have this density well below half the sampling rate */
static void fill_white(thud_motion *motion, thud_random *random, double density) {
    double deviation = sqrt(2 * THUD_PI * density / motion->step);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = deviation * thud_random_normal(random);
}

/* replaces the ground's acceleration by that of an oscillator's mass: `with_ground` 1 absolute, 0 relative */
static void pass_oscillator(thud_motion *motion, const thud_oscillator *o, double with_ground) {
    thud_oscillator_matrix m = thud_oscillator_matrix_for(o, motion->step);
    thud_oscillator_state at = {0, 0};
    double *a = motion->acceleration, before = 0;
    for (size_t i = 0; i < motion->count; i++) {
        double now = a[i];
        at = (thud_oscillator_state){
            .u = m.uu * at.u + m.uv * at.v + (m.ua * before + m.ub * now),
            .v = m.vu * at.u + m.vv * at.v + (m.va * before + m.vb * now),
        };
        before = now;
        a[i] = -(2 * o->decay * at.v + o->square * at.u) - (1 - with_ground) * now;
    }
}

static void shape(thud_motion *motion, const thud_envelope *envelope) {
    for (size_t i = 0; i < motion->count; i++)
        motion->acceleration[i] *= thud_envelope_value(envelope, thud_motion_time(motion, i));
}

static double stationary_rms(const thud_motion *motion, const thud_envelope *envelope) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < motion->count; i++) {
        double time = thud_motion_time(motion, i), a = motion->acceleration[i];
        if (time < envelope->rise || time > envelope->fall) continue;
        sum += a * a;
        count++;
    }
    return sqrt(sum / count);
}

static thud_status fill(const thud_filtered_options *o, thud_motion *motion) {
    thud_random random = thud_random_seed(o->seed);
    thud_oscillator ground = thud_oscillator_make(o->ground_omega, o->ground_damping);
    thud_envelope envelope = thud_envelope_make(thud_motion_time(motion, motion->count - 1));
    fill_white(motion, &random, o->strength == THUD_STRENGTH_DENSITY ? o->strength_value : 1);
    pass_oscillator(motion, &ground, 1);
    if (o->high_pass_omega > 0) {
        thud_oscillator high_pass = thud_oscillator_make(o->high_pass_omega, o->high_pass_damping);
        pass_oscillator(motion, &high_pass, 0);
    }
    shape(motion, &envelope);
    thud_status status = thud_motion_correct(motion, THUD_BASELINE_ZERO_END);
    if (o->strength != THUD_STRENGTH_DENSITY) {
        bool peak = o->strength == THUD_STRENGTH_PGA;
        double now = peak ? thud_motion_largest(motion) : stationary_rms(motion, &envelope);
        thud_motion_scale(motion, o->strength_value / now);
    }
    return status;
}

thud_status thud_generate_filtered(const thud_filtered_options *o, thud_motion **motion, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_motion *out;
    thud_status status = motion ? check(o, error) : thud_error_argument(error, "motion", NAN, "is missing");
    if (status == THUD_OK) status = thud_sampling_start(&o->sampling, &out, error);
    if (status != THUD_OK) return status;
    if (fill(o, out) != THUD_OK) {
        thud_motion_free(out);
        return thud_error_memory(error);
    }
    *motion = out;
    return THUD_OK;
}
