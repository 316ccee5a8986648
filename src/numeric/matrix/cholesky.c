/*
 * A = L Lᵀ, row by row, then two triangular systems (G. H. Golub & C. F. Van Loan, Matrix Computations, 4.2).
 */
#include "numeric/matrix/cholesky.h"

#include <float.h>
#include <math.h>

static double dot(const double *x, const double *y, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * y[i];
    return sum;
}

/* false where a square of the diagonal comes to no more than a share of what it was; in part: it is zero then */
static bool factor(double *a, size_t order, double share, bool in_part) {
    for (size_t i = 0; i < order; i++) {
        double *row = a + i * order;
        for (size_t j = 0; j < i; j++) {
            const double *other = a + j * order;
            row[j] = other[j] > 0 ? (row[j] - dot(row, other, j)) / other[j] : 0;
        }
        const double rest = row[i] - dot(row, row, i), least = share * row[i];
        if (!(rest > least) && !in_part) return false;
        row[i] = rest > least ? sqrt(rest) : 0;
    }
    return true;
}

bool thud_cholesky_factor(double *a, size_t order) { return factor(a, order, 0, false); }

void thud_cholesky_back(const double *a, size_t order, double *b) {
    for (size_t i = 0; i < order; i++) {
        const double pivot = a[i * order + i];
        b[i] = pivot > 0 ? (b[i] - dot(a + i * order, b, i)) / pivot : 0;
    }

    /* backwards by columns of Lᵀ, which are rows of L */
    for (size_t i = order; i-- > 0;) {
        const double pivot = a[i * order + i];
        b[i] = pivot > 0 ? b[i] / pivot : 0;
        for (size_t j = 0; j < i; j++) b[j] -= a[i * order + j] * b[i];
    }
}

bool thud_cholesky_solve(double *a, size_t order, double *b) {
    if (!thud_cholesky_factor(a, order)) return false;
    thud_cholesky_back(a, order, b);
    return true;
}

void thud_cholesky_solve_part(double *a, size_t order, double *b) {
    factor(a, order, 512 * DBL_EPSILON, true); /* what rounding leaves of a dependent row, and some more */
    thud_cholesky_back(a, order, b);
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
