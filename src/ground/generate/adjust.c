/*
 * The change is e·Fx with the envelope e and a band-pass filter F, and minimises Σx²: x = Σ λ(j) r(j) with r(j) =
 * Fᵀ(e·w(j)) for the weights w(j) of demand j, and Σ r(i)·r(j) λ(j) = wanted(i).
 *
 * For the response of an oscillator the weights are its time-reversed impulse response, ending at the peak, so
 * that e·F r is the wavelet that raises the peak with the least effort (K. Lilhanand & W. S. Tseng, Proc. 9th WCEE
 * (1988) II-819). All are found together, by one linear system (J. Hancock et al., J. Earthq. Eng. 10 (2006) 67;
 * L. Al Atik & N. Abrahamson, Earthquake Spectra 26 (2010) 601). Their wavelets are shaped to avoid drift. Here
 * the filter avoids it, and the demands on the final velocity and displacement remove what the envelope adds.
 */
#include "ground/generate/adjust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/butterworth.h"
#include "numeric/matrix/cholesky.h"

/* keeps the exact demands, which are two and far apart, solvable despite rounding */
static const double TINY = 1e-13;

/* steep enough to prevent drift; a band-pass filter has a section per order */
enum { FILTER_ORDER = 3 };

/*
 * In place, from rest, from `first` on in steps of `stride`, which is 1 or −1. The sections run in parallel,
 * because one alone would wait for its own last result.
 */
static void run_filter(const thud_biquad sections[FILTER_ORDER], double *first, ptrdiff_t stride, size_t count) {
    double z1[FILTER_ORDER] = {0}, z2[FILTER_ORDER] = {0};
    double *at = first;
    for (size_t i = 0; i < count; i++, at += stride) {
        double x = *at;
        for (int k = 0; k < FILTER_ORDER; k++) {
            const thud_biquad *s = &sections[k];
            double y = s->b0 * x + z1[k];
            z1[k] = s->b1 * x - s->a1 * y + z2[k];
            z2[k] = s->b2 * x - s->a2 * y;
            x = y;
        }
        *at = x;
    }
}

struct thud_adjuster {
    const double *envelope;
    size_t count;
    thud_biquad filter[THUD_BUTTERWORTH_MAX_ORDER]; /* as many sections as the order */
    double *matrix;                                 /* [demand_limit²] */
    double *multipliers;                            /* [demand_limit] */
    double *scales;                                 /* [demand_limit] */
    double *change;                                 /* [count] */
};

thud_adjuster *thud_adjuster_create(const double *envelope, size_t count, double step, double period_min,
                                    double period_max, size_t demand_limit) {
    thud_adjuster *adjuster = malloc(sizeof *adjuster);
    if (!adjuster) return NULL;
    *adjuster = (thud_adjuster){
        .envelope = envelope,
        .count = count,
        .matrix = malloc(demand_limit * demand_limit * sizeof *adjuster->matrix),
        .multipliers = malloc(demand_limit * sizeof *adjuster->multipliers),
        .scales = malloc(demand_limit * sizeof *adjuster->scales),
        .change = malloc(count * sizeof *adjuster->change),
    };
    thud_butterworth_design(step / (1.25 * period_max), step / period_min, FILTER_ORDER, adjuster->filter);
    if (adjuster->matrix && adjuster->multipliers && adjuster->scales && adjuster->change) return adjuster;
    thud_adjuster_free(adjuster);
    return NULL;
}

void thud_adjuster_free(thud_adjuster *adjuster) {
    if (!adjuster) return;
    free(adjuster->matrix);
    free(adjuster->multipliers);
    free(adjuster->scales);
    free(adjuster->change);
    free(adjuster);
}

/* w → r: the transpose of a filter is the filter run backwards */
static void turn_weights(const thud_adjuster *a, const thud_demand *demand) {
    double *w = demand->weights;
    for (size_t i = 0; i < demand->length; i++) w[i] *= a->envelope[i];
    run_filter(a->filter, w + demand->length - 1, -1, demand->length);
}

/* four sums in parallel, because one alone would wait for each addition */
static double dot(const double *x, const double *y, size_t count) {
    double sums[4] = {0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t k = 0; k < 4; k++) sums[k] += x[i + k] * y[i + k];
    for (; i < count; i++) sums[0] += x[i] * y[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static double overlap(const thud_demand *a, const thud_demand *b) {
    return dot(a->weights, b->weights, a->length < b->length ? a->length : b->length);
}

/* scaled so that the diagonal is one */
static void fill_matrix(thud_adjuster *a, const thud_demand *demands, size_t count, double softness) {
    for (size_t i = 0; i < count; i++) {
        double size = overlap(&demands[i], &demands[i]);
        a->scales[i] = size > 0 ? 1 / sqrt(size) : 0;
        a->multipliers[i] = demands[i].wanted * a->scales[i];
        a->matrix[i * count + i] = 1 + (demands[i].exact ? TINY : softness);
        for (size_t j = 0; j < i; j++)
            a->matrix[i * count + j] = overlap(&demands[i], &demands[j]) * a->scales[i] * a->scales[j];
    }
}

bool thud_adjuster_apply(thud_adjuster *a, const thud_demand *demands, size_t demand_count, double softness,
                         double *acceleration) {
    for (size_t i = 0; i < demand_count; i++) turn_weights(a, &demands[i]);
    fill_matrix(a, demands, demand_count, softness);
    if (!thud_cholesky_solve(a->matrix, demand_count, a->multipliers)) return false;

    memset(a->change, 0, a->count * sizeof *a->change);
    for (size_t j = 0; j < demand_count; j++) {
        double lambda = a->multipliers[j] * a->scales[j];
        for (size_t i = 0; i < demands[j].length; i++) a->change[i] += lambda * demands[j].weights[i];
    }
    run_filter(a->filter, a->change, 1, a->count);
    for (size_t i = 0; i < a->count; i++) acceleration[i] += a->envelope[i] * a->change[i];
    return true;
}
