#include "numeric/chebyshev.h"

/* the patch that holds `position`, which becomes its place in that patch, −1 to 1 */
static int locate(const thud_chebyshev_axis *axis, double *position) {
    double steps = (*position - axis->low) * axis->per_unit;
    int patch = steps < 1 ? 0 : steps >= axis->patches ? axis->patches - 1 : (int)steps;
    *position = 2 * (steps - patch) - 1;
    return patch;
}

/* T(a+b) = 2 T(a) T(b) − T(a−b) from the halves, a chain of four products where the usual recurrence has twenty */
static void polynomials(double x, int terms, double *t) {
    t[0] = 1;
    t[1] = x;
    for (int k = 2; k < terms; k++) t[k] = 2 * t[k / 2] * t[k - k / 2] - t[k % 2];
}

double thud_chebyshev_value(const thud_chebyshev *table, double x, double y) {
    double tx[THUD_CHEBYSHEV_MAX_TERMS], ty[THUD_CHEBYSHEV_MAX_TERMS];
    int column = locate(&table->x, &x), row = locate(&table->y, &y);
    int nx = table->x.terms, ny = table->y.terms;
    polynomials(x, nx, tx);
    polynomials(y, ny, ty);

    /* small terms first, so that their sum is not lost in the large ones; the inner loop has no chain to wait for
     */
    const double *c = table->coefficients + (column * table->y.patches + row) * nx * ny;
    double sums[THUD_CHEBYSHEV_MAX_TERMS] = {0};
    for (int i = nx - 1; i >= 0; i--)
        for (int j = 0; j < ny; j++) sums[j] += c[i * ny + j] * tx[i];
    double value = 0;
    for (int j = ny - 1; j >= 0; j--) value += sums[j] * ty[j];
    return value;
}
