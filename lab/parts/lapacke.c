/*
 * Eigenvalues by Jacobi's rotations (Golub and Van Loan, section 8.5): slower than LAPACK, and as exact. Every
 * rotation takes one entry beside the diagonal to zero; sweeps over all of them converge quadratically.
 */
#include "lapacke.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/matrix/cholesky.h"

enum { SWEEPS = 60 };

/* rows and columns p and q of the symmetric `a`, and columns p and q of `v` */
static void rotate(double *a, double *v, size_t n, size_t p, size_t q) {
    double theta = 0.5 * (a[q * n + q] - a[p * n + p]) / a[p * n + q];
    double t = copysign(1, theta) / (fabs(theta) + hypot(theta, 1)), c = 1 / sqrt(t * t + 1), s = t * c;
    for (size_t k = 0; k < n; k++) {
        double kp = a[k * n + p], kq = a[k * n + q];
        a[k * n + p] = c * kp - s * kq;
        a[k * n + q] = s * kp + c * kq;
    }
    for (size_t k = 0; k < n; k++) {
        double pk = a[p * n + k], qk = a[q * n + k];
        a[p * n + k] = c * pk - s * qk;
        a[q * n + k] = s * pk + c * qk;
    }
    a[p * n + q] = a[q * n + p] = 0;
    for (size_t k = 0; k < n; k++) {
        double kp = v[k * n + p], kq = v[k * n + q];
        v[k * n + p] = c * kp - s * kq;
        v[k * n + q] = s * kp + c * kq;
    }
}

/* one rotation for every entry beside the diagonal that rounding has not taken already; false: there was none */
static int sweep(double *a, double *v, size_t n) {
    int turned = 0;
    for (size_t p = 0; p + 1 < n; p++)
        for (size_t q = p + 1; q < n; q++) {
            double size = sqrt(fabs(a[p * n + p])) * sqrt(fabs(a[q * n + q]));
            if (fabs(a[p * n + q]) <= 0.25 * DBL_EPSILON * size || fabs(a[p * n + q]) < DBL_MIN) continue;
            rotate(a, v, n, p, q);
            turned = 1;
        }
    return turned;
}

/* ascending, each with its column */
static void sort(double *w, double *v, size_t n) {
    for (size_t j = 1; j < n; j++)
        for (size_t k = j; k > 0 && w[k] < w[k - 1]; k--) {
            double value = w[k];
            w[k] = w[k - 1];
            w[k - 1] = value;
            for (size_t i = 0; i < n; i++) {
                double entry = v[i * n + k];
                v[i * n + k] = v[i * n + k - 1];
                v[i * n + k - 1] = entry;
            }
        }
}

int LAPACKE_dsyev(int layout, char job, char triangle, lapack_int order, double *a, lapack_int lda, double *w) {
    (void)job, (void)triangle;
    if (lda != order) return -6;
    size_t n = (size_t)order;
    double *v = calloc(n * n, sizeof *v);
    if (!v) return -1010;
    for (size_t i = 0; i < n; i++) v[i * n + i] = 1;
    int sweeps = 0;
    while (sweeps < SWEEPS && sweep(a, v, n)) sweeps++;
    for (size_t i = 0; i < n; i++) w[i] = a[i * n + i];
    sort(w, v, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) a[layout == LAPACK_ROW_MAJOR ? i * n + j : j * n + i] = v[i * n + j];
    free(v);
    return sweeps < SWEEPS ? 0 : 1;
}

int LAPACKE_dpotrf(int layout, char triangle, lapack_int order, double *a, lapack_int lda) {
    (void)layout, (void)triangle;
    if (lda != order) return -5;
    return thud_cholesky_factor(a, (size_t)order) ? 0 : 1;
}

int LAPACKE_dpotri(int layout, char triangle, lapack_int order, double *a, lapack_int lda) {
    (void)layout, (void)triangle;
    if (lda != order) return -5;
    size_t n = (size_t)order;
    double *factor = malloc(2 * n * n * sizeof *factor), *column = factor ? factor + n * n : NULL;
    if (!factor) return -1010;
    memcpy(factor, a, n * n * sizeof *factor);
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++) column[i] = i == j;
        thud_cholesky_back(factor, n, column);
        for (size_t i = j; i < n; i++) a[i * n + j] = column[i];
    }
    free(factor);
    return 0;
}
