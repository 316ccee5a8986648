/* Functions of two variables in Chebyshev polynomials on a grid of patches. */
#include "numeric/series/chebyshev.h"

/* the patch that contains `position`, which becomes its coordinate in that patch, −1 to 1 */
static int locate(const thud_chebyshev_axis *axis, double *position) {
    double steps = (*position - axis->low) * axis->per_unit;
    int patch = steps < 1 ? 0 : steps >= axis->patches ? axis->patches - 1 : (int)steps;
    *position = 2 * (steps - patch) - 1;
    return patch;
}

/* T(a+b) = 2 T(a) T(b) − T(a−b) from the halves: a chain of four products instead of twenty */
static void polynomials(double x, int terms, double *t) {
    t[0] = 1;
    t[1] = x;
    for (int k = 2; k < terms; k++) t[k] = 2 * t[k / 2] * t[k - k / 2] - t[k % 2];
}

/* two sums in parallel, so that additions need not wait for each other */
static double dot(const double *a, const double *b, int count) {
    double even = 0, odd = 0;
    for (int k = 0; k + 1 < count; k += 2) {
        even += a[k] * b[k];
        odd += a[k + 1] * b[k + 1];
    }
    return count % 2 ? even + odd + a[count - 1] * b[count - 1] : even + odd;
}

double thud_chebyshev_value(const thud_chebyshev *table, double x, double y) {
    double tx[THUD_CHEBYSHEV_MAX_TERMS], ty[THUD_CHEBYSHEV_MAX_TERMS];
    int column = locate(&table->x, &x), row = locate(&table->y, &y);
    int nx = table->x.terms, ny = table->y.terms;
    polynomials(x, nx, tx);
    polynomials(y, ny, ty);

    /* small terms first, for accuracy */
    const double *c = table->coefficients + (column * table->y.patches + row) * nx * ny;
    double value = 0;
    for (int i = nx - 1; i >= 0; i--) value += dot(c + i * ny, ty, ny) * tx[i];
    return value;
}
