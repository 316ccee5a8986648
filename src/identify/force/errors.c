/*
 * Standard errors of a fit. They follow from the Jacobian if the model is linear enough. Otherwise the error of a
 * quantity is its root mean square distance from the estimate over the posterior distribution.
 */
#include <math.h>
#include <string.h>

#include "identify/force/posterior.h"

enum { MOST = THUD_LEAST_SQUARES_MOST, QUANTITIES = THUD_FIT_QUANTITIES };

static const double EXACT = 1e-6; /* noise below this share of the peak counts as zero */
/* standard error of ln T above which the valley is curved: the error of an error is of second order in it, and was
 * 15 % at 0.01 with 20 samples */
static const double LONG = 0.005;
static const double WIDE = 0.1;      /* standard error of n above which its range is narrow */
static const double SIGNIFICANT = 3; /* standard errors between a damper and zero */

static bool is_bilinear(const thud_fit_model *m) { return m->shape.law->structure->kind == THUD_FORCE_BILINEAR; }

static double error_at(const thud_fit_found *f, size_t place) { return sqrt(f->solution.covariance[place][place]); }

static bool is_bent(const thud_fit_found *f) {
    const thud_fit_model *m = &f->model;
    size_t damper = thud_fit_model_place_damper(m), n = thud_fit_model_place_exponent(m);
    if (f->solution.sum < EXACT * EXACT * (double)m->samples.count || (damper == MOST && n == MOST)) return false;
    if (m->free_corner) return false; /* the lattice does not include it */
    if (thud_fit_model_onset(m) != THUD_ONSET_SMOOTH) return true;
    if (n < MOST && (f->exponent_at_limit || error_at(f, n) > WIDE)) return true;
    if (error_at(f, THUD_MODEL_LOG_TIME) > LONG) return true;
    return damper < MOST && f->values.damper < SIGNIFICANT * error_at(f, damper);
}

/* ---- from the Jacobian ---- */

static void set(double *row, size_t place, double value) {
    if (place < MOST) row[place] = value;
}

/* derivatives of the quantities by the parameters, at the fit */
static void differentiate(const thud_fit_found *f, double g[QUANTITIES][MOST]) {
    const thud_fit_model *m = &f->model;
    const thud_fit_duration *d = &f->duration;
    size_t damper = thud_fit_model_place_damper(m), exponent = thud_fit_model_place_exponent(m);
    double n = f->values.n, p = thud_law_damper_exponent(m->shape.law, n), chi = f->values.damper;
    thud_fit_model_by_scales(m, -2 * n, 1 - n, g[THUD_FIT_STIFFNESS]);
    if (is_bilinear(m)) memcpy(g[THUD_FIT_DAMPING], g[THUD_FIT_STIFFNESS], sizeof g[THUD_FIT_DAMPING]);
    else if (damper < MOST) thud_fit_model_by_scales(m, -(2 * p + 1) * chi, -p * chi, g[THUD_FIT_DAMPING]);
    set(g[THUD_FIT_DAMPING], damper, 1);
    set(g[THUD_FIT_EXPONENT], exponent, 1);
    thud_fit_model_by_scales(m, 1, 1, g[THUD_FIT_SPEED]);
    set(g[THUD_FIT_RESTITUTION], damper, d->restitution_by_damper);
    set(g[THUD_FIT_RESTITUTION], exponent, d->restitution_by_exponent);
    set(g[THUD_FIT_DURATION], THUD_MODEL_LOG_TIME, 1);
    set(g[THUD_FIT_DURATION], damper, d->by_damper / d->tau);
    set(g[THUD_FIT_DURATION], exponent, d->by_exponent / d->tau);
    set(g[THUD_FIT_BEGIN], THUD_MODEL_BEGIN, 1);
    set(g[THUD_FIT_OFFSET], thud_fit_model_place_offset(m), 1);
}

static void propagate(thud_fit_found *f) {
    double g[QUANTITIES][MOST] = {{0}};
    size_t size = thud_fit_model_parameters(&f->model);
    differentiate(f, g);
    memset(f->moments, 0, sizeof f->moments);
    for (int i = 0; i < QUANTITIES; i++)
        for (size_t k = 0; k < size; k++) {
            double row = 0;
            for (size_t l = 0; l < size; l++) row += g[i][l] * f->solution.covariance[l][k];
            for (int j = 0; j < QUANTITIES; j++) f->moments[i][j] += row * g[j][k];
        }
}

/* ---- from the posterior ---- */

/* a point of the posterior relative to the fit, and its derivatives by ln A */
static void compare(const thud_fit_found *f, const thud_posterior_point *point, double distance[QUANTITIES],
                    double by_force[QUANTITIES]) {
    const thud_fit_model *m = &f->model;
    const thud_model_values *there = &point->values, *here = &f->values;
    double log_force = there->log_force - here->log_force, log_time = there->log_time - here->log_time;
    double log_length = log_force + 2 * log_time, n = there->n, p = thud_law_damper_exponent(m->shape.law, n);
    double stiffness = exp(log_force - n * log_length), speed = exp(log_force + log_time);
    memset(distance, 0, QUANTITIES * sizeof *distance);
    memset(by_force, 0, QUANTITIES * sizeof *by_force);
    distance[THUD_FIT_STIFFNESS] = m->free_exponent ? log(stiffness) : stiffness - 1;
    by_force[THUD_FIT_STIFFNESS] = (1 - n) * (m->free_exponent ? 1 : stiffness);
    if (m->free_damper && is_bilinear(m)) {
        double second = stiffness * exp(there->damper - here->damper);
        distance[THUD_FIT_DAMPING] = log(second); /* a small e is known as a ratio */
        by_force[THUD_FIT_DAMPING] = 1 - n;
    } else if (m->free_damper) {
        double damping = there->damper * exp(log_force + log_time - (p + 1) * log_length);
        distance[THUD_FIT_DAMPING] = damping - here->damper;
        by_force[THUD_FIT_DAMPING] = -p * damping;
    }
    distance[THUD_FIT_EXPONENT] = n - here->n;
    if (!m->known_speed) {
        distance[THUD_FIT_SPEED] = speed - 1;
        by_force[THUD_FIT_SPEED] = speed;
    }
    distance[THUD_FIT_RESTITUTION] = point->restitution - f->duration.restitution;
    distance[THUD_FIT_DURATION] = point->contact_time / (exp(here->log_time) * f->duration.tau) - 1;
    distance[THUD_FIT_BEGIN] = there->begin - here->begin;
    distance[THUD_FIT_OFFSET] = there->offset - here->offset;
}

static double heaviest(const thud_posterior *p) {
    double most = -INFINITY;
    for (size_t i = 0; i < p->count; i++) most = fmax(most, p->points[i].log_weight);
    return most;
}

static void sum_up(const thud_posterior *p, thud_fit_found *f) {
    double most = heaviest(p), total = 0;
    memset(f->moments, 0, sizeof f->moments);
    for (size_t k = 0; k < p->count; k++) {
        const thud_posterior_point *point = &p->points[k];
        double d[QUANTITIES], a[QUANTITIES], weight = exp(point->log_weight - most);
        compare(f, point, d, a);
        total += weight;
        for (int i = 0; i < QUANTITIES; i++)
            for (int j = 0; j <= i; j++) {
                double both = d[i] * d[j] + a[i] * a[j] * point->force_variance;
                if (i == THUD_FIT_OFFSET) both += a[j] * point->covariance;
                if (j == THUD_FIT_OFFSET) both += point->offset_variance;
                f->moments[i][j] += weight * both;
            }
    }
    for (int i = 0; i < QUANTITIES; i++)
        for (int j = 0; j <= i; j++) f->moments[j][i] = f->moments[i][j] /= total;
}

static thud_model_values mean_of(const thud_posterior *p) {
    double most = heaviest(p), total = 0;
    thud_model_values sum = {0};
    for (size_t i = 0; i < p->count; i++) {
        const thud_model_values *v = &p->points[i].values;
        double weight = exp(p->points[i].log_weight - most);
        total += weight;
        sum.begin += weight * v->begin;
        sum.log_time += weight * v->log_time;
        sum.log_force += weight * v->log_force;
        sum.offset += weight * v->offset;
        sum.damper += weight * v->damper;
        sum.n += weight * v->n;
    }
    return (thud_model_values){sum.begin / total,
                               sum.log_time / total,
                               sum.log_force / total,
                               sum.offset / total,
                               sum.damper / total,
                               sum.n / total,
                               0};
}

/* near a cusp the mean of the posterior is the better estimate */
static thud_status take_mean(const thud_posterior *posterior, thud_fit_found *f) {
    double n = f->values.n;
    f->values = mean_of(posterior);
    if (!f->model.free_exponent) f->values.n = n; /* to the last bit */
    f->undamped = f->exponent_at_limit = false;   /* a mean lies within all limits */
    thud_fit_model_keep_speed(&f->model, &f->values);
    return thud_fit_measure_duration(&f->model, &f->values, &f->duration);
}

static bool is_finite(const thud_fit_found *f) {
    double sum = 0;
    for (int i = 0; i < QUANTITIES; i++) sum += f->moments[i][i];
    return isfinite(sum);
}

thud_status thud_fit_integrate(thud_fit_found *f) {
    thud_posterior posterior;
    thud_fit_found found = *f;
    thud_status status = thud_posterior_create(f, &posterior);
    if (status != THUD_OK) return status;
    size_t damper = thud_fit_model_place_damper(&f->model);
    if (thud_fit_model_onset(&f->model) == THUD_ONSET_CUSP && f->values.damper >= SIGNIFICANT * error_at(f, damper))
        status = take_mean(&posterior, &found);
    sum_up(&posterior, &found);
    thud_posterior_free(&posterior);
    if (status != THUD_OK) return status;
    if (!is_finite(&found)) return THUD_ERROR_ACCURACY; /* the samples may allow an endless contact */
    *f = found;
    return THUD_OK;
}

/* the distance of an alternative from the fit, weighted by its probability */
static void add_alternative(thud_fit_found *f, const thud_fit_alternative *other) {
    thud_posterior_point point = {.values = other->values};
    thud_fit_duration duration;
    double d[QUANTITIES], by_force[QUANTITIES];
    if (thud_fit_measure_duration(&f->model, &other->values, &duration) != THUD_OK) return;
    point.restitution = duration.restitution;
    point.contact_time = duration.tau * exp(other->values.log_time);
    compare(f, &point, d, by_force);
    for (int i = 0; i < QUANTITIES; i++)
        for (int j = 0; j < QUANTITIES; j++)
            if (isfinite(d[i] * d[j])) f->moments[i][j] += other->probability * d[i] * d[j];
}

static thud_status find_own_errors(const thud_fit_task *task, thud_fit_found *f) {
    thud_status status = thud_fit_measure_duration(&f->model, &f->values, &f->duration);
    if (status != THUD_OK) return status;
    propagate(f);
    if (task->rough || !is_bent(f)) return THUD_OK;
    status = thud_fit_integrate(f);
    return status == THUD_ERROR_MEMORY ? status : THUD_OK; /* the errors of the Jacobian are better than none */
}

thud_status thud_fit_find_errors(const thud_fit_task *task, thud_fit_found *f) {
    thud_status status = find_own_errors(task, f);
    for (size_t i = 0; status == THUD_OK && i < f->alternative_count; i++) add_alternative(f, &f->alternatives[i]);
    return status;
}
