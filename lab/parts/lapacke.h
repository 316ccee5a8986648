/*
 * The three functions of LAPACKE that the library calls, for the lab: matrices of a few dozen rows at most.
 * Arguments and results are LAPACK's; where the library does not ask for a variant there is none.
 */
#ifndef LAB_LAPACKE_H
#define LAB_LAPACKE_H

enum { LAPACK_ROW_MAJOR = 101, LAPACK_COL_MAJOR = 102 };

typedef int lapack_int;

/* Eigenvalues, ascending, and eigenvectors in the columns of `a`, which is symmetric. */
int LAPACKE_dsyev(int layout, char job, char triangle, lapack_int n, double *a, lapack_int lda, double *w);

/* The lower Cholesky factor, row by row, and from it the lower triangle of the inverse. */
int LAPACKE_dpotrf(int layout, char triangle, lapack_int n, double *a, lapack_int lda);
int LAPACKE_dpotri(int layout, char triangle, lapack_int n, double *a, lapack_int lda);

#endif
