/*
 * A sum of harmonics with random phases, whose amplitudes are those of noise with the target as its spectrum (D. A.
 * Gasparini & E. H. Vanmarcke, MIT R76-4, 1976) and are then corrected by the ratio of target and spectrum.
 */
#include "ground/generate/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/constant.h"
#include "numeric/fourier.h"

enum { ROUNDS = 6 };

/* typical peak response of an oscillator in standard deviations */
static const double PEAK_FACTOR = 3;

typedef struct harmonics {
    size_t size;              /* length of the transform; harmonics are multiples of 1/(size · step) */
    double resolution;        /* Hz */
    size_t low, high;         /* used harmonics: from `low` to before `high` */
    double *amplitude;        /* [high] */
    double *phase;            /* [high] */
    double *real, *imaginary; /* [size] */
} harmonics;

static void harmonics_free(harmonics *h) {
    free(h->amplitude);
    free(h->phase);
    free(h->real);
    free(h->imaginary);
}

/*
 * Nothing slower than the pass band of the wavelets' filter, nothing faster than the shortest period. The duration
 * is longer than that, so there is at least one harmonic.
 */
static bool harmonics_init(harmonics *h, const thud_match *match) {
    *h = (harmonics){.size = thud_fourier_size(match->count)};
    h->resolution = 1 / ((double)h->size * match->step);
    h->high = (size_t)floor(1 / (match->period_min * h->resolution)) + 1;
    h->low = (size_t)ceil(1 / (1.25 * match->period_max * h->resolution));
    if (h->low >= h->high) h->low = h->high - 1; /* in a narrow band of a short motion */
    h->amplitude = calloc(h->high, sizeof *h->amplitude);
    h->phase = calloc(h->high, sizeof *h->phase);
    h->real = malloc(h->size * sizeof *h->real);
    h->imaginary = malloc(h->size * sizeof *h->imaginary);
    if (h->amplitude && h->phase && h->real && h->imaginary) return true;
    harmonics_free(h);
    return false;
}

/* a value of the ordinates, interpolated at the period of a harmonic: linear in log T, constant beyond the ends */
static double at_harmonic(const thud_match *match, const harmonics *h, size_t index,
                          double (*value)(const thud_ordinate *)) {
    size_t last = match->ordinate_count - 1;
    double period = 1 / (h->resolution * (double)index);
    double place = (double)last * log(period / match->period_min) / log(match->period_max / match->period_min);
    if (!(place > 0)) return value(&match->ordinates[0]);
    if (place >= (double)last) return value(&match->ordinates[last]);
    size_t before = (size_t)place;
    double part = place - (double)before;
    return (1 - part) * value(&match->ordinates[before]) + part * value(&match->ordinates[before + 1]);
}

static double aim_of(const thud_ordinate *at) { return at->aim * at->oscillator.square; }

static double ratio_of(const thud_ordinate *at) { return at->aim / fabs(at->summit.u); }

/*
 * One-sided density over ω of the acceleration: an oscillator has σ² = πωG/(4ζ) in pseudo-acceleration, and its
 * peak is PEAK_FACTOR σ.
 */
static void start(harmonics *h, const thud_match *match, thud_random *random) {
    double zeta = match->ordinates[0].oscillator.zeta, spacing = 2 * THUD_PI * h->resolution;
    for (size_t k = h->low; k < h->high; k++) {
        double deviation = at_harmonic(match, h, k, aim_of) / PEAK_FACTOR;
        double density = 4 * zeta * deviation * deviation / (THUD_PI * spacing * (double)k);
        h->amplitude[k] = sqrt(2 * density * spacing);
        h->phase[k] = 2 * THUD_PI * thud_random_uniform(random);
    }
}

static void sum_up(harmonics *h, thud_match *match) {
    memset(h->real, 0, h->size * sizeof *h->real);
    memset(h->imaginary, 0, h->size * sizeof *h->imaginary);
    for (size_t k = h->low; k < h->high; k++) {
        h->real[k] = h->amplitude[k] * cos(h->phase[k]);
        h->imaginary[k] = h->amplitude[k] * sin(h->phase[k]);
    }
    thud_fourier_sum(h->real, h->imaginary, h->size);
    for (size_t i = 0; i < match->count; i++) match->acceleration[i] = match->envelope[i] * h->real[i];
}

thud_status thud_match_fourier(thud_match *match, thud_random *random) {
    harmonics h;
    if (!harmonics_init(&h, match)) return THUD_ERROR_MEMORY;
    start(&h, match, random);
    sum_up(&h, match);
    for (int round = 0; round < ROUNDS; round++) {
        thud_match_measure(match);
        for (size_t k = h.low; k < h.high; k++) h.amplitude[k] *= at_harmonic(match, &h, k, ratio_of);
        sum_up(&h, match);
    }
    harmonics_free(&h);
    return THUD_OK;
}
