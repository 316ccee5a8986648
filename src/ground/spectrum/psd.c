/*
 * Power spectral density: P. D. Welch, IEEE Trans. Audio Electroacoust. 15 (1967) 70–73.
 *
 * Of each windowed segment x(j) w(j) with the transform X(k), the one-sided density is 2|X(k)|²/(rate Σw²), and
 * half of that at the two ends, which have no mirror image. Its integral over frequency has the expected value of
 * the variance.
 */
#include <thud/motion.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/environment.h"
#include "base/error.h"
#include "numeric/constant.h"
#include "numeric/transform/real.h"

enum { SEGMENT_LEAST = 8, SEGMENT_MOST = 1 << 30 };

/* memory of one analysis */
typedef struct workspace {
    size_t segment;
    double *window, *samples; /* [segment] */
    double *real, *imaginary; /* [segment/2 + 1] */
    thud_real_transform plan;
} workspace;

static void workspace_free(workspace *w) { free(w->window); }

/* in one block, which begins with the window */
static bool workspace_init(workspace *w, size_t segment) {
    const size_t half = segment / 2 + 1;
    double *block = malloc((2 * segment + 2 * half + thud_real_transform_room(segment)) * sizeof *block);
    if (!block) return false;
    *w = (workspace){
        .segment = segment,
        .window = block,
        .samples = block + segment,
        .real = block + 2 * segment,
        .imaginary = block + 2 * segment + half,
    };
    thud_real_transform_init(&w->plan, segment, w->imaginary + half);
    /* Hann: overlapping by half, the windows add up to one */
    for (size_t i = 0; i < segment; i++) w->window[i] = 0.5 - 0.5 * cos(2 * THUD_PI * (double)i / (double)segment);
    return true;
}

static double mean_of(const thud_motion *motion) {
    double sum = 0;
    for (size_t i = 0; i < motion->count; i++) sum += motion->acceleration[i];
    return sum / (double)motion->count;
}

static double variance_of(const thud_motion *motion, double mean) {
    double sum = 0;
    for (size_t i = 0; i < motion->count; i++) {
        double off = motion->acceleration[i] - mean;
        sum += off * off;
    }
    return sum / (double)motion->count;
}

/* adds |X|² of the segment that begins with sample `first` */
static void add_segment(workspace *w, const thud_motion *motion, double mean, size_t first, double *sums) {
    for (size_t i = 0; i < w->segment; i++) w->samples[i] = w->window[i] * (motion->acceleration[first + i] - mean);
    thud_real_transform_run(&w->plan, w->samples, w->real, w->imaginary);
    for (size_t i = 0; i <= w->segment / 2; i++)
        sums[i] += w->real[i] * w->real[i] + w->imaginary[i] * w->imaginary[i];
}

static void analyse(workspace *w, const thud_motion *motion, thud_psd *psd) {
    double mean = mean_of(motion), power = 0;
    psd->variance = variance_of(motion, mean);
    for (size_t i = 0; i < psd->segment; i++) power += w->window[i] * w->window[i];
    for (size_t i = 0; i < psd->segment_count; i++)
        add_segment(w, motion, mean, i * (psd->segment / 2), psd->density);
    double scale = 2 * motion->step / (power * (double)psd->segment_count);
    for (size_t i = 0; i < psd->count; i++) psd->density[i] *= scale;
    psd->density[0] /= 2;
    psd->density[psd->count - 1] /= 2;
}

static size_t default_segment(size_t count) {
    size_t segment = SEGMENT_LEAST;
    /* 4.5 adjacent segments are eight that overlap by half */
    while (segment <= count / 9 && segment < SEGMENT_MOST) segment *= 2;
    return segment;
}

static thud_status check(const thud_motion *motion, size_t segment, thud_error *error) {
    if (thud_motion_check(motion) != THUD_OK)
        return thud_error_argument(error, "motion", NAN, "its times must increase and all its numbers be finite");
    if (motion->time) return thud_error_argument(error, "motion", NAN, "its samples must be equally spaced");
    if (motion->count < SEGMENT_LEAST)
        return thud_error_argument(error, "samples", (double)motion->count, "expected at least 8");
    if (segment != 0 && (segment % 2 != 0 || segment < SEGMENT_LEAST || segment > SEGMENT_MOST))
        return thud_error_argument(error, "segment", (double)segment,
                                   "expected an even number of samples, at least 8");
    if (segment > motion->count)
        return thud_error_argument(error, "segment", (double)segment, "the motion has fewer samples");
    return THUD_OK;
}

static thud_psd *psd_create(const thud_motion *motion, size_t segment) {
    thud_psd *psd = malloc(sizeof *psd);
    double *density = calloc(segment / 2 + 1, sizeof *density);
    if (!psd || !density) {
        free(psd);
        free(density);
        return NULL;
    }
    *psd = (thud_psd){
        .count = segment / 2 + 1,
        .resolution = 1 / ((double)segment * motion->step),
        .density = density,
        .segment = segment,
        .segment_count = (motion->count - segment) / (segment / 2) + 1,
    };
    return psd;
}

void thud_psd_free(thud_psd *psd) {
    if (!psd) return;
    free(psd->density);
    free(psd);
}

thud_status thud_motion_psd(const thud_motion *motion, size_t segment, thud_psd **psd, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = psd ? check(motion, segment, error) : thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (status != THUD_OK) return status;
    if (segment == 0) segment = default_segment(motion->count);
    workspace w;
    thud_psd *out = psd_create(motion, segment);
    if (!out || !workspace_init(&w, segment)) {
        thud_psd_free(out);
        return thud_error_memory(error);
    }
    analyse(&w, motion, out);
    workspace_free(&w);
    *psd = out;
    return THUD_OK;
}

/* the variance of a frequency spreads half a resolution to both sides; that of the first and the last, to one
   side */
double thud_psd_quantile(const thud_psd *psd, double share) {
    double sum = 0, below = 0;
    for (size_t i = 0; i < psd->count; i++) sum += psd->density[i];
    for (size_t i = 0; i < psd->count; i++) {
        double here = psd->density[i], start = i == 0 ? 0 : (double)i - 0.5;
        double width = i == 0 || i + 1 == psd->count ? 0.5 : 1;
        if (here > 0 && below + here >= share * sum)
            return psd->resolution * (start + width * (share * sum - below) / here);
        below += here;
    }
    return 0;
}
