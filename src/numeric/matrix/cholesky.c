/*
 * A = L Lᵀ, row by row, then two triangular systems (G. H. Golub & C. F. Van Loan, Matrix Computations, 4.2).
 */
#include "numeric/matrix/cholesky.h"

#include <math.h>

static double dot(const double *x, const double *y, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * y[i];
    return sum;
}

bool thud_cholesky_factor(double *a, size_t order) {
    for (size_t i = 0; i < order; i++) {
        double *row = a + i * order;
        for (size_t j = 0; j < i; j++) {
            const double *other = a + j * order;
            row[j] = (row[j] - dot(row, other, j)) / other[j];
        }
        double rest = row[i] - dot(row, row, i);
        if (!(rest > 0)) return false;
        row[i] = sqrt(rest);
    }
    return true;
}

void thud_cholesky_back(const double *a, size_t order, double *b) {
    for (size_t i = 0; i < order; i++) b[i] = (b[i] - dot(a + i * order, b, i)) / a[i * order + i];

    /* backwards by columns of Lᵀ, which are rows of L */
    for (size_t i = order; i-- > 0;) {
        b[i] /= a[i * order + i];
        for (size_t j = 0; j < i; j++) b[j] -= a[i * order + j] * b[i];
    }
}

bool thud_cholesky_solve(double *a, size_t order, double *b) {
    if (!thud_cholesky_factor(a, order)) return false;
    thud_cholesky_back(a, order, b);
    return true;
}

bool thud_cholesky_invert(double *a, size_t order, double *inverse) {
    if (!thud_cholesky_factor(a, order)) return false;
    for (size_t k = 0; k < order; k++) {
        for (size_t i = 0; i < order; i++) inverse[k * order + i] = i == k;
        thud_cholesky_back(a, order, inverse + k * order);
    }
    for (size_t i = 0; i < order; i++) /* rows instead of columns: equal up to rounding */
        for (size_t k = 0; k < i; k++) {
            double below = inverse[i * order + k];
            inverse[i * order + k] = inverse[k * order + i];
            inverse[k * order + i] = below;
        }
    return true;
}
