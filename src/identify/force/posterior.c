/*
 * With a jump or a cusp at the first touch the sum of squares S is no smooth function of t₀, and its least is no
 * good estimate: the mean of the posterior distribution is the best one (I. A. Ibragimov & R. Z. Has'minskii,
 * Statistical Estimation, Springer 1981, chapter V), and its variance the error. It is sampled:
 *
 *     π(x) ∝ S(x)^(−N/2) · prior,   N samples with normal errors of unknown variance.
 *
 * The prior is flat in t₀, ln T, ln A, b and n, and in 1/(1 + χ), which goes from 1 to 0 about as the restitution
 * does. Sampling is in ln(1 + χ). Of a jump the fit knows on which side of it each sample is: there the estimate
 * stays the fit's, and the error is the root of the mean square distance from it, as in profile.c.
 *
 * Of many samples those away from the ends of the contact are smooth in all parameters, and enter S to second
 * order.
 */
#include "identify/force/posterior.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identify/force/cloud.h"
#include "identify/force/profile.h"

enum { MOST = THUD_LEAST_SQUARES_MOST, ROUNDS = 12, FEW = 500, NEAR = 24 };

static const double EXACT = 1e-6;    /* noise, of the peak, which is none */
static const double LONG = 0.01;     /* standard error of ln T from which on a valley is bent */
static const double WIDE = 0.1;      /* standard error of n, beside which its range is narrow */
static const double SIGNIFICANT = 3; /* standard errors between a damper and zero */

/* the sum of squares: some samples as they are, the others as S₀ + 2 gᵀd + dᵀ H d about an origin */
typedef struct evidence {
    thud_fit_model near;
    double *residuals;
    size_t samples; /* all */
    double origin[MOST], sum, gradient[MOST], hessian[MOST][MOST];
} evidence;

static double error_at(const thud_fit_found *f, size_t place) { return sqrt(f->solution.covariance[place][place]); }

bool thud_fit_is_bent(const thud_fit_found *f) {
    const thud_fit_model *m = &f->model;
    size_t damper = thud_fit_model_place_damper(m), n = thud_fit_model_place_exponent(m);
    if (f->solution.sum < EXACT * EXACT * (double)m->samples.count || (damper == MOST && n == MOST)) return false;
    if (thud_fit_model_onset(m) != THUD_ONSET_SMOOTH) return true;
    if (n < MOST && (f->exponent_at_limit || error_at(f, n) > WIDE)) return true;
    if (error_at(f, THUD_MODEL_LOG_TIME) > LONG) return true;
    return damper < MOST && f->values.damper < SIGNIFICANT * error_at(f, damper);
}

/* ---- the sum of squares ---- */

/* all of a few samples; of many those about the two ends */
static bool is_near(const thud_fit_found *f, size_t i) {
    const thud_fit_model *m = &f->model;
    size_t count = m->samples.count, reach = count / 40 > NEAR ? count / 40 : NEAR;
    if (count <= FEW || !m->told) return count <= FEW;
    return (i + reach > m->first && i < m->first + reach) || (i + reach > m->last && i < m->last + reach);
}

static void add_far(evidence *e, size_t size, double residual, const double *row) {
    e->sum += residual * residual;
    for (size_t i = 0; i < size; i++) {
        e->gradient[i] += residual * row[i];
        for (size_t k = 0; k < size; k++) e->hessian[i][k] += row[i] * row[k];
    }
}

/* divides the samples; the others' residuals and derivatives are those at the end of the search */
static bool divide(thud_fit_found *f, double *residuals, double *jacobian, evidence *e) {
    thud_fit_model *m = &f->model;
    size_t size = thud_fit_model_parameters(m), count = 0;
    m->has_cached = false;
    if (!thud_fit_model_residuals(e->origin, m, residuals, jacobian)) return false;
    for (size_t i = 0; i < m->samples.count; i++) {
        if (!is_near(f, i)) {
            add_far(e, size, residuals[i], jacobian + i * size);
            continue;
        }
        e->near.samples.times[count] = m->samples.times[i];
        e->near.samples.forces[count++] = m->samples.forces[i];
    }
    e->near.samples.count = count;
    return true;
}

static void evidence_free(evidence *e) {
    thud_fit_model_free(&e->near);
    free(e->residuals);
}

static thud_status gather(thud_fit_found *f, evidence *e) {
    thud_fit_model *m = &f->model;
    *e = (evidence){.near = *m, .samples = m->samples.count};
    thud_fit_model_pack(m, &f->values, e->origin);
    size_t rows = thud_fit_model_residual_count(m);
    double *jacobian = malloc(rows * thud_fit_model_parameters(m) * sizeof *jacobian);
    e->residuals = malloc(rows * sizeof *e->residuals);
    bool made = thud_fit_model_init(&e->near, m->samples.count);
    if (!made) e->near.samples.times = NULL;
    thud_status status = made && jacobian && e->residuals ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK && !divide(f, e->residuals, jacobian, e)) status = THUD_ERROR_ACCURACY;
    free(jacobian);
    /* far below the noise is near enough */
    double noise = sqrt(f->solution.sum / (double)m->samples.count);
    e->near.shape.tolerance = fmin(fmax(1e-2 * noise, 1e-9), 1e-4);
    if (status != THUD_OK) evidence_free(e);
    return status;
}

static double sum_at(evidence *e, const double x[MOST]) {
    size_t size = thud_fit_model_parameters(&e->near);
    if (!thud_fit_model_residuals(x, &e->near, e->residuals, NULL)) return INFINITY;
    double sum = e->sum;
    for (size_t i = 0; i < e->near.samples.count; i++) sum += e->residuals[i] * e->residuals[i];
    for (size_t i = 0; i < size; i++) {
        double by = 2 * e->gradient[i];
        for (size_t k = 0; k < size; k++) by += e->hessian[i][k] * (x[k] - e->origin[k]);
        sum += by * (x[i] - e->origin[i]);
    }
    return sum;
}

/* ---- the posterior ---- */

static double *damper_of(const evidence *e, double *x) {
    size_t place = thud_fit_model_place_damper(&e->near);
    return place < MOST ? x + place : NULL;
}

/* χ from ln(1 + χ) */
static void to_parameters(const evidence *e, const double *point, double x[MOST]) {
    memmove(x, point, MOST * sizeof *x);
    double *damper = damper_of(e, x);
    if (damper) *damper = expm1(*damper);
}

static bool is_within(const evidence *e, double x[MOST]) {
    const thud_law *law = e->near.shape.law;
    size_t n = thud_fit_model_place_exponent(&e->near);
    const double *damper = damper_of(e, x);
    if (n < MOST && !(x[n] >= law->exponent_min && x[n] <= law->exponent_max)) return false;
    return !damper || *damper >= 0;
}

/* of the prior, at a damper in the coordinates of the sampling */
static double log_prior(const evidence *e, const double *point) {
    size_t place = thud_fit_model_place_damper(&e->near);
    return place < MOST ? -point[place] : 0;
}

static double log_posterior(evidence *e, const double *point) {
    double x[MOST];
    to_parameters(e, point, x);
    if (!is_within(e, x)) return -INFINITY;
    double sum = sum_at(e, x);
    return sum > 0 && sum < INFINITY ? log_prior(e, point) - (double)e->samples / 2 * log(sum) : -INFINITY;
}

/* a coordinate that has run into a limit says nothing about the others: it begins anew, away from the limit */
static void loosen(thud_moments *m, size_t size, size_t place, double value, double error) {
    for (size_t i = 0; i < size; i++) m->covariance[i][place] = m->covariance[place][i] = 0;
    m->mean[place] = value;
    m->covariance[place][place] = error * error;
}

/* where the sampling begins: the fit, in the coordinates of the sampling */
static thud_moments moments_of(const thud_fit_found *f, const evidence *e) {
    thud_moments m;
    const thud_law *law = f->model.shape.law;
    size_t size = thud_fit_model_parameters(&f->model), place = thud_fit_model_place_damper(&f->model);
    size_t n = thud_fit_model_place_exponent(&f->model);
    memcpy(m.mean, e->origin, sizeof m.mean);
    memcpy(m.covariance, f->solution.covariance, sizeof m.covariance);
    if (f->exponent_at_limit) {
        double range = law->exponent_max - law->exponent_min;
        loosen(&m, size, n, (m.mean[n] + law->exponent_min + range / 2) / 2, range / 8);
    }
    if (f->undamped) {
        loosen(&m, size, place, 0.2, 0.2);
    } else if (place < MOST) {
        double slope = 1 / (1 + m.mean[place]);
        m.mean[place] = log1p(m.mean[place]);
        for (size_t i = 0; i < size; i++) {
            m.covariance[i][place] *= slope;
            m.covariance[place][i] *= slope;
        }
    }
    return m;
}

/* clouds about clouds, until one covers the posterior well, or a second one does after all */
static bool sample(evidence *e, thud_cloud *cloud, thud_moments *moments) {
    size_t size = thud_fit_model_parameters(&e->near);
    double worth = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        bool before = worth >= THUD_CLOUD_ENOUGH;
        if (!thud_cloud_draw(moments, size, round, cloud)) return false;
        for (int i = 0; i < THUD_CLOUD_POINTS; i++) cloud->weights[i] = log_posterior(e, cloud->points[i]);
        worth = thud_cloud_weigh(cloud, moments);
        if (worth >= 2 * THUD_CLOUD_ENOUGH || (before && worth >= THUD_CLOUD_ENOUGH)) break;
    }
    if (!(4 * worth >= THUD_CLOUD_ENOUGH)) return false; /* somewhat too wide a distribution is better than none */
    for (int i = 0; i < THUD_CLOUD_POINTS; i++) to_parameters(e, cloud->points[i], cloud->points[i]);
    (void)thud_cloud_weigh(cloud, moments);
    return true;
}

/* about the fit */
static void deliver_distance(thud_fit_found *f, const thud_moments *m) {
    double x[MOST];
    size_t size = thud_fit_model_parameters(&f->model);
    thud_fit_model_pack(&f->model, &f->values, x);
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < size; k++)
            f->solution.covariance[i][k] = m->covariance[i][k] + (m->mean[i] - x[i]) * (m->mean[k] - x[k]);
}

/* the mean of a damper that may be none is pushed away from zero by the limit */
static bool is_fit_better(const thud_fit_found *f, const thud_moments *m) {
    size_t place = thud_fit_model_place_damper(&f->model);
    return thud_fit_model_onset(&f->model) == THUD_ONSET_JUMP ||
           m->mean[place] < SIGNIFICANT * sqrt(m->covariance[place][place]);
}

static void deliver_mean(thud_fit_found *f, const thud_moments *m) {
    f->undamped = f->exponent_at_limit = false; /* a mean is within all limits */
    f->values = thud_fit_model_unpack(&f->model, m->mean);
    memcpy(f->solution.covariance, m->covariance, sizeof m->covariance);
}

thud_status thud_fit_weigh(thud_fit_found *found) {
    if (thud_fit_has_profile(found)) return thud_fit_profile(found);
    evidence e;
    thud_cloud *cloud = malloc(sizeof *cloud);
    thud_status status = cloud ? gather(found, &e) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        thud_moments moments = moments_of(found, &e);
        bool settled = sample(&e, cloud, &moments);
        if (settled && is_fit_better(found, &moments)) deliver_distance(found, &moments);
        else if (settled) deliver_mean(found, &moments);
        evidence_free(&e);
    }
    free(cloud);
    return status == THUD_ERROR_MEMORY ? status : THUD_OK;
}
