/*
 * Householder's reflections make the matrix tridiagonal, Francis' iteration with Wilkinson's shifts, from the top
 * or from the bottom of each block, makes it diagonal: G. H. Golub & C. F. Van Loan, Matrix Computations, 8.3; J.
 * H. Wilkinson & C. Reinsch, Handbook for Automatic Computation II/2 and II/3. All loops go along rows.
 */
#include "numeric/matrix/symmetric.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/wide.h"

enum { SWEEPS = 30 }; /* for each eigenvalue; two are usual */

/* negligible square relative to those of the matrix, whose largest entry is near one */
static const double NOTHING = DBL_MIN / DBL_EPSILON;

/* ---- tridiagonal ---- */

/* four sums at a time, always added in the same order */
static double dot(const double *restrict x, const double *restrict y, size_t count) {
    double sum[4] = {0}, rest = 0;
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += x[i + k] * y[i + k];
    for (; i < count; i++) rest += x[i] * y[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest;
}

/* y += factor x */
static void add_row(double *restrict y, double factor, const double *restrict x, size_t count) {
    for (size_t i = 0; i < count; i++) y[i] += factor * x[i];
}

/* p = A u/h for the first `count` rows, of which the lower triangle is read */
THUD_WIDE static void multiply(const double *restrict a, size_t order, size_t count, const double *restrict u,
                               double h, double *restrict p) {
    for (size_t j = 0; j < count; j++) {
        const double *row = a + j * order;
        p[j] = dot(row, u, j) + row[j] * u[j];
        add_row(p, u[j], row, j);
    }
    for (size_t j = 0; j < count; j++) p[j] /= h;
}

/* A −= q uᵀ + u qᵀ in the lower triangle of the first `count` rows */
THUD_WIDE static void take_off(double *restrict a, size_t order, size_t count, const double *restrict u,
                               const double *restrict q) {
    for (size_t j = 0; j < count; j++)
        for (size_t k = 0; k <= j; k++) a[j * order + k] -= u[j] * q[k] + q[j] * u[k];
}

/*
 * Row after row from the last, the reflection 1 − u uᵀ/h from both sides reduces the row left of the diagonal to
 * its last entry. Rows that are already reduced are skipped, so that unconnected blocks stay separate to the bit.
 * u stays in the row, h in `scales`; `beside` holds p until its entry is known.
 */
static void make_tridiagonal(double *a, size_t n, double *diagonal, double *beside, double *scales) {
    for (size_t i = n; i-- > 1;) {
        double *u = a + i * n, *p = beside;
        const double last = u[i - 1], others = dot(u, u, i - 1);
        scales[i] = 0;
        beside[i] = last;
        if (others < NOTHING) continue;
        const double length = sqrt(others + last * last), reflected = last > 0 ? -length : length;
        const double h = length * (length + fabs(last)); /* |u|²/2 */
        u[i - 1] = last - reflected;
        multiply(a, n, i, u, h, p);
        add_row(p, -dot(u, p, i) / (2 * h), u, i);
        take_off(a, n, i, u, p);
        scales[i] = h;
        beside[i] = reflected;
    }
    for (size_t i = 0; i < n; i++) diagonal[i] = a[i * n + i];
}

/* the product of the reflections, the first on the right; its rows are the columns that made A tridiagonal */
THUD_WIDE static void multiply_reflections(double *restrict a, size_t n, const double *restrict scales) {
    for (size_t i = 0; i < n; i++) {
        const double *u = a + i * n;
        for (size_t k = 0; k < i && scales[i] > 0; k++) add_row(a + k * n, -dot(a + k * n, u, i) / scales[i], u, i);
        memset(a + i * n, 0, i * sizeof *a);
        for (size_t k = 0; k < i; k++) a[k * n + i] = 0;
        a[i * n + i] = 1;
    }
}

/* ---- diagonal ---- */

/* the diagonal and, from the second entry on, the off-diagonal; `rows` is NULL if only the values are wanted */
typedef struct tridiagonal {
    size_t n;
    double *diagonal, *beside, *rows;
} tridiagonal;

THUD_WIDE static void rotate(double *restrict x, double *restrict y, size_t count, double c, double s) {
    for (size_t k = 0; k < count; k++) {
        const double held = c * x[k] - s * y[k];
        y[k] = s * x[k] + c * y[k];
        x[k] = held;
    }
}

/* small compared with both diagonal neighbours, even if these differ by orders of magnitude */
static bool is_negligible(const tridiagonal *t, size_t i) {
    const double e = t->beside[i], half = DBL_EPSILON / 2;
    return e * e <= half * fabs(t->diagonal[i - 1]) * (half * fabs(t->diagonal[i])) + NOTHING;
}

/*
 * One sweep over a block, from its far end to `end`, where an eigenvalue converges. The first rotation uses
 * Wilkinson's shift; the others chase the bulge along the diagonal and out.
 */
static void sweep(tridiagonal *t, size_t far, size_t end) {
    double *d = t->diagonal;
    const bool is_up = end < far;
    /* the entry between i and its neighbour nearer to the end */
    const size_t shift_back = is_up ? 0 : 1;
    const size_t next = is_up ? end + 1 : end - 1;
    const double corner = t->beside[end + (is_up ? 1 : 0)];
    const double half = (d[next] - d[end]) / (2 * corner);
    double g = d[far] - d[end] + corner / (half + copysign(hypot(half, 1), half));
    double s = 1, c = 1, taken = 0;
    for (size_t i = far; i != end; i = is_up ? i - 1 : i + 1) {
        const size_t to = is_up ? i - 1 : i + 1;
        const double e = t->beside[i + shift_back], f = s * e, b = c * e, r = hypot(f, g);
        if (i != far) t->beside[is_up ? i + 1 : i] = r;
        if (r == 0) { /* the block has split here */
            d[i] -= taken;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i] - taken;
        const double q = (d[to] - g) * s + 2 * c * b;
        taken = s * q;
        d[i] = g + taken;
        g = c * q - b;
        if (t->rows) rotate(t->rows + to * t->n, t->rows + i * t->n, t->n, c, s);
    }
    d[end] -= taken;
    t->beside[end + (is_up ? 1 : 0)] = g;
}

/* each connected block in turn; the end with the smaller entry converges first, and keeps its digits */
static bool make_diagonal(tridiagonal *t) {
    size_t top = 0, begun = 0, sweeps = 0;
    bool is_up = true;
    while (top + 1 < t->n) {
        size_t bottom = top;
        while (bottom + 1 < t->n && !is_negligible(t, bottom + 1)) bottom++;
        if (bottom + 1 < t->n) t->beside[bottom + 1] = 0;
        if (bottom == top) {
            top++;
            continue;
        }
        if (top >= begun) {
            is_up = fabs(t->diagonal[top]) <= fabs(t->diagonal[bottom]);
            begun = bottom + 1;
        }
        if (sweeps++ == SWEEPS * t->n) return false;
        if (is_up) sweep(t, bottom, top);
        else sweep(t, top, bottom);
    }
    return true;
}

static void sort(tridiagonal *t) {
    for (size_t i = 0; i + 1 < t->n; i++) {
        size_t least = i;
        for (size_t k = i + 1; k < t->n; k++)
            if (t->diagonal[k] < t->diagonal[least]) least = k;
        if (least == i) continue;
        const double held = t->diagonal[i];
        t->diagonal[i] = t->diagonal[least];
        t->diagonal[least] = held;
        for (size_t k = 0; t->rows && k < t->n; k++) {
            const double entry = t->rows[i * t->n + k];
            t->rows[i * t->n + k] = t->rows[least * t->n + k];
            t->rows[least * t->n + k] = entry;
        }
    }
}

/* ---- both ---- */

/* scales the lower triangle by a power of two, which is exact, so that squares neither overflow nor underflow;
 * false if an entry is not finite */
static bool scale(double *a, size_t n, int *exponent) {
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) {
            if (!(fabs(a[i * n + k]) <= DBL_MAX)) return false;
            largest = fmax(largest, fabs(a[i * n + k]));
        }
    (void)frexp(largest, exponent);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) a[i * n + k] = ldexp(a[i * n + k], -*exponent);
    return true;
}

static bool solve(double *a, size_t n, double *values, bool wants_vectors) {
    int exponent;
    double *scales = values + 2 * n;
    tridiagonal t = {.n = n, .diagonal = values, .beside = values + n, .rows = wants_vectors ? a : NULL};
    if (!scale(a, n, &exponent)) return false;
    make_tridiagonal(a, n, t.diagonal, t.beside, scales);
    if (wants_vectors) multiply_reflections(a, n, scales);
    if (!make_diagonal(&t)) return false;
    sort(&t);
    for (size_t i = 0; i < n; i++) values[i] = ldexp(values[i], exponent);
    return true;
}

bool thud_symmetric_eigen(double *a, size_t order, double *values) { return solve(a, order, values, true); }

bool thud_symmetric_values(double *a, size_t order, double *values) { return solve(a, order, values, false); }
