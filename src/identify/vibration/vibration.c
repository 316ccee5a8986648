/*
 * Natural frequency and damping of a structure that was released: a = offset + A e^(−αt) cos(2π f_d t + φ), with α
 * = ζ ω and 2π f_d = ω √(1 − ζ²).
 */
#include "identify/vibration/vibration.h"

#include <math.h>

#include "base/environment.h"
#include "base/error.h"
#include "numeric/constant.h"

/* ω = √(ω_d² + α²), ζ = α/ω, and what their errors are to first order */
thud_mode thud_mode_of(double frequency, double rate, double frequency_variance, double rate_variance,
                       double covariance, size_t points) {
    double damped = 2 * THUD_PI * frequency, omega = hypot(damped, rate), ratio = rate / omega;
    double f_by_f = damped / omega, f_by_rate = rate / omega / (2 * THUD_PI);
    double z_by_rate = damped * damped / (omega * omega * omega),
           z_by_f = -2 * THUD_PI * rate * damped / pow(omega, 3);
    double f = f_by_f * f_by_f * frequency_variance + f_by_rate * f_by_rate * rate_variance +
               2 * f_by_f * f_by_rate * covariance;
    double z = z_by_rate * z_by_rate * rate_variance + z_by_f * z_by_f * frequency_variance +
               2 * z_by_rate * z_by_f * covariance;
    return (thud_mode){{omega / (2 * THUD_PI), sqrt(fmax(0, f))}, {ratio, sqrt(fmax(0, z))}, points};
}

/* starts at the reading farthest from the mean */
static thud_decay decay_of(const thud_motion *motion) {
    thud_decay d = {.motion = motion};
    for (size_t i = 0; i < motion->count; i++) d.offset += motion->acceleration[i] / (double)motion->count;
    for (size_t i = 0; i < motion->count; i++) {
        double off = fabs(motion->acceleration[i] - d.offset);
        if (off <= d.amplitude) continue;
        d.amplitude = off;
        d.first = i;
    }
    return d;
}

thud_status thud_identify_vibration(const thud_motion *motion, thud_vibration *vibration, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!vibration) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (thud_motion_check(motion) != THUD_OK)
        return thud_error_argument(error, "record", NAN,
                                   "must have two samples or more, times that increase and finite numbers");
    thud_decay decay = decay_of(motion);
    if (!(decay.amplitude > 1e-12 * fabs(decay.offset)))
        return thud_error_argument(error, "record", NAN, "is constant: all readings are the same");
    thud_vibration out = {
        .release = thud_motion_time(motion, decay.first),
        .amplitude = decay.amplitude,
        .offset = decay.offset,
    };
    thud_status status = thud_decay_decrement(&decay, &out.decrement);
    if (status == THUD_OK) status = thud_decay_spectrum(&decay, &out.spectrum);
    if (status == THUD_ERROR_MEMORY) return thud_error_memory(error);
    if (out.decrement.points == 0 && out.spectrum.points == 0)
        return thud_error_argument(
            error, "record", NAN, "shows no free vibration: fewer than four extremes that decay after the largest");
    *vibration = out;
    return THUD_OK;
}
