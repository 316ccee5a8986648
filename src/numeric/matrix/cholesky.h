/* Symmetric positive definite systems. */
#ifndef THUD_NUMERIC_CHOLESKY_H
#define THUD_NUMERIC_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Solves A x = b. `a` is order × order, row by row; only its lower triangle is read, and replaced by the factor.
 * `b` becomes x. False, with both overwritten, when A is not positive definite.
 */
bool thud_cholesky_solve(double *a, size_t order, double *b);

/* The two steps of it, for several right-hand sides: A becomes its factor, then `b` becomes x. */
bool thud_cholesky_factor(double *a, size_t order);
void thud_cholesky_back(const double *a, size_t order, double *b);

/* The same where A is semidefinite, to rounding: a row that depends on those before it has x = 0. */
void thud_cholesky_solve_part(double *a, size_t order, double *b);

/* A⁻¹, [order × order]; A becomes its factor. */
bool thud_cholesky_invert(double *a, size_t order, double *inverse);

#endif
