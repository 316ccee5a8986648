/*
 * Several impacts as one: the estimates x = (ln k, c, n) of each, with their covariances C, give
 *
 *     C = (Σ Cᵢ⁻¹)⁻¹,   x = C Σ Cᵢ⁻¹ xᵢ,   χ² = Σ (xᵢ − x)ᵀ Cᵢ⁻¹ (xᵢ − x),
 *
 * which equals a joint fit of all impacts to first order. For bilinear laws ln k₂ replaces c.
 */
#include <thud/identify.h>

#include <math.h>
#include <string.h>

#include "base/environment.h"
#include "numeric/matrix/cholesky.h"

enum { SIZE = 3 };

/* which of the three are free, and the unit of c */
typedef struct frame {
    size_t count;
    int place[SIZE];
    bool bilinear;
    double unit[SIZE];
} frame;

static double value_of(const frame *f, const thud_force_fit *fit, size_t i) {
    switch (f->place[i]) {
    case 0: return log(fit->stiffness.value);
    case 1: return (f->bilinear ? log(fit->damping.value) : fit->damping.value) / f->unit[i];
    default: return fit->exponent.value;
    }
}

static frame frame_of(const thud_force_fit *fits, size_t count) {
    frame f = {.bilinear = fits->law->structure->kind == THUD_FORCE_BILINEAR};
    for (int i = 0; i < SIZE; i++) {
        double most = 0;
        bool free = true;
        for (size_t k = 0; k < count; k++) {
            free = free && fits[k].covariance[i][i] > 0;
            most = fmax(most, sqrt(fits[k].covariance[i][i]));
        }
        if (!free) continue;
        f.unit[f.count] = i == 1 && !f.bilinear ? most : 1; /* scales c, so that the matrix is well conditioned */
        f.place[f.count++] = i;
    }
    return f;
}

/* C⁻¹ of one fit, [count × count] */
static bool information_of(const frame *f, const thud_force_fit *fit, double *out) {
    double matrix[SIZE * SIZE];
    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < f->count; j++)
            matrix[i * f->count + j] = fit->covariance[f->place[i]][f->place[j]] / (f->unit[i] * f->unit[j]);
    return thud_cholesky_invert(matrix, f->count, out);
}

/* the mean and its covariance */
static bool combine(const frame *f, const thud_force_fit *fits, size_t count, double *mean, double *covariance) {
    size_t p = f->count;
    double total[SIZE * SIZE] = {0}, weighted[SIZE] = {0}, own[SIZE * SIZE];
    for (size_t k = 0; k < count; k++) {
        if (!information_of(f, &fits[k], own)) return false;
        for (size_t i = 0; i < p; i++)
            for (size_t j = 0; j < p; j++) {
                total[i * p + j] += own[i * p + j];
                weighted[i] += own[i * p + j] * value_of(f, &fits[k], j);
            }
    }
    memcpy(mean, weighted, sizeof weighted);
    bool definite = thud_cholesky_invert(total, p, covariance);
    thud_cholesky_back(total, p, mean);
    return definite;
}

static double mismatch_of(const frame *f, const thud_force_fit *fits, size_t count, const double *mean) {
    double sum = 0, own[SIZE * SIZE];
    size_t p = f->count;
    for (size_t k = 0; k < count; k++) {
        (void)information_of(f, &fits[k], own); /* already used for the mean */
        for (size_t i = 0; i < p; i++)
            for (size_t j = 0; j < p; j++)
                sum += own[i * p + j] * (value_of(f, &fits[k], i) - mean[i]) * (value_of(f, &fits[k], j) - mean[j]);
    }
    return sum / (double)(p * (count - 1));
}

static void deliver(const frame *f, const double *mean, const double *covariance, thud_force_fit *out) {
    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < f->count; j++)
            out->covariance[f->place[i]][f->place[j]] = covariance[i * f->count + j] * f->unit[i] * f->unit[j];
    for (size_t i = 0; i < f->count; i++) {
        double value = mean[i] * f->unit[i], error = sqrt(out->covariance[f->place[i]][f->place[i]]);
        if (f->place[i] == 0) out->stiffness = (thud_estimate){exp(value), exp(value) * error};
        else if (f->place[i] == 2) out->exponent = (thud_estimate){value, error};
        else if (f->bilinear) out->damping = (thud_estimate){exp(value), exp(value) * error};
        else out->damping = (thud_estimate){value, error};
    }
    double product = out->covariance[0][0] * out->covariance[1][1];
    out->correlation = product > 0 ? out->covariance[0][1] / sqrt(product) : NAN;
}

thud_status thud_force_pool(const thud_force_fit *fits, size_t count, thud_force_fit *pooled, double *mismatch) {
    THUD_PLAIN_ENVIRONMENT;
    if (!fits || count == 0 || !pooled || !mismatch) return THUD_ERROR_ARGUMENT;
    for (size_t i = 1; i < count; i++)
        if (fits[i].law != fits->law || fits[i].separation != fits->separation) return THUD_ERROR_ARGUMENT;
    thud_force_fit out = *fits;
    *mismatch = NAN;
    if (count > 1) {
        frame f = frame_of(fits, count);
        double mean[SIZE], covariance[SIZE * SIZE];
        if (f.count == 0 || !combine(&f, fits, count, mean, covariance)) return THUD_ERROR_ACCURACY;
        const thud_estimate unknown = {NAN, NAN};
        out.speed = out.restitution = out.contact_time = out.begin = out.offset = unknown;
        out.residual = out.r_squared = out.aic = out.bic = NAN;
        out.undamped = out.exponent_at_limit = false;
        for (size_t i = 1; i < count; i++) out.samples += fits[i].samples;
        deliver(&f, mean, covariance, &out);
        *mismatch = mismatch_of(&f, fits, count, mean);
    }
    *pooled = out;
    return THUD_OK;
}
