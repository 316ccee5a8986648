/*
 * Zero-phase filtering: once forwards, then once backwards over the result.
 *
 * Both ends of the record are extended by their mirror image through the end sample, until the filter has
 * forgotten its start. The initial state is that for a constant first value.
 *
 * Pads of rest, which remain in the record: D. M. Boore, Bull. Seism. Soc. Am. 95 (2005) 745–750.
 */
#include <thud/motion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "ground/butterworth.h"

enum { MOST_PADDED = 1 << 26 };

/* what may remain of the filter's initial state */
static const double FORGOTTEN = 1e-9;

/* transposed direct form: a section has two numbers of state */
static void pass(const thud_biquad *s, double *x, size_t count) {
    double y = s->constant * x[0];
    double z1 = y - s->b0 * x[0], z2 = s->b2 * x[0] - s->a2 * y;
    for (size_t i = 0; i < count; i++) {
        y = s->b0 * x[i] + z1;
        z1 = s->b1 * x[i] - s->a1 * y + z2;
        z2 = s->b2 * x[i] - s->a2 * y;
        x[i] = y;
    }
}

static void reverse(double *x, size_t count) {
    for (size_t i = 0, j = count - 1; i < j; i++, j--) {
        double kept = x[i];
        x[i] = x[j];
        x[j] = kept;
    }
}

static void run_both_ways(const thud_biquad *sections, size_t section_count, double *x, size_t count) {
    for (int direction = 0; direction < 2; direction++) {
        for (size_t i = 0; i < section_count; i++) pass(&sections[i], x, count);
        reverse(x, count);
    }
}

/* the larger pole of a section, in magnitude */
static double slowest_pole(const thud_biquad *s) {
    double half = s->a1 / 2, square = half * half - s->a2;
    return square < 0 ? sqrt(s->a2) : fabs(half) + sqrt(square);
}

/* number of samples after which the slowest section has forgotten, limited by the samples to mirror */
static size_t padding_for(const thud_biquad *sections, size_t section_count, size_t count) {
    double pole = 0;
    for (size_t i = 0; i < section_count; i++) pole = fmax(pole, slowest_pole(&sections[i]));
    double samples = pole > 0 ? ceil(log(FORGOTTEN) / log(pole)) : 1;
    return samples < (double)(count - 1) ? (size_t)samples : count - 1;
}

/* the mirror image of the part of x between the two edges */
static void mirror(double *x, size_t edge, size_t count) {
    const double *first = x + edge, *last = x + edge + count - 1;
    for (size_t i = 1; i <= edge; i++) {
        x[edge - i] = 2 * *first - first[i];
        x[edge + count - 1 + i] = 2 * *last - *(last - i);
    }
}

static thud_status check(const thud_motion *motion, const thud_filter_options *o, thud_error *error) {
    if (!o) return thud_error_argument(error, "options", NAN, "are missing");
    if (thud_motion_check(motion) != THUD_OK)
        return thud_error_argument(error, "motion", NAN, "its times must increase and all its numbers be finite");
    if (motion->time) return thud_error_argument(error, "motion", NAN, "its samples must be equally spaced");
    double nyquist = 1 / (2 * motion->step);
    if (!(o->low >= 0 && o->low < nyquist))
        return thud_error_argument(error, "lower corner", o->low,
                                   "expected a frequency below half the sampling rate");
    if (!(o->high > 0 && (o->high < nyquist || isinf(o->high))))
        return thud_error_argument(error, "upper corner", o->high,
                                   "expected a frequency below half the sampling rate");
    if (!(o->low < o->high))
        return thud_error_argument(error, "upper corner", o->high, "expected more than the lower corner");
    if (o->order < 1 || o->order > THUD_BUTTERWORTH_MAX_ORDER)
        return thud_error_argument(error, "order", (double)o->order, "expected 1 to 16");
    if (!(o->pad >= 0 && o->pad / motion->step < (double)MOST_PADDED))
        return thud_error_argument(error, "pad", o->pad,
                                   "expected a time that is not negative, and some million steps at most");
    return THUD_OK;
}

thud_filter_options thud_filter_options_default(void) {
    return (thud_filter_options){.low = 0, .high = INFINITY, .order = 4};
}

/* half of Boore's total for both ends */
double thud_filter_pad(const thud_filter_options *options) {
    return options->low > 0 ? 0.75 * (double)options->order / options->low : 0;
}

/* the filtered array: an edge that is discarded, the pad, the record, a pad, an edge */
typedef struct layout {
    size_t edge, pad, record;
} layout;

static size_t kept(const layout *l) { return l->record + 2 * l->pad; }

static thud_status run(thud_motion *motion, const layout *l, const thud_biquad *sections, size_t section_count) {
    double *x = calloc(kept(l) + 2 * l->edge, sizeof *x), *out = malloc(kept(l) * sizeof *out);
    if (!x || !out) {
        free(x);
        free(out);
        return THUD_ERROR_MEMORY;
    }
    memcpy(x + l->edge + l->pad, motion->acceleration, l->record * sizeof *x);
    mirror(x, l->edge, kept(l));
    run_both_ways(sections, section_count, x, kept(l) + 2 * l->edge);
    memcpy(out, x + l->edge, kept(l) * sizeof *x);
    free(x);
    free(motion->acceleration);
    motion->acceleration = out;
    motion->count = kept(l);
    return THUD_OK;
}

thud_status thud_motion_filter(thud_motion *motion, const thud_filter_options *options, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = check(motion, options, error);
    if (status != THUD_OK) return status;
    if (options->low == 0 && isinf(options->high)) return THUD_OK;

    thud_biquad sections[THUD_BUTTERWORTH_MAX_ORDER];
    size_t section_count = thud_butterworth_design(options->low * motion->step, options->high * motion->step,
                                                   options->order, sections);
    layout l = {.pad = (size_t)ceil(options->pad / motion->step), .record = motion->count};
    l.edge = padding_for(sections, section_count, kept(&l));
    return run(motion, &l, sections, section_count) == THUD_OK ? THUD_OK : thud_error_memory(error);
}
