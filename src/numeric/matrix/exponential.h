/* The exponential of a matrix: exact steps of linear systems. */
#ifndef THUD_NUMERIC_EXPONENTIAL_H
#define THUD_NUMERIC_EXPONENTIAL_H

#include <stdbool.h>
#include <stddef.h>

/* Number of doubles of work space for the function below. */
size_t thud_matrix_exponential_work(size_t n);

/*
 * e ← exp(a), both n × n, row by row; they may be the same array. False, with `e` overwritten, when a number is
 * not finite or the result overflows. The error is a few eps times the norm of the balanced `a`, which is its
 * condition.
 */
bool thud_matrix_exponential(size_t n, const double *a, double *e, double *work);

#endif
