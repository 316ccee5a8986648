#include "identify/least_squares.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_multifit_nlinear.h>

#include "identify/quiet.h"
#include "numeric/cholesky.h"

enum { ITERATIONS = 50 };

/* what a step to where there is no model costs: more than anything, but a number */
static const double FORBIDDEN = 1e100;

/* by so much the variance of a parameter may grow because others are unknown too; beyond, rounding decides */
static const double LEAST_KNOWN = 1e13;

typedef struct work {
    thud_least_squares *problem; /* GSL hands it on as it is */
    gsl_multifit_nlinear_workspace *gsl;
} work;

static int evaluate(const gsl_vector *x, void *context, gsl_vector *f) {
    const thud_least_squares *problem = context;
    if (!problem->residuals(x->data, problem->context, f->data, NULL)) gsl_vector_set_all(f, FORBIDDEN);
    for (size_t i = 0; i < f->size; i++)
        if (!(fabs(f->data[i]) < FORBIDDEN)) f->data[i] = FORBIDDEN;
    return GSL_SUCCESS;
}

static int differentiate(const gsl_vector *x, void *context, gsl_matrix *jacobian) {
    const thud_least_squares *problem = context;
    return problem->residuals(x->data, problem->context, NULL, jacobian->data) ? GSL_SUCCESS : GSL_EDOM;
}

/* (JᵀJ)⁻¹, with columns of length one in between, and times the variance of the residuals; false where it is
 * singular */
static bool find_covariance(const work *w, thud_solution *solution) {
    size_t p = w->problem->parameters;
    const gsl_matrix *jacobian = gsl_multifit_nlinear_jac(w->gsl);
    double normal[THUD_LEAST_SQUARES_MOST * THUD_LEAST_SQUARES_MOST] = {0}, length[THUD_LEAST_SQUARES_MOST];
    for (size_t row = 0; row < jacobian->size1; row++) {
        const double *at = jacobian->data + row * jacobian->tda;
        for (size_t i = 0; i < p; i++)
            for (size_t k = 0; k <= i; k++) normal[i * p + k] += at[i] * at[k];
    }
    for (size_t i = 0; i < p; i++) length[i] = sqrt(normal[i * p + i]);
    for (size_t i = 0; i < p; i++)
        for (size_t k = 0; k <= i; k++) normal[i * p + k] /= length[i] * length[k];
    double variance = solution->sum / (double)(w->problem->count - w->problem->idle - p);
    for (size_t k = 0; k < p; k++) {
        double matrix[THUD_LEAST_SQUARES_MOST * THUD_LEAST_SQUARES_MOST], column[THUD_LEAST_SQUARES_MOST] = {0};
        memcpy(matrix, normal, sizeof matrix);
        column[k] = 1;
        if (!thud_cholesky_solve(matrix, p, column)) return false;
        if (!(column[k] < LEAST_KNOWN)) return false;
        for (size_t i = 0; i < p; i++) {
            solution->inverse[i][k] = column[i] / (length[i] * length[k]);
            solution->covariance[i][k] = variance * solution->inverse[i][k];
        }
    }
    return true;
}

/* the sum of squares where the search is */
static double sum_of(const work *w) {
    const gsl_vector *residuals = gsl_multifit_nlinear_residual(w->gsl);
    double sum;
    gsl_blas_ddot(residuals, residuals, &sum);
    return sum;
}

/*
 * Until a step is worth no further one: relative to the parameters, or to their errors. A step of d standard errors
 * takes d² variances off the sum of squares.
 */
static int iterate(const work *w) {
    double small = w->problem->small;
    double freedom = (double)(w->problem->count - w->problem->idle - w->problem->parameters), sum = sum_of(w);
    for (int i = 0; i < ITERATIONS; i++) {
        int info, status = gsl_multifit_nlinear_iterate(w->gsl);
        if (status != GSL_SUCCESS) return status;
        double before = sum;
        sum = sum_of(w);
        if (before - sum < small * small * sum / freedom) return GSL_SUCCESS;
        if (gsl_multifit_nlinear_test(w->problem->tolerance, 1e-14, 0, &info, w->gsl) == GSL_SUCCESS)
            return GSL_SUCCESS;
    }
    return GSL_EMAXITER;
}

static thud_status run(const work *w, const double *start, thud_solution *solution) {
    size_t p = w->problem->parameters;
    gsl_multifit_nlinear_fdf fdf = {
        .f = evaluate,
        .df = differentiate,
        .n = w->problem->count,
        .p = p,
        .params = w->problem,
    };
    gsl_vector_const_view x = gsl_vector_const_view_array(start, p);
    if (gsl_multifit_nlinear_init(&x.vector, &fdf, w->gsl) != GSL_SUCCESS) return THUD_ERROR_ACCURACY;

    int status = iterate(w);
    /* no progress means: as good as it gets in doubles */
    *solution = (thud_solution){.converged = status == GSL_SUCCESS || status == GSL_ENOPROG};
    for (size_t i = 0; i < p; i++) solution->x[i] = gsl_vector_get(gsl_multifit_nlinear_position(w->gsl), i);
    solution->sum = sum_of(w);
    if (!(solution->sum < FORBIDDEN)) return THUD_ERROR_ACCURACY;
    return find_covariance(w, solution) ? THUD_OK : THUD_ERROR_ACCURACY;
}

thud_status thud_least_squares_solve(const thud_least_squares *problem, const double *start,
                                     thud_solution *solution) {
    if (problem->parameters > THUD_LEAST_SQUARES_MOST || problem->count <= problem->parameters + problem->idle)
        return THUD_ERROR_ARGUMENT;
    thud_least_squares copy = *problem;
    thud_quiet_begin();
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    how.solver = gsl_multifit_nlinear_solver_cholesky; /* few parameters, many samples: four times as fast as QR */
    work w = {&copy,
              gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, problem->count, problem->parameters)};
    thud_status status = w.gsl ? run(&w, start, solution) : THUD_ERROR_MEMORY;
    if (w.gsl) gsl_multifit_nlinear_free(w.gsl);
    thud_quiet_end();
    return status;
}
