/* Eigenvalues and eigenvectors of symmetric matrices. */
#ifndef THUD_NUMERIC_SYMMETRIC_H
#define THUD_NUMERIC_SYMMETRIC_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A = Vᵀ diag(values) V, with ascending values and the eigenvectors in the rows of V, of length one. `a` is order
 * × order, and becomes V; only its lower triangle is read. `values` has room for three times the order. False,
 * with both overwritten, when an entry is not finite or the iteration does not converge.
 */
bool thud_symmetric_eigen(double *a, size_t order, double *values);

/* The values alone; overwrites `a`. */
bool thud_symmetric_values(double *a, size_t order, double *values);

#endif
