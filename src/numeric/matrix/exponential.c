/*
 * Scaling and squaring: exp(A) = r(A/2ˢ)^(2ˢ), with r the Padé approximant of order 13, which is accurate to the
 * last bit for norms up to 5.37. N. J. Higham, SIAM J. Matrix Anal. Appl. 26 (2005) 1179–1193.
 *
 * A is balanced first, D⁻¹AD with powers of two, B. N. Parlett & C. Reinsch, Numer. Math. 13 (1969) 293–304.
 * Positions and velocities of a stiff system have scales that differ by its frequency, and squarings lose digits.
 */
#include "numeric/matrix/exponential.h"

#include <math.h>
#include <string.h>

/* the coefficients of the numerator, (26 − k)!/(k! (13 − k)!) */
static const double PADE[] = {
    64764752532480000,
    32382376266240000,
    7771770303897600,
    1187353796428800,
    129060195264000,
    10559470521600,
    670442572800,
    33522128640,
    1323241920,
    40840800,
    960960,
    16380,
    182,
    1,
};
static const double LARGEST_NORM = 5.371920351148152; /* Higham's θ13 */

enum { MATRICES = 7, MAX_SWEEPS = 60 };

size_t thud_matrix_exponential_work(size_t n) { return n * (MATRICES * n + 1); }

/* c ← a b; c must not be a or b */
static void multiply(size_t n, const double *a, const double *b, double *c) {
    for (size_t i = 0; i < n; i++) {
        double *row = c + i * n;
        for (size_t j = 0; j < n; j++) row[j] = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++) row[j] += a[i * n + k] * b[k * n + j];
    }
}

/* the largest column sum */
static double norm(size_t n, const double *a) {
    double out = 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += fabs(a[i * n + j]);
        if (!(sum <= out)) out = sum;
        if (isnan(sum)) return sum;
    }
    return out;
}

/* the power of two by which column k grows and row k shrinks, so that both are about equal; 1 if little is
   gained */
static double balancing_factor(size_t n, const double *a, size_t k) {
    double column = 0, row = 0, factor = 1;
    for (size_t i = 0; i < n; i++) {
        if (i == k) continue;
        column += fabs(a[i * n + k]);
        row += fabs(a[k * n + i]);
    }
    if (!(column > 0 && row > 0) || isinf(column) || isinf(row)) return 1;
    double sum = column + row;
    for (; column < row / 2; column *= 2, row /= 2) factor *= 2;
    for (; column >= row * 2; column /= 2, row *= 2) factor /= 2;
    return column + row < 0.95 * sum ? factor : 1;
}

/* a ← D⁻¹ a D */
static void balance(size_t n, double *a, double *d) {
    bool changed = true;
    for (size_t i = 0; i < n; i++) d[i] = 1;
    for (int sweep = 0; changed && sweep < MAX_SWEEPS; sweep++) {
        changed = false;
        for (size_t k = 0; k < n; k++) {
            double factor = balancing_factor(n, a, k);
            if (factor == 1) continue;
            changed = true;
            d[k] *= factor;
            for (size_t i = 0; i < n; i++) a[i * n + k] *= factor;
            for (size_t i = 0; i < n; i++) a[k * n + i] /= factor;
        }
    }
}

/* out ← x a + y b + z c */
static void combine(size_t n, double x, const double *a, double y, const double *b, double z, const double *c,
                    double *out) {
    for (size_t i = 0; i < n * n; i++) out[i] = x * a[i] + y * b[i] + z * c[i];
}

/* out ← A⁶ (h₃A⁶ + h₂A⁴ + h₁A²) + l₃A⁶ + l₂A⁴ + l₁A² + l₀, coefficients in steps of two from PADE + first */
static void half_series(size_t n, int first, const double *a2, const double *a4, const double *a6, double *spare,
                        double *out) {
    const double *p = PADE + first;
    combine(n, p[8], a2, p[10], a4, p[12], a6, spare);
    multiply(n, a6, spare, out);
    combine(n, p[2], a2, p[4], a4, p[6], a6, spare);
    for (size_t i = 0; i < n * n; i++) out[i] += spare[i];
    for (size_t i = 0; i < n; i++) out[i * n + i] += p[0];
}

static void swap_rows(size_t n, double *a, size_t i, size_t j) {
    for (size_t k = 0; k < n; k++) {
        double kept = a[i * n + k];
        a[i * n + k] = a[j * n + k];
        a[j * n + k] = kept;
    }
}

/* x ← a⁻¹ x by Gaussian elimination with column pivoting; overwrites a */
static bool solve(size_t n, double *a, double *x) {
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
        if (best != k) {
            swap_rows(n, a, k, best);
            swap_rows(n, x, k, best);
        }
        if (!(fabs(a[k * n + k]) > 0)) return false;
        for (size_t i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            if (factor == 0) continue;
            for (size_t j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
            for (size_t j = 0; j < n; j++) x[i * n + j] -= factor * x[k * n + j];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = 0; j < n; j++) x[k * n + j] /= a[k * n + k];
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < n; j++) x[i * n + j] -= a[i * n + k] * x[k * n + j];
    }
    return true;
}

/* e ← (V − U)⁻¹ (V + U), U odd and V even in a */
static bool pade(size_t n, const double *a, double *e, double *work) {
    size_t size = n * n;
    double *a2 = work, *a4 = a2 + size, *a6 = a4 + size, *u = a6 + size, *v = u + size, *spare = v + size;
    multiply(n, a, a, a2);
    multiply(n, a2, a2, a4);
    multiply(n, a4, a2, a6);
    half_series(n, 1, a2, a4, a6, spare, v);
    multiply(n, a, v, u);
    half_series(n, 0, a2, a4, a6, spare, v);
    for (size_t i = 0; i < size; i++) {
        e[i] = v[i] + u[i];
        v[i] -= u[i];
    }
    return solve(n, v, e);
}

bool thud_matrix_exponential(size_t n, const double *a, double *e, double *work) {
    double *scaled = work, *spare = work + n * n, *d = work + MATRICES * n * n;
    if (n == 0) return true;
    memcpy(scaled, a, n * n * sizeof *a);
    balance(n, scaled, d);
    double size = norm(n, scaled);
    if (!(size * 0 == 0)) return false;

    int squarings = 0;
    if (size > LARGEST_NORM) frexp(size / LARGEST_NORM, &squarings);
    for (size_t i = 0; i < n * n; i++) scaled[i] = ldexp(scaled[i], -squarings);
    if (!pade(n, scaled, e, spare)) return false;
    for (int i = 0; i < squarings; i++) {
        multiply(n, e, e, spare);
        memcpy(e, spare, n * n * sizeof *e);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) e[i * n + j] *= d[i] / d[j];
    return norm(n, e) * 0 == 0;
}
