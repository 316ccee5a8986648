/*
 * With heavy damping the damper of a law shows in the tail of its force, which is below the noise: the sum of
 * squares S has a long and bent valley with several bottoms, and neither a Jacobian at one of them nor a cloud of
 * points about it tells the errors. Given the damper, however, the other q parameters are known well, and their
 * part of the posterior S^(−N/2) is integrated as a normal one (Laplace's method; L. Tierney & J. B. Kadane, J. Am.
 * Stat. Assoc. 81 (1986) 82–86):
 *
 *     π(u) ∝ prior · S(u)^(−(N−q)/2) det(JᵀJ)^(−1/2),   u = ln(1 + χ),
 *
 * S(u) the least sum of squares for this damper and J its Jacobian. What is left is one integral, by the midpoint
 * rule from χ = 0 on. The prior is that of posterior.c: flat in 1/(1 + χ).
 *
 * Means are taken of what is reported: of c rather than of χ, c ∝ χ A^(−p) T^(−(2p+1)).
 */
#include "identify/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/cholesky.h"

enum { MOST = THUD_LEAST_SQUARES_MOST, STRIPS = 128 };

static const double WIDTH = 0.7;                     /* of a strip, in standard errors of u */
static const double NARROWEST = 0.01, WIDEST = 0.15; /* in u */
static const double NEGLIGIBLE = 6;                  /* e^−6 of the largest weight */
static const double HEAVIEST = 2.4; /* of u, as long as the fit is not near it: a restitution of 0.1 */
static const double BEYOND = 4;     /* standard errors of u */
static const double SMALL_STEP = 0.05, NO_STEP = 1e-5; /* in standard errors; relative */

/* one damper, with the others where they are best */
typedef struct strip {
    double u, weight; /* of the weight the logarithm */
    thud_solution best;
} strip;

typedef struct profile {
    thud_fit_model model;  /* without a free damper */
    size_t others;         /* q */
    double width, largest; /* of a strip; of u */
    double gradient[MOST]; /* of ln c by the others */
    strip strips[STRIPS];
    size_t count;
    double most; /* largest weight */
} profile;

bool thud_fit_has_profile(const thud_fit_found *f) {
    const thud_fit_model *m = &f->model;
    return thud_fit_model_onset(m) == THUD_ONSET_SMOOTH && m->free_damper && !m->free_exponent &&
           m->shape.law->structure->kind == THUD_FORCE_VISCOUS;
}

/* ½ ln det of a symmetric matrix; −∞ where it is not positive definite */
static double half_log_determinant(double a[MOST][MOST], size_t order) {
    double factor[MOST * MOST], sum = 0;
    for (size_t i = 0; i < order; i++)
        for (size_t k = 0; k <= i; k++) factor[i * order + k] = a[i][k];
    if (!thud_cholesky_factor(factor, order)) return -INFINITY;
    for (size_t i = 0; i < order; i++) sum += log(factor[i * order + i]);
    return sum;
}

/* adds the strip about u; false where there is none, or nothing in it */
static bool add_strip(profile *p, double u, const double start[MOST]) {
    thud_fit_model *m = &p->model;
    strip *s = &p->strips[p->count];
    s->u = u;
    m->shape.damper = expm1(u);
    m->has_cached = false; /* what is cached knows nothing of the damper */
    thud_least_squares problem = {
        .residuals = thud_fit_model_residuals,
        .context = m,
        .count = m->samples.count,
        .parameters = p->others,
        .tolerance = NO_STEP,
        .small = SMALL_STEP,
    };
    if (thud_least_squares_solve(&problem, start, &s->best) != THUD_OK || !(s->best.sum > 0)) return false;
    s->weight = -u + half_log_determinant(s->best.inverse, p->others) -
                (double)(m->samples.count - p->others) / 2 * log(s->best.sum);
    if (!(s->weight > p->most - NEGLIGIBLE)) return false;
    p->most = fmax(p->most, s->weight);
    p->count++;
    return true;
}

/* the others where a line through two strips leads */
static void lead_on(const profile *p, const strip *last, const strip *before, double start[MOST]) {
    for (size_t i = 0; i < p->others; i++) start[i] = 2 * last->best.x[i] - before->best.x[i];
}

/* strips on one side, away from a first one */
static void follow(profile *p, const strip *first, int direction) {
    double start[MOST];
    const strip *last = first, *before = first;
    for (;;) {
        double u = last->u + direction * p->width;
        if (u < 0 || u > p->largest || p->count == STRIPS) return;
        lead_on(p, last, before, start);
        if (!add_strip(p, u, start)) return;
        before = last;
        last = &p->strips[p->count - 1];
    }
}

static void begin(const thud_fit_found *f, profile *p) {
    const thud_fit_model *m = &f->model;
    size_t damper = thud_fit_model_place_damper(m);
    p->model = *m;
    p->others = thud_fit_model_parameters(m) - 1;
    p->most = -INFINITY;
    double error = sqrt(f->solution.covariance[damper][damper]) / (1 + fmax(f->values.damper, 0));
    double exponent = thud_law_damper_exponent(m->shape.law, m->shape.n);
    p->model.free_damper = false;
    p->width = fmin(fmax(WIDTH * error, NARROWEST), WIDEST);
    p->largest = fmax(HEAVIEST, log1p(fmax(f->values.damper, 0)) + BEYOND * error);
    p->gradient[THUD_MODEL_LOG_TIME] = -(2 * exponent + 1);
    p->gradient[THUD_MODEL_LOG_FORCE] = -exponent;
}

/* ---- moments ---- */

/* t₀, ln T, ln A, b and c, the last in place of the damper, of a strip: mean, and its derivatives by the others */
static void place(const profile *p, const strip *s, double mean[MOST], double last_row[MOST]) {
    double log_unit = 0;
    for (size_t i = 0; i < p->others; i++) {
        mean[i] = s->best.x[i];
        log_unit += p->gradient[i] * mean[i];
    }
    mean[p->others] = expm1(s->u) * exp(log_unit);
    for (size_t i = 0; i < p->others; i++) last_row[i] = mean[p->others] * p->gradient[i];
}

/* B C Bᵀ for a B that is one except in its last row, whose own place is `own` */
static void transform(size_t q, const double row[MOST], double own, double c[MOST][MOST]) {
    double last[MOST] = {0}, corner = 0;
    for (size_t i = 0; i <= q; i++) {
        last[i] = own * c[q][i];
        for (size_t k = 0; k < q; k++) last[i] += row[k] * c[k][i];
    }
    corner = own * last[q];
    for (size_t k = 0; k < q; k++) corner += row[k] * last[k];
    for (size_t i = 0; i < q; i++) c[i][q] = c[q][i] = last[i];
    c[q][q] = corner;
}

static void add_spread(size_t size, double weight, const double mean[MOST], const double middle[MOST],
                       double within[MOST][MOST], double covariance[MOST][MOST]) {
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < size; k++)
            covariance[i][k] += weight * (within[i][k] + (mean[i] - middle[i]) * (mean[k] - middle[k]));
}

static void sum_up(const profile *p, double middle[MOST], double covariance[MOST][MOST]) {
    double total = 0, mean[MOST], row[MOST];
    size_t size = p->others + 1;
    for (size_t s = 0; s < p->count; s++) total += exp(p->strips[s].weight - p->most);
    for (size_t s = 0; s < p->count; s++) {
        place(p, &p->strips[s], mean, row);
        for (size_t i = 0; i < size; i++) middle[i] += exp(p->strips[s].weight - p->most) / total * mean[i];
    }
    for (size_t s = 0; s < p->count; s++) {
        double within[MOST][MOST] = {{0}};
        place(p, &p->strips[s], mean, row);
        for (size_t i = 0; i < p->others; i++)
            memcpy(within[i], p->strips[s].best.covariance[i], p->others * sizeof within[i][0]);
        transform(p->others, row, 0, within);
        add_spread(size, exp(p->strips[s].weight - p->most) / total, mean, middle, within, covariance);
    }
}

/* from c back to the damper that, with the means of the others, gives it */
static void deliver(const profile *p, thud_fit_found *f) {
    double middle[MOST] = {0}, covariance[MOST][MOST] = {{0}}, row[MOST], log_unit = 0;
    sum_up(p, middle, covariance);
    for (size_t i = 0; i < p->others; i++) log_unit += p->gradient[i] * middle[i];
    double damper = middle[p->others] * exp(-log_unit);
    for (size_t i = 0; i < p->others; i++) row[i] = -damper * p->gradient[i];
    transform(p->others, row, exp(-log_unit), covariance);
    middle[p->others] = damper;
    f->undamped = false; /* a mean is above the limit */
    f->values = thud_fit_model_unpack(&f->model, middle);
    memcpy(f->solution.covariance, covariance, sizeof covariance);
}

/* about what a search has found, and from there to both sides */
static bool cover(profile *p, const thud_fit_found *f) {
    double start[MOST], u = log1p(fmax(f->values.damper, 0));
    thud_fit_model_pack(&p->model, &f->values, start);
    if (!add_strip(p, (floor(u / p->width) + 0.5) * p->width, start)) return false;
    follow(p, &p->strips[0], 1);
    follow(p, &p->strips[0], -1);
    return p->count > 2;
}

thud_status thud_fit_profile(thud_fit_found *f) {
    profile *p = calloc(1, sizeof *p);
    if (!p) return THUD_ERROR_MEMORY;
    begin(f, p);
    f->model.has_cached = false; /* memory is shared */
    if (cover(p, f)) deliver(p, f);
    free(p);
    return THUD_OK;
}
