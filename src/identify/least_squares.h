/*
 * Nonlinear least squares by Levenberg and Marquardt's method: estimates and their covariance.
 */
#ifndef THUD_IDENTIFY_LEAST_SQUARES_H
#define THUD_IDENTIFY_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/status.h>

enum { THUD_LEAST_SQUARES_MOST = 8 }; /* parameters */

/*
 * Residuals and, unless `jacobian` is NULL, their derivatives, row by row. False if the model does not exist
 * there; the step is then rejected.
 */
typedef bool thud_residuals(const double *x, void *context, double *residuals, double *jacobian);

typedef struct thud_least_squares {
    thud_residuals *residuals;
    void *context;
    size_t count;      /* residuals, more than parameters */
    size_t idle;       /* residuals that are always zero */
    size_t parameters; /* at most THUD_LEAST_SQUARES_MOST */
    double tolerance;  /* relative step at which the search stops */
    double small;      /* likewise, in standard errors; 0: unused */
} thud_least_squares;

typedef struct thud_solution {
    double x[THUD_LEAST_SQUARES_MOST];
    double inverse[THUD_LEAST_SQUARES_MOST][THUD_LEAST_SQUARES_MOST];    /* of JᵀJ */
    double covariance[THUD_LEAST_SQUARES_MOST][THUD_LEAST_SQUARES_MOST]; /* that, times the variance of residuals */
    double sum;                                                          /* sum of squared residuals */
    bool converged;
} thud_solution;

/*
 * Solves from a start that is not too far off. THUD_ERROR_ACCURACY when the model does not exist there, or when
 * the data do not determine the parameters.
 */
thud_status thud_least_squares_solve(const thud_least_squares *problem, const double *start,
                                     thud_solution *solution);

#endif
