/* The samples of a generated motion. */
#include "ground/generate/sampling.h"

#include <math.h>

#include "base/error.h"

/* more samples are certainly a mistake */
static const double MOST_STEPS = 1e8;

thud_status thud_sampling_check(const thud_sampling *s, thud_error *error) {
    if (!(s->duration > 0 && isfinite(s->duration)))
        return thud_error_argument(error, "duration", s->duration, "must be above 0 s");
    if (!(s->step > 0 && isfinite(s->step))) return thud_error_argument(error, "dt", s->step, "must be above 0 s");
    if (s->duration < 2 * s->step)
        return thud_error_argument(error, "dt", s->step, "must be at most half the duration");
    if (s->duration > MOST_STEPS * s->step)
        return thud_error_argument(error, "dt", s->step, "must be at least 1e-8 times the duration");
    return THUD_OK;
}

size_t thud_sampling_count(const thud_sampling *s) { return (size_t)floor(s->duration / s->step + 0.5) + 1; }

thud_status thud_sampling_start(const thud_sampling *s, thud_motion **motion, thud_error *error) {
    thud_motion *made = thud_motion_create(thud_sampling_count(s), s->step);
    if (!made) return thud_error_memory(error);
    *motion = made;
    return THUD_OK;
}
