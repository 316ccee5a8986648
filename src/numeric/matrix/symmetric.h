/* Eigenvalues and eigenvectors of symmetric matrices. */
#ifndef THUD_NUMERIC_SYMMETRIC_H
#define THUD_NUMERIC_SYMMETRIC_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A = Vᵀ diag(values) V, with the values ascending and the eigenvectors in the rows of V, of length one. `a` is
 * order × order, and becomes V; only its lower triangle is read. `values` has room for three times
 * the order. False, with both
 * spoilt, when an entry is not finite or the iteration does not end.
 */
bool thud_symmetric_eigen(double *a, size_t order, double *values);

/* The values alone; `a` is spoilt. */
bool thud_symmetric_values(double *a, size_t order, double *values);

#endif
