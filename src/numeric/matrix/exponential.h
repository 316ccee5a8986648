/* The exponential of a matrix: exact steps of linear systems. */
#ifndef THUD_NUMERIC_EXPONENTIAL_H
#define THUD_NUMERIC_EXPONENTIAL_H

#include <stdbool.h>
#include <stddef.h>

/* How many numbers the function below needs for its own use. */
size_t thud_matrix_exponential_work(size_t n);

/*
 * e ← exp(a), both n × n, row by row; they may be the same. False, with `e` spoilt, when a number is not finite or
 * the result is too large for one. The error is some eps times the norm of `a` after it has been balanced, as it
 * must be.
 */
bool thud_matrix_exponential(size_t n, const double *a, double *e, double *work);

#endif
