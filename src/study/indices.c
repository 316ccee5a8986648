/*
 * First-order index: A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259, table 2 (b), with results less their
 * mean: S = mean(f(B) (f(AB) − f(A)))/V. Total: M. J. W. Jansen, Comput. Phys. Commun. 117 (1999) 35:
 * T = mean((f(A) − f(AB))²)/2V. V is the variance of f(A) and f(B) together.
 *
 * Elementary effects: F. Campolongo, J. Cariboni & A. Saltelli, Environ. Modell. Softw. 22 (2007) 1509: μ* = mean
 * |d|, σ = deviation of d, d = Δf/Δu.
 *
 * Intervals: blocks are drawn again with replacement, and the percentiles of the indices taken (B. Efron & R. J.
 * Tibshirani, An Introduction to the Bootstrap, 1993, ch. 13).
 */
#include "study/indices.h"

#include <math.h>
#include <stdlib.h>

#include "numeric/random.h"

enum { MOST_DRAWS = 1000, LEAST_DRAWS = 100 };
static const double WORK = 2e6; /* blocks in all draws: a hundredth of a second */

/* Sums over blocks; what they are of depends on the design. */
enum { TERMS = 5 };
typedef struct sums {
    double of[TERMS];
} sums;

/* ---- one block ---- */

/* products for both indices; sum and squares of the two independent results */
static sums sobol_terms(const double *f, size_t own, double mean) {
    const double a = f[0] - mean, b = f[1] - mean, ab = f[2 + own] - mean;
    return (sums){{b * (ab - a), (a - ab) * (a - ab) / 2, a + b, a * a + b * b, 0}};
}

static sums morris_terms(const double *f, const double *x, size_t axes) {
    double d = 0;
    for (size_t i = 0; i < axes; i++)
        if (x[i + 1] != x[i]) d = (f[i + 1] - f[i]) / (x[i + 1] > x[i] ? THUD_MORRIS_STEP : -THUD_MORRIS_STEP);
    return (sums){{fabs(d), d, d * d, 0, 0}};
}

/* ---- all blocks ---- */

static void indices(thud_design_kind design, const sums *s, size_t count, double *first, double *second) {
    const double n = (double)count;
    if (design == THUD_DESIGN_SOBOL) {
        const double mean = s->of[2] / (2 * n), variance = s->of[3] / (2 * n) - mean * mean;
        *first = variance > 0 ? s->of[0] / n / variance : NAN;
        *second = variance > 0 ? s->of[1] / n / variance : NAN;
        return;
    }
    const double mean = s->of[1] / n;
    *first = s->of[0] / n;
    *second = count > 1 ? sqrt(fmax(s->of[2] / n - mean * mean, 0) * n / (n - 1)) : NAN;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static thud_index_estimate estimate(double value, double *draws, size_t count) {
    qsort(draws, count, sizeof *draws, compare);
    const double last = (double)(count - 1);
    return (thud_index_estimate){value, draws[(size_t)(0.025 * last + 0.5)], draws[(size_t)(0.975 * last + 0.5)]};
}

thud_index thud_index_of(thud_design_kind design, size_t axes, size_t own, size_t count, const double *results,
                         const double *x, double *work) {
    const size_t block = thud_design_block(design, axes);
    static const thud_index none = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};
    if (count == 0) return none;
    double mean = 0;
    for (size_t i = 0; i < count; i++) mean += (results[i * block] + results[i * block + 1]) / 2;
    mean /= (double)count;
    sums *terms = (sums *)(void *)work, all = {{0}};
    for (size_t i = 0; i < count; i++) {
        terms[i] = design == THUD_DESIGN_SOBOL ? sobol_terms(results + i * block, own, mean)
                                               : morris_terms(results + i * block, x + i * block, axes);
        for (int k = 0; k < TERMS; k++) all.of[k] += terms[i].of[k];
    }
    double first, second;
    indices(design, &all, count, &first, &second);
    if (isnan(first)) return none;

    double draws[2][MOST_DRAWS];
    const size_t drawn = (size_t)fmin(fmax(WORK / (double)count, LEAST_DRAWS), MOST_DRAWS);
    thud_random random = thud_random_seed(1);
    for (size_t k = 0; k < drawn; k++) {
        sums again = {{0}};
        for (size_t i = 0; i < count; i++) {
            const size_t pick = (size_t)(thud_random_uniform(&random) * (double)count);
            for (int t = 0; t < TERMS; t++) again.of[t] += terms[pick].of[t];
        }
        indices(design, &again, count, &draws[0][k], &draws[1][k]);
        if (isnan(draws[0][k])) draws[0][k] = draws[1][k] = 0; /* all results of the draw are alike */
        if (isnan(draws[1][k])) draws[1][k] = 0;
    }
    return (thud_index){estimate(first, draws[0], drawn), estimate(second, draws[1], drawn)};
}
