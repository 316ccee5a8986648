/*
 * A fit of force histories together with bounces. The fit gives x = (ln k, c, n) with the covariance C₀; a bounce
 * gives the restitution eᵢ ± sᵢ at the speed vᵢ. With the restitution e(x, v) that the law returns,
 *
 *     χ² = (x − x₀)ᵀ C₀⁻¹ (x − x₀) + Σ (eᵢ − e(x, vᵢ))²/sᵢ²
 *
 * is least; the Gauss–Newton method finds where, and (C₀⁻¹ + Σ gᵢ gᵢᵀ/sᵢ²)⁻¹ with g = ∂e/∂x is the new covariance.
 */
#include <thud/identify.h>

#include <math.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "numeric/matrix/cholesky.h"

enum { SIZE = 3, STEPS_MOST = 50 };
static const double STEP = 1e-3;  /* step of a difference quotient, in standard errors: e is known to 1e-12 */
static const double SMALL = 1e-6; /* a step in standard errors that is worth no further one */

/* which of the three are free; coordinates are standard errors away from the fit */
typedef struct joint {
    const thud_force_fit *fit;
    size_t count;
    int place[SIZE];
    double unit[SIZE];
    double inverse[SIZE * SIZE]; /* C₀⁻¹ in these coordinates */
} joint;

static bool joint_init(joint *j, const thud_force_fit *fit) {
    double matrix[SIZE * SIZE];
    *j = (joint){.fit = fit};
    for (int i = 0; i < SIZE; i++) {
        if (!(fit->covariance[i][i] > 0)) continue;
        j->unit[j->count] = sqrt(fit->covariance[i][i]);
        j->place[j->count++] = i;
    }
    for (size_t a = 0; a < j->count; a++)
        for (size_t b = 0; b < j->count; b++)
            matrix[a * j->count + b] = fit->covariance[j->place[a]][j->place[b]] / (j->unit[a] * j->unit[b]);
    return thud_cholesky_invert(matrix, j->count, j->inverse);
}

/* ln k, c and n at the coordinates */
static void values_at(const joint *j, const double *x, double values[SIZE]) {
    const thud_force_fit *f = j->fit;
    const double start[SIZE] = {log(f->stiffness.value), f->damping.value, f->exponent.value};
    memcpy(values, start, sizeof start);
    for (size_t i = 0; i < j->count; i++) values[j->place[i]] += x[i] * j->unit[i];
}

static bool restitution_at(const joint *j, const double *x, double speed, double *restitution) {
    double values[SIZE];
    thud_impact hit;
    thud_impact_options o = thud_impact_options_default(j->fit->law);
    values_at(j, x, values);
    o.stiffness = exp(values[0]);
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = values[1];
    o.exponent = values[2];
    o.mass = j->fit->mass;
    o.speed = speed;
    o.separation = j->fit->separation;
    if (thud_impact_solve(&o, &hit) != THUD_OK) return false;
    *restitution = hit.restitution;
    return true;
}

/* one-sided where the law ends: no damping is below zero */
static bool gradient_at(const joint *j, const double *x, double speed, double here, double *gradient) {
    for (size_t i = 0; i < j->count; i++) {
        double moved[SIZE], high, low;
        memcpy(moved, x, sizeof moved);
        moved[i] = x[i] + STEP;
        const bool above = restitution_at(j, moved, speed, &high);
        moved[i] = x[i] - STEP;
        const bool below = restitution_at(j, moved, speed, &low);
        if (!above && !below) return false;
        gradient[i] = ((above ? high : here) - (below ? low : here)) / ((above ? STEP : 0) + (below ? STEP : 0));
    }
    return true;
}

/* the normal matrix, minus half the gradient of χ², and χ² */
static bool sum_up(const joint *j, const thud_bounces *bounces, const double *x, double *matrix, double *right,
                   double *square) {
    const size_t p = j->count;
    memcpy(matrix, j->inverse, sizeof j->inverse);
    *square = 0;
    for (size_t a = 0; a < p; a++) {
        right[a] = 0;
        for (size_t b = 0; b < p; b++) right[a] -= j->inverse[a * p + b] * x[b];
        *square -= right[a] * x[a];
    }
    for (size_t i = 0; i < bounces->count; i++) {
        const thud_bounce *one = &bounces->bounces[i];
        double e, gradient[SIZE];
        if (!restitution_at(j, x, one->speed, &e) || !gradient_at(j, x, one->speed, e, gradient)) return false;
        const double off = (one->restitution - e) / one->error;
        *square += off * off;
        for (size_t a = 0; a < p; a++) {
            right[a] += gradient[a] * off / one->error;
            for (size_t b = 0; b < p; b++)
                matrix[a * p + b] += gradient[a] * gradient[b] / (one->error * one->error);
        }
    }
    return true;
}

/* steps that raise χ², or leave the law, are halved */
static bool minimise(const joint *j, const thud_bounces *bounces, double *x, double *covariance, double *square) {
    double matrix[SIZE * SIZE], step[SIZE], factor[SIZE * SIZE], next[SIZE] = {0}, right[SIZE], beyond;
    if (!sum_up(j, bounces, x, matrix, step, square)) return false;
    for (int i = 0; i < STEPS_MOST; i++) {
        double size = 0;
        memcpy(factor, matrix, sizeof factor);
        if (!thud_cholesky_solve(factor, j->count, step)) return false;
        for (size_t a = 0; a < j->count; a++) size = fmax(size, fabs(step[a]));
        if (size < SMALL) return thud_cholesky_invert(matrix, j->count, covariance);
        for (double part = 1;; part /= 2) {
            if (part < 1e-6) return false;
            for (size_t a = 0; a < j->count; a++) next[a] = x[a] + part * step[a];
            if (sum_up(j, bounces, next, factor, right, &beyond) && beyond <= *square * (1 + 1e-12) + 1e-12) break;
        }
        memcpy(x, next, sizeof next);
        memcpy(matrix, factor, sizeof matrix);
        memcpy(step, right, sizeof step);
        *square = beyond;
    }
    return false;
}

static void deliver(const joint *j, const double *x, const double *covariance, thud_force_fit *out) {
    double values[SIZE];
    values_at(j, x, values);
    for (size_t a = 0; a < j->count; a++)
        for (size_t b = 0; b < j->count; b++)
            out->covariance[j->place[a]][j->place[b]] = covariance[a * j->count + b] * j->unit[a] * j->unit[b];
    const double errors[SIZE] = {sqrt(out->covariance[0][0]), sqrt(out->covariance[1][1]),
                                 sqrt(out->covariance[2][2])};
    const thud_estimate unknown = {NAN, NAN};
    out->stiffness = (thud_estimate){exp(values[0]), exp(values[0]) * errors[0]};
    out->damping = (thud_estimate){values[1], errors[1]};
    out->exponent = (thud_estimate){values[2], errors[2]};
    out->correlation = errors[0] > 0 ? out->covariance[0][1] / (errors[0] * errors[1]) : NAN;
    out->speed = out->restitution = out->contact_time = out->begin = out->offset = unknown;
    out->residual = out->r_squared = out->aic = out->bic = NAN;
}

static thud_status check(const thud_force_fit *fit, const thud_bounces *bounces, thud_error *error) {
    if (!fit || !fit->law || !bounces || bounces->count == 0) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (fit->law->structure->kind != THUD_FORCE_VISCOUS)
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "%s has no damper that bounces could determine",
                              fit->law->name);
    if (!(fit->covariance[1][1] > 0))
        return thud_error_set(error, THUD_ERROR_ARGUMENT, "the fit of the force has no damping");
    for (size_t i = 0; i < bounces->count; i++)
        if (!(bounces->bounces[i].error > 0))
            return thud_error_set(error, THUD_ERROR_ARGUMENT,
                                  "the bounces have no errors: give the error of a reading");
    return THUD_OK;
}

thud_status thud_force_join(const thud_force_fit *fit, const thud_bounces *bounces, thud_force_fit *found,
                            double *mismatch, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!found || !mismatch) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_status status = check(fit, bounces, error);
    if (status != THUD_OK) return status;
    joint j;
    double x[SIZE] = {0}, covariance[SIZE * SIZE], square;
    if (!joint_init(&j, fit) || !minimise(&j, bounces, x, covariance, &square))
        return thud_error_set(error, THUD_ERROR_ACCURACY, "no parameters go with both force histories and bounces");
    thud_force_fit out = *fit;
    deliver(&j, x, covariance, &out);
    *mismatch = square / (double)bounces->count;
    *found = out;
    return THUD_OK;
}
