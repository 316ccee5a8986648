/* Vectors and matrices of GSL as far as the library uses them, for the lab; contiguous, row by row. */
#ifndef LAB_GSL_BLAS_H
#define LAB_GSL_BLAS_H

#include <stddef.h>

typedef struct gsl_vector {
    size_t size;
    double *data;
} gsl_vector;

typedef struct gsl_vector_const_view {
    gsl_vector vector;
} gsl_vector_const_view;

typedef struct gsl_matrix {
    size_t size1, size2, tda;
    double *data;
} gsl_matrix;

gsl_vector_const_view gsl_vector_const_view_array(const double *base, size_t n);
double gsl_vector_get(const gsl_vector *v, size_t i);
void gsl_vector_set_all(gsl_vector *v, double x);
int gsl_blas_ddot(const gsl_vector *x, const gsl_vector *y, double *result);

#endif
