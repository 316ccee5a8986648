/*
 * The part of GSL's nonlinear least squares that the library calls, for the lab: one method, Levenberg and
 * Marquardt's, with the scales of Moré and the damping of Nielsen, as GSL has it.
 */
#ifndef LAB_GSL_MULTIFIT_NLINEAR_H
#define LAB_GSL_MULTIFIT_NLINEAR_H

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>

typedef struct gsl_multifit_nlinear_fdf {
    int (*f)(const gsl_vector *x, void *params, gsl_vector *f);
    int (*df)(const gsl_vector *x, void *params, gsl_matrix *df);
    size_t n, p;
    void *params;
} gsl_multifit_nlinear_fdf;

typedef struct gsl_multifit_nlinear_parameters {
    int solver;
} gsl_multifit_nlinear_parameters;

enum { gsl_multifit_nlinear_trust, gsl_multifit_nlinear_solver_cholesky };

typedef struct gsl_multifit_nlinear_workspace gsl_multifit_nlinear_workspace;

gsl_multifit_nlinear_parameters gsl_multifit_nlinear_default_parameters(void);
gsl_multifit_nlinear_workspace *gsl_multifit_nlinear_alloc(int method, const gsl_multifit_nlinear_parameters *how,
                                                           size_t n, size_t p);
void gsl_multifit_nlinear_free(gsl_multifit_nlinear_workspace *w);
int gsl_multifit_nlinear_init(const gsl_vector *x, gsl_multifit_nlinear_fdf *fdf,
                              gsl_multifit_nlinear_workspace *w);
int gsl_multifit_nlinear_iterate(gsl_multifit_nlinear_workspace *w);
int gsl_multifit_nlinear_test(double xtol, double gtol, double ftol, int *info,
                              const gsl_multifit_nlinear_workspace *w);
gsl_matrix *gsl_multifit_nlinear_jac(const gsl_multifit_nlinear_workspace *w);
gsl_vector *gsl_multifit_nlinear_residual(const gsl_multifit_nlinear_workspace *w);
gsl_vector *gsl_multifit_nlinear_position(const gsl_multifit_nlinear_workspace *w);

#endif
