/*
 * Least squares by GSL's trust region with normal equations, whose columns are scaled to length one: few parameters
 * and many residuals.
 */
#include "identify/least_squares.h"

#include <math.h>
#include <stdatomic.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>

#include "numeric/matrix/cholesky.h"

enum { ITERATIONS = 50 };

/* what a step to where there is no model costs: more than anything, but a number */
static const double FORBIDDEN = 1e100;

/* by so much the variance of a parameter may grow because others are unknown too; beyond, rounding decides */
static const double LEAST_KNOWN = 1e13;

/* JᵀJ with columns of length one as its factor, and the lengths that they had */
typedef struct normal {
    bool is_definite;
    double factor[THUD_LEAST_SQUARES_MOST * THUD_LEAST_SQUARES_MOST], length[THUD_LEAST_SQUARES_MOST];
} normal;

typedef struct work {
    thud_least_squares *problem; /* GSL hands it on as it is */
    gsl_multifit_nlinear_workspace *gsl;
    normal normal; /* where the search is */
} work;

/* GSL calls a handler when something is wrong with its arguments or with memory, and the usual one aborts. It is
 * one for the whole program: the first search that begins puts it away, the last that ends brings it back. */
static void handle_errors(bool usually) {
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    static unsigned inside;
    static gsl_error_handler_t *usual;
    while (atomic_flag_test_and_set(&busy)) continue;
    if (!usually && inside++ == 0) usual = gsl_set_error_handler_off();
    if (usually && --inside == 0) gsl_set_error_handler(usual);
    atomic_flag_clear(&busy);
}

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

/* the lower triangle of JᵀJ; the compiler unrolls the loops of a p that it knows */
static inline void multiply(const gsl_matrix *jacobian, size_t p, double *restrict product) {
    for (size_t row = 0; row < jacobian->size1; row++) {
        const double *at = jacobian->data + row * jacobian->tda;
        for (size_t i = 0; i < p; i++)
            for (size_t k = 0; k <= i; k++) product[i * p + k] += at[i] * at[k];
    }
}

static void find_normal(work *w) {
    size_t p = w->problem->parameters;
    const gsl_matrix *jacobian = gsl_multifit_nlinear_jac(w->gsl);
    normal *n = &w->normal;
    *n = (normal){0};
    if (p == 4) multiply(jacobian, 4, n->factor);
    else if (p == 5) multiply(jacobian, 5, n->factor);
    else multiply(jacobian, p, n->factor);
    for (size_t i = 0; i < p; i++) n->length[i] = sqrt(n->factor[i * p + i]);
    for (size_t i = 0; i < p; i++)
        for (size_t k = 0; k <= i; k++) n->factor[i * p + k] /= n->length[i] * n->length[k];
    n->is_definite = thud_cholesky_factor(n->factor, p);
}

/* (JᵀJ)⁻¹, and times the variance of the residuals; false where it is singular */
static bool find_covariance(const work *w, thud_solution *solution) {
    size_t p = w->problem->parameters;
    const normal *n = &w->normal;
    if (!n->is_definite) return false;
    double variance = solution->sum / (double)(w->problem->count - w->problem->idle - p);
    for (size_t k = 0; k < p; k++) {
        double column[THUD_LEAST_SQUARES_MOST] = {0};
        column[k] = 1;
        thud_cholesky_back(n->factor, p, column);
        if (!(column[k] < LEAST_KNOWN)) return false;
        for (size_t i = 0; i < p; i++) {
            solution->inverse[i][k] = column[i] / (n->length[i] * n->length[k]);
            solution->covariance[i][k] = variance * solution->inverse[i][k];
        }
    }
    return true;
}

/* what the next step would take off the sum of squares, were the model straight: gᵀ(JᵀJ)⁻¹g with g = Jᵀr */
static double next_gain(const work *w) {
    size_t p = w->problem->parameters;
    const gsl_matrix *jacobian = gsl_multifit_nlinear_jac(w->gsl);
    const double *residuals = gsl_multifit_nlinear_residual(w->gsl)->data;
    double gradient[THUD_LEAST_SQUARES_MOST] = {0}, step[THUD_LEAST_SQUARES_MOST], gain = 0;
    if (!w->normal.is_definite) return INFINITY;
    for (size_t row = 0; row < jacobian->size1; row++)
        for (size_t i = 0; i < p; i++) gradient[i] += jacobian->data[row * jacobian->tda + i] * residuals[row];
    for (size_t i = 0; i < p; i++) step[i] = gradient[i] /= w->normal.length[i];
    thud_cholesky_back(w->normal.factor, p, step);
    for (size_t i = 0; i < p; i++) gain += gradient[i] * step[i];
    return gain;
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
 * takes d² variances off the sum of squares; that the next one will not is seen before it is taken.
 */
static int iterate(work *w) {
    double small = w->problem->small;
    find_normal(w);
    double freedom = (double)(w->problem->count - w->problem->idle - w->problem->parameters), sum = sum_of(w);
    for (int i = 0; i < ITERATIONS; i++) {
        int info, status = gsl_multifit_nlinear_iterate(w->gsl);
        if (status != GSL_SUCCESS) return status;
        double before = sum;
        sum = sum_of(w);
        find_normal(w);
        double enough = small * small * sum / freedom;
        if (before - sum < enough || next_gain(w) < enough) return GSL_SUCCESS;
        if (gsl_multifit_nlinear_test(w->problem->tolerance, 1e-14, 0, &info, w->gsl) == GSL_SUCCESS)
            return GSL_SUCCESS;
    }
    return GSL_EMAXITER;
}

static thud_status run(work *w, const double *start, thud_solution *solution) {
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
    handle_errors(false);
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    how.solver = gsl_multifit_nlinear_solver_cholesky; /* few parameters, many samples: four times as fast as QR */
    work w = {.problem = &copy};
    w.gsl = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, problem->count, problem->parameters);
    thud_status status = w.gsl ? run(&w, start, solution) : THUD_ERROR_MEMORY;
    if (w.gsl) gsl_multifit_nlinear_free(w.gsl);
    handle_errors(true);
    return status;
}
