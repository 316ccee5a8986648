/*
 * Errors of a fit whose residuals r are not white. Least squares stay unbiased, but know less about the
 * parameters. With R the autocorrelation matrix of the noise,
 *
 *     C = σ² B JᵀR J B,   B = (JᵀJ)⁻¹,   σ² = Σr²/(N − tr B JᵀR J),
 *
 * tr(B JᵀR J)/p is the factor F by which correlation multiplies variances. N readings then count as N/F of white
 * noise, both in the posterior distribution and in the likelihood that ranks laws.
 *
 * The noise comes from the readings at rest if there are enough of them, because in contact a wrong model also
 * leaves residuals. The model is refuted if residuals in contact have more power than the noise, in total or in
 * the lowest cosines over the contact (J. Neyman's smooth test, Skand. Aktuar. 20 (1937) 149–199).
 */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identify/force/fit.h"
#include "identify/force/noise.h"
#include "identify/force/reading.h"
#include "numeric/constant.h"

enum { MOST = THUD_LEAST_SQUARES_MOST, ENOUGH_REST = 64, SMOOTH_FREEDOM = 8 };
enum { BESIDE = 2 }; /* samples next to a jump or a cusp, which is not located exactly */

/* noise below this share of the peak counts as zero: less than half a step of a 16-bit converter */
static const double EXACT = 1e-5;

/* the residuals of the force itself, and which of them are in contact */
typedef struct residuals {
    double *all, *rest, *correlation, *work, *jacobian;
    size_t count, first, last, resting;
    double square, rest_square; /* sums, in the contact and at rest */
} residuals;

static bool open_residuals(residuals *r, const thud_fit_model *m) {
    size_t n = m->samples.count, rows = thud_fit_model_residual_count(m);
    *r = (residuals){.count = n};
    r->all = malloc((5 * n + rows * thud_fit_model_parameters(m)) * sizeof *r->all);
    r->rest = r->all + n;
    r->correlation = r->rest + n;
    r->work = r->correlation + n;
    r->jacobian = r->work + 2 * n;
    return r->all != NULL;
}

static bool find_residuals(thud_fit_found *f, residuals *r) {
    thud_fit_model plain = f->model;
    double x[MOST];
    thud_fit_model_forget(&plain);
    f->model.has_cached = false;
    thud_fit_model_pack(&f->model, &f->values, x);
    if (!thud_fit_model_residuals(x, &plain, r->all, NULL)) return false;
    double end = plain.facts.force_end;
    r->first = 0;
    while (r->first < r->count && plain.instants[r->first] <= 0) r->first++;
    r->last = r->first;
    while (r->last < r->count && plain.instants[r->last] < end) r->last++;
    size_t margin = thud_fit_model_onset(&f->model) != THUD_ONSET_SMOOTH ? BESIDE : 0;
    for (size_t i = 0; i < r->count; i++) {
        if (i + margin >= r->first && i < r->last + margin) continue;
        r->rest[r->resting++] = r->all[i];
        r->rest_square += r->all[i] * r->all[i];
    }
    r->first += margin;
    r->last = r->last > r->first + margin ? r->last - margin : r->first;
    for (size_t i = r->first; i < r->last; i++) r->square += r->all[i] * r->all[i];
    return true;
}

/* ---- whether the model is refuted ---- */

/* the share of readings that would estimate a variance as well if white: 1/(1 + 2 Σ ρ²) (M. S. Bartlett) */
static double share_of_variance(const double *correlation, size_t lags) {
    double sum = 1;
    for (size_t i = 1; i < lags; i++) sum += 2 * correlation[i] * correlation[i];
    return 1 / sum;
}

/* power spectral density at an angle per sample, over the variance */
static double density_of(const thud_noise *noise, double angle) {
    double complex sum = 1;
    for (int k = 0; k < noise->order; k++) sum -= noise->coefficients[k] * cexp(-I * angle * (k + 1));
    double size = cabs(sum);
    return 1 / (noise->gain * size * size);
}

/* power of the residuals in the lowest cosines over the contact, in variances of the noise */
static double smooth_power(const residuals *r, const thud_noise *noise, double variance, size_t modes) {
    double n = (double)(r->last - r->first), power = 0;
    for (size_t k = 1; k <= modes; k++) {
        double sum = 0, angle = THUD_PI * (double)k / n;
        for (size_t i = r->first; i < r->last; i++) sum += r->all[i] * cos(angle * ((double)(i - r->first) + 0.5));
        power += 2 / n * sum * sum / (variance * density_of(noise, angle));
    }
    return power;
}

/* the power in contact relative to that of the noise; 1 if chance explains it */
static double find_misfit(const thud_fit_model *m, const residuals *r, const thud_noise *noise, size_t lags,
                          double *probability) {
    size_t parameters = thud_fit_model_parameters(m) - m->free_offset, modes = parameters + SMOOTH_FREEDOM,
           contact = r->last - r->first;
    *probability = NAN;
    if (r->resting < ENOUGH_REST || contact < 2 * modes) return 1;
    double variance = r->rest_square / (double)(r->resting - m->free_offset);
    double share = share_of_variance(r->correlation, lags), below = share * (double)r->resting;
    double smooth = smooth_power(r, noise, variance, modes) / SMOOTH_FREEDOM, known = below;
    if (noise->order > 0) known = fmin(below, (double)r->resting / (2 * noise->order)); /* Berk's 4p/N */
    double all = r->square / ((double)(contact - parameters) * variance);
    double above = fmax(1, share * (double)(contact - parameters));
    double chance = 2 * fmin(thud_variance_ratio_tail(smooth, SMOOTH_FREEDOM, known),
                             thud_variance_ratio_tail(all, above, below));
    *probability = fmin(chance, 1);
    return chance < THUD_FORCE_SIGNIFICANCE ? fmax(1, fmax(smooth, all)) : 1;
}

/* ---- errors ---- */

/* JᵀR J; the residuals of edges, after those of samples, are independent of them */
static void correlate(const residuals *r, size_t rows, size_t lags, size_t p, double product[MOST][MOST]) {
    const double *j = r->jacobian;
    for (size_t i = 0; i < rows; i++)
        for (size_t a = 0; a < p; a++)
            for (size_t b = 0; b < p; b++) product[a][b] += j[i * p + a] * j[i * p + b];
    for (size_t lag = 1; lag < lags; lag++)
        for (size_t i = lag; i < r->count; i++)
            for (size_t a = 0; a < p; a++) {
                double left = r->correlation[lag] * j[i * p + a],
                       right = r->correlation[lag] * j[(i - lag) * p + a];
                for (size_t b = 0; b < p; b++) product[a][b] += left * j[(i - lag) * p + b] + right * j[i * p + b];
            }
}

static bool find_jacobian(thud_fit_found *f, residuals *r) {
    double x[MOST];
    f->model.has_cached = false;
    thud_fit_model_pack(&f->model, &f->values, x);
    return thud_fit_model_residuals(x, &f->model, NULL, r->jacobian);
}

static bool find_covariance(thud_fit_found *f, residuals *r, size_t lags) {
    thud_fit_model *m = &f->model;
    const size_t p = thud_fit_model_parameters(m), rows = thud_fit_model_residual_count(m);
    double product[MOST][MOST] = {{0}}, left[MOST][MOST] = {{0}}, trace = 0;
    correlate(r, rows, lags, p, product);
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++)
            for (size_t k = 0; k < p; k++) left[a][b] += f->solution.inverse[a][k] * product[k][b];
    for (size_t a = 0; a < p; a++) trace += left[a][a];
    double freedom = (double)thud_fit_model_observations(m) - trace;
    /* noise that alternates from reading to reading would reduce errors; treat that as chance */
    if (!(freedom > 0 && trace > (double)p)) return false;
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++) {
            double sum = 0;
            for (size_t k = 0; k < p; k++) sum += left[a][k] * f->solution.inverse[k][b];
            f->solution.covariance[a][b] = f->solution.sum / freedom * sum;
        }
    f->noise.correlation = f->noise.inflation = trace / (double)p;
    return true;
}

/* ---- whether the residuals call for a filter ---- */

/*
 * The effect of a filter on the force, except for its delay, which t₀ absorbs. To first order in its strength, it
 * reduces −2 ln L by (dᵀMr)²/(dᵀMd σ²), with d its effect on the force and M = 1 − J B Jᵀ.
 */
static double score_filter(thud_fit_found *f, const residuals *r, int order, double corner) {
    const thud_fit_model *m = &f->model;
    const size_t p = thud_fit_model_parameters(m);
    const double *j = r->jacobian;
    double *instants = m->instants, per_time = exp(-f->values.log_time), scale = exp(f->values.log_force);
    double *with = r->work, *without = r->work + r->count, jd[MOST] = {0}, jr[MOST] = {0}, dd = 0, dr = 0;
    thud_shape shape = thud_fit_model_shape(m, &f->values);
    thud_shape_facts facts;
    f->model.has_cached = false;
    for (size_t i = 0; i < r->count; i++) instants[i] = (m->samples.times[i] - f->values.begin) * per_time;
    if (thud_shape_sample(&shape, instants, r->count, without, NULL, &facts) != THUD_OK) return 0;
    shape.filter_order = order;
    shape.corner = 2 * THUD_PI * corner * exp(f->values.log_time);
    for (size_t i = 0; i < r->count; i++) instants[i] += thud_reading_delay(&shape);
    if (thud_reading_sample(&shape, instants, r->count, with, NULL, NULL, &facts) != THUD_OK) return 0;
    for (size_t i = 0; i < r->count; i++) {
        double d = scale * (with[i] - without[i]);
        dd += d * d;
        dr += d * r->all[i];
        for (size_t a = 0; a < p; a++) {
            jd[a] += j[i * p + a] * d;
            jr[a] += j[i * p + a] * r->all[i];
        }
    }
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++) {
            dd -= jd[a] * f->solution.inverse[a][b] * jd[b];
            dr -= jd[a] * f->solution.inverse[a][b] * jr[b];
        }
    /* residuals are model minus readings: an existing filter moves them towards −d */
    return dr < 0 && dd > 0 ? dr * dr / (dd * f->sum / (double)r->count * f->noise.correlation) : 0;
}

static void find_score(thud_fit_found *f, const residuals *r) {
    static const struct {
        int order;
        double corner; /* in units of 1/Tc */
    } trials[] = {{1, 10}, {2, 4}, {2, 10}, {4, 4}, {4, 8}, {4, 16}};
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        f->noise.filter_score = fmax(f->noise.filter_score, score_filter(f, r, trials[i].order, trials[i].corner));
}

static void scale(thud_fit_found *f, double factor) {
    for (size_t a = 0; a < MOST; a++)
        for (size_t b = 0; b < MOST; b++) f->solution.covariance[a][b] *= factor;
    f->noise.inflation *= factor;
}

thud_status thud_fit_correlate(thud_fit_found *f) {
    residuals r;
    f->noise = (thud_fit_noise){.correlation = 1, .inflation = 1, .misfit = 1, .misfit_probability = NAN};
    if (f->sum < EXACT * EXACT * (double)f->model.samples.count) return THUD_OK;
    if (!open_residuals(&r, &f->model)) return THUD_ERROR_MEMORY;
    if (find_residuals(f, &r) && find_jacobian(f, &r)) {
        bool by_rest = r.resting >= ENOUGH_REST;
        thud_noise noise = thud_noise_estimate(by_rest ? r.rest : r.all, by_rest ? r.resting : r.count, r.work);
        size_t lags = thud_noise_correlation(&noise, r.correlation, r.count);
        f->noise.order = noise.order;
        if (noise.order > 0 && find_covariance(f, &r, lags)) {
            /* accounts for an estimated spectral density at low frequencies with a relative variance of 4p/N (K.
             * N. Berk, Ann. Statist. 2 (1974) 489–502): the mean of its posterior, like ν/(ν − 2) for Student's, ν
             * = 2N/4p */
            double samples = (double)(by_rest ? r.resting : r.count);
            scale(f, 1 / (1 - 4 * (double)noise.order / samples));
            f->noise.correlation = f->noise.inflation;
        }
        f->noise.misfit = find_misfit(&f->model, &r, &noise, lags, &f->noise.misfit_probability);
        if (f->model.shape.filter_order == 0) find_score(f, &r);
        if (f->noise.misfit > 1) scale(f, f->noise.misfit);
    }
    free(r.all);
    return THUD_OK;
}
