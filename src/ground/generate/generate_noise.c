/*
 * Gaussian noise in a band: harmonics with independent normal coefficients. Their period is longer than the
 * motion, so that its end does not join its beginning.
 */
#include <thud/generate.h>

#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "base/error.h"
#include "ground/generate/sampling.h"
#include "numeric/fourier.h"
#include "numeric/random.h"

thud_noise_options thud_noise_options_default(void) {
    return (thud_noise_options){
        .sampling = {.duration = 20, .step = 0.01}, .seed = 1, .rms = 1, .low = 0, .high = 15};
}

static thud_status check(const thud_noise_options *o, thud_error *error) {
    if (!o) return thud_error_argument(error, "options", NAN, "are missing");
    thud_status status = thud_sampling_check(&o->sampling, error);
    if (status != THUD_OK) return status;
    if (!(o->rms > 0 && o->rms <= 1e6))
        return thud_error_argument(error, "rms", o->rms, "must be above 0 and at most 1e6 m/s²");
    if (!(o->low >= 0)) return thud_error_argument(error, "low", o->low, "must be at least 0 Hz");
    if (!(o->high > o->low && isfinite(o->high)))
        return thud_error_argument(error, "high", o->high, "must be above low");
    if (o->high * o->sampling.step > 0.5)
        return thud_error_argument(error, "dt", o->sampling.step, "is too coarse for the band: at most 1/(2 high)");
    if ((o->high - o->low) * o->sampling.duration < 1)
        return thud_error_argument(error, "high", o->high,
                                   "leaves a band too narrow for the duration: at least 1/duration");
    return THUD_OK;
}

/* mean zero, and the requested rms */
static void normalise(thud_motion *motion, double rms) {
    double mean = 0, square = 0, *a = motion->acceleration, count = (double)motion->count;
    for (size_t i = 0; i < motion->count; i++) mean += a[i] / count;
    for (size_t i = 0; i < motion->count; i++) square += (a[i] - mean) * (a[i] - mean) / count;
    for (size_t i = 0; i < motion->count; i++) a[i] = (a[i] - mean) * rms / sqrt(square);
}

static bool fill(const thud_noise_options *o, thud_motion *motion) {
    size_t size = thud_fourier_size(2 * motion->count);
    double *real = calloc(size, sizeof *real), *imaginary = calloc(size, sizeof *imaginary);
    if (!real || !imaginary) {
        free(real);
        free(imaginary);
        return false;
    }
    thud_random random = thud_random_seed(o->seed);
    double period = (double)size * motion->step;
    size_t first = (size_t)ceil(o->low * period), last = (size_t)floor(o->high * period);
    for (size_t k = first > 0 ? first : 1; k <= last && k < size / 2; k++) {
        real[k] = thud_random_normal(&random);
        imaginary[k] = thud_random_normal(&random);
    }
    thud_fourier_sum(real, imaginary, size);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = real[i];
    free(real);
    free(imaginary);
    normalise(motion, o->rms);
    return true;
}

thud_status thud_generate_noise(const thud_noise_options *o, thud_motion **motion, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_motion *out;
    thud_status status = motion ? check(o, error) : thud_error_argument(error, "motion", NAN, "is missing");
    if (status == THUD_OK) status = thud_sampling_start(&o->sampling, &out, error);
    if (status != THUD_OK) return status;
    if (!fill(o, out)) {
        thud_motion_free(out);
        return thud_error_memory(error);
    }
    *motion = out;
    return THUD_OK;
}
