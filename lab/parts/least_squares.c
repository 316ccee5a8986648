/*
 * Levenberg and Marquardt's method for a handful of parameters: steps solve (JᵀJ + μ D²) s = −Jᵀf, where D are the
 * largest lengths that the columns of J had (Moré 1978), and μ follows the gain that a step brought over the one
 * that was predicted (Nielsen 1999).
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_multifit_nlinear.h>

#include "numeric/matrix/cholesky.h"

enum { MOST = 8, REFUSED = 15 }; /* parameters; steps in a row that made it worse */

struct gsl_multifit_nlinear_workspace {
    gsl_multifit_nlinear_fdf *fdf;
    gsl_matrix jacobian;
    gsl_vector residuals, trial, x;
    double position[MOST], step[MOST], scale[MOST], gradient[MOST], square[MOST * MOST], mu, nu;
};

gsl_error_handler_t *gsl_set_error_handler_off(void) { return NULL; }
gsl_error_handler_t *gsl_set_error_handler(gsl_error_handler_t *handler) { return handler; }

gsl_vector_const_view gsl_vector_const_view_array(const double *base, size_t n) {
    return (gsl_vector_const_view){{n, (double *)(size_t)base}};
}
double gsl_vector_get(const gsl_vector *v, size_t i) { return v->data[i]; }
void gsl_vector_set_all(gsl_vector *v, double x) {
    for (size_t i = 0; i < v->size; i++) v->data[i] = x;
}
int gsl_blas_ddot(const gsl_vector *x, const gsl_vector *y, double *result) {
    double sum = 0;
    for (size_t i = 0; i < x->size; i++) sum += x->data[i] * y->data[i];
    *result = sum;
    return GSL_SUCCESS;
}

gsl_multifit_nlinear_parameters gsl_multifit_nlinear_default_parameters(void) {
    return (gsl_multifit_nlinear_parameters){0};
}

gsl_multifit_nlinear_workspace *gsl_multifit_nlinear_alloc(int method, const gsl_multifit_nlinear_parameters *how,
                                                           size_t n, size_t p) {
    (void)method, (void)how;
    if (p > MOST) return NULL;
    gsl_multifit_nlinear_workspace *w = malloc(sizeof *w);
    double *numbers = malloc((n * p + 2 * n) * sizeof *numbers);
    if (!w || !numbers) {
        free(w);
        free(numbers);
        return NULL;
    }
    *w = (gsl_multifit_nlinear_workspace){
        .jacobian = {n, p, p, numbers},
        .residuals = {n, numbers + n * p},
        .trial = {n, numbers + n * p + n},
    };
    w->x = (gsl_vector){p, w->position};
    return w;
}

void gsl_multifit_nlinear_free(gsl_multifit_nlinear_workspace *w) {
    if (!w) return;
    free(w->jacobian.data);
    free(w);
}

/* derivatives where the search is, their products, and the scales; GSL_EDOM where the model does not exist */
static int differentiate(gsl_multifit_nlinear_workspace *w) {
    size_t n = w->jacobian.size1, p = w->jacobian.size2;
    int status = w->fdf->df(&w->x, w->fdf->params, &w->jacobian);
    if (status != GSL_SUCCESS) return status;
    memset(w->square, 0, sizeof w->square);
    memset(w->gradient, 0, sizeof w->gradient);
    for (size_t row = 0; row < n; row++) {
        const double *at = w->jacobian.data + row * p;
        for (size_t i = 0; i < p; i++) {
            w->gradient[i] += at[i] * w->residuals.data[row];
            for (size_t k = 0; k <= i; k++) w->square[i * p + k] += at[i] * at[k];
        }
    }
    for (size_t i = 0; i < p; i++) w->scale[i] = fmax(w->scale[i], sqrt(w->square[i * p + i]));
    return GSL_SUCCESS;
}

int gsl_multifit_nlinear_init(const gsl_vector *x, gsl_multifit_nlinear_fdf *fdf,
                              gsl_multifit_nlinear_workspace *w) {
    size_t p = x->size;
    w->fdf = fdf;
    memcpy(w->position, x->data, p * sizeof *w->position);
    memset(w->scale, 0, sizeof w->scale);
    int status = fdf->f(&w->x, fdf->params, &w->residuals);
    if (status == GSL_SUCCESS) status = differentiate(w);
    for (size_t i = 0; i < p; i++)
        if (!(w->scale[i] > 0)) w->scale[i] = 1; /* a parameter that nothing depends on, so far */
    w->mu = 1e-3;
    w->nu = 2;
    return status;
}

/* the step for the damping that there is; false where rounding leaves none */
static int solve(gsl_multifit_nlinear_workspace *w) {
    size_t p = w->jacobian.size2;
    double damped[MOST * MOST];
    memcpy(damped, w->square, sizeof damped);
    for (size_t i = 0; i < p; i++) {
        damped[i * p + i] += w->mu * w->scale[i] * w->scale[i];
        w->step[i] = -w->gradient[i];
    }
    return thud_cholesky_solve(damped, p, w->step);
}

/* what the straight model takes off half the sum of squares: sᵀ(μ D² s − g)/2 */
static double predicted(const gsl_multifit_nlinear_workspace *w) {
    double gain = 0;
    for (size_t i = 0; i < w->jacobian.size2; i++)
        gain += 0.5 * w->step[i] * (w->mu * w->scale[i] * w->scale[i] * w->step[i] - w->gradient[i]);
    return gain;
}

/* tries the step; true where it is taken, and with it residuals and derivatives */
static int advance(gsl_multifit_nlinear_workspace *w) {
    size_t p = w->jacobian.size2;
    double there[MOST], before, after, *data;
    gsl_vector x = {p, there};
    for (size_t i = 0; i < p; i++) there[i] = w->position[i] + w->step[i];
    if (w->fdf->f(&x, w->fdf->params, &w->trial) != GSL_SUCCESS) return 0;
    gsl_blas_ddot(&w->residuals, &w->residuals, &before);
    gsl_blas_ddot(&w->trial, &w->trial, &after);
    double ratio = 0.5 * (before - after) / predicted(w), bend = 2 * ratio - 1;
    if (!(ratio > 0)) return 0;
    memcpy(w->position, there, p * sizeof *there);
    data = w->residuals.data;
    w->residuals.data = w->trial.data;
    w->trial.data = data;
    w->mu *= fmax(1.0 / 3, 1 - bend * bend * bend);
    w->nu = 2;
    return 1;
}

int gsl_multifit_nlinear_iterate(gsl_multifit_nlinear_workspace *w) {
    for (int refused = 0; refused < REFUSED; refused++) {
        if (solve(w) && advance(w)) return differentiate(w);
        w->mu *= w->nu;
        w->nu *= 2;
    }
    return GSL_ENOPROG;
}

int gsl_multifit_nlinear_test(double xtol, double gtol, double ftol, int *info,
                              const gsl_multifit_nlinear_workspace *w) {
    (void)ftol;
    size_t p = w->jacobian.size2, small = 0;
    double steepest = 0, sum;
    gsl_blas_ddot(&w->residuals, &w->residuals, &sum);
    for (size_t i = 0; i < p; i++) {
        small += fabs(w->step[i]) <= xtol * (fabs(w->position[i]) + xtol);
        steepest = fmax(steepest, fabs(w->gradient[i]) * fmax(fabs(w->position[i]), 1));
    }
    *info = small == p ? 1 : steepest <= gtol * fmax(0.5 * sum, 1) ? 2 : 0;
    return *info ? GSL_SUCCESS : GSL_CONTINUE;
}

gsl_matrix *gsl_multifit_nlinear_jac(const gsl_multifit_nlinear_workspace *w) {
    return (gsl_matrix *)(size_t)&w->jacobian;
}
gsl_vector *gsl_multifit_nlinear_residual(const gsl_multifit_nlinear_workspace *w) {
    return (gsl_vector *)(size_t)&w->residuals;
}
gsl_vector *gsl_multifit_nlinear_position(const gsl_multifit_nlinear_workspace *w) {
    return (gsl_vector *)(size_t)&w->x;
}
