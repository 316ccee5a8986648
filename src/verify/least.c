/*
 * An active set: those inside their bounds have w = 0. One at a time, the one that is furthest from what its bound
 * allows goes inside; on the way to w = 0 others may come to their bounds, and stay there (C. L. Lawson and
 * R. J. Hanson, Solving Least Squares Problems, 1974, ch. 23). Those inside are independent of each other, for one
 * that depends on them has w = 0 with them; but for the given accelerations of supports, between which one has to
 * give way, up to its bound.
 */
#include "verify/least.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* of a diagonal element: what is left of it by rounding where a row depends on others */
static const double DEPENDENT = 1e-13;

/* L of W = L Lᵀ, in the lower triangle; dependent rows have a zero on the diagonal, and below */
static void factor(double *a, size_t n) {
    for (size_t j = 0; j < n; j++) {
        double pivot = a[j * n + j], least = DEPENDENT * pivot;
        for (size_t k = 0; k < j; k++) pivot -= a[j * n + k] * a[j * n + k];
        a[j * n + j] = pivot > least ? sqrt(pivot) : 0;
        for (size_t i = j + 1; i < n; i++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = a[j * n + j] > 0 ? sum / a[j * n + j] : 0;
        }
    }
}

static void substitute(const double *a, size_t n, double *b) {
    for (size_t j = 0; j < n; j++) {
        for (size_t k = 0; k < j; k++) b[j] -= a[j * n + k] * b[k];
        b[j] = a[j * n + j] > 0 ? b[j] / a[j * n + j] : 0;
    }
    for (size_t j = n; j-- > 0;) {
        for (size_t i = j + 1; i < n; i++) b[j] -= a[i * n + j] * b[i];
        b[j] = a[j * n + j] > 0 ? b[j] / a[j * n + j] : 0;
    }
}

void thud_verify_semidefinite(double *matrix, size_t n, double *b) {
    factor(matrix, n);
    substitute(matrix, n, b);
}

bool thud_verify_depends(double *matrix, size_t n) {
    factor(matrix, n);
    return matrix[n * n - 1] == 0;
}

bool thud_verify_least_init(thud_verify_least *p, size_t n) {
    *p = (thud_verify_least){.matrix = calloc(2 * n * n + 6 * n + 1, sizeof(double)),
                             .inside = calloc(n + 1, sizeof(size_t))};
    if (!p->matrix || !p->inside) return false;
    p->factor = p->matrix + n * n;
    p->drive = p->factor + n * n;
    p->low = p->drive + n;
    p->high = p->low + n;
    p->force = p->high + n;
    p->left = p->force + n;
    p->step = p->left + n;
    return true;
}

void thud_verify_least_free(thud_verify_least *p) {
    free(p->matrix);
    free(p->inside);
    *p = (thud_verify_least){0};
}

static void find_left(thud_verify_least *p) {
    for (size_t i = 0; i < p->n; i++) {
        p->left[i] = p->drive[i];
        for (size_t j = 0; j < p->n; j++) p->left[i] -= p->matrix[i * p->n + j] * p->force[j];
    }
}

/* all inside, where that is within the bounds: no more than that is needed while nothing happens */
static bool all_hold(thud_verify_least *p) {
    memcpy(p->factor, p->matrix, p->n * p->n * sizeof *p->factor);
    memcpy(p->force, p->drive, p->n * sizeof *p->force);
    thud_verify_semidefinite(p->factor, p->n, p->force);
    find_left(p);
    for (size_t i = 0; i < p->n; i++)
        if (!(p->force[i] >= p->low[i] && p->force[i] <= p->high[i] && fabs(p->left[i]) <= p->noise)) return false;
    return true;
}

static bool is_inside(const thud_verify_least *p, size_t i) {
    for (size_t k = 0; k < p->inside_count; k++)
        if (p->inside[k] == i) return true;
    return false;
}

/* the one whose bound does not allow what is left of it, by most, or the first of them; n: none */
static size_t find_wrong(const thud_verify_least *p, bool first) {
    size_t worst = p->n;
    double most = p->noise;
    for (size_t i = 0; i < p->n && !(first && worst < p->n); i++) {
        if (is_inside(p, i)) continue;
        double wrong = p->force[i] == p->low[i] ? p->left[i] : -p->left[i];
        if (wrong > most) most = wrong, worst = i;
    }
    return worst;
}

/* the way to w = 0 of those inside, one step long; or, where the newest depends on the others, the way on which
 * nothing changes but their share, of any length: then true */
static bool find_step(thud_verify_least *p, size_t newest) {
    const size_t m = p->inside_count, n = p->n, last = m - 1;
    for (size_t j = 0; j < m; j++)
        for (size_t k = 0; k < m; k++) p->factor[j * m + k] = p->matrix[p->inside[j] * n + p->inside[k]];
    factor(p->factor, m);
    bool depends = p->inside[last] == newest && p->factor[last * m + last] == 0;
    double way = p->left[newest] > 0 ? 1 : -1;
    for (size_t j = 0; j < m; j++)
        p->step[j] = depends ? -way * p->matrix[p->inside[j] * n + newest] : p->left[p->inside[j]];
    substitute(p->factor, m, p->step);
    if (depends) p->step[last] = way;
    return depends;
}

/* as far as the first bound; the place of that one among those inside, or their number */
static size_t go(thud_verify_least *p, double length) {
    size_t hit = p->inside_count;
    for (size_t j = 0; j < p->inside_count; j++) {
        size_t i = p->inside[j];
        double bound = p->step[j] > 0 ? p->high[i] : p->low[i];
        if (p->step[j] == 0 || fabs(bound - p->force[i]) >= length * fabs(p->step[j])) continue;
        length = fabs(bound - p->force[i]) / fabs(p->step[j]);
        hit = j;
    }
    if (length == INFINITY) return hit;
    for (size_t j = 0; j < p->inside_count; j++) {
        size_t i = p->inside[j];
        double bound = p->step[j] > 0 ? p->high[i] : p->low[i];
        p->force[i] = j == hit ? bound : fmin(fmax(p->force[i] + length * p->step[j], p->low[i]), p->high[i]);
    }
    return hit;
}

bool thud_verify_least_solve(thud_verify_least *p) {
    const size_t limit = 100 + 20 * p->n;
    for (size_t i = 0; i < p->n; i++) p->noise = fmax(p->noise, 8 * DBL_EPSILON * fabs(p->drive[i]));
    if (all_hold(p)) return true;
    p->inside_count = 0;
    for (size_t i = 0; i < p->n; i++)
        p->force[i] = p->drive[i] > 0 && p->high[i] < INFINITY ? p->high[i] : p->low[i];
    for (size_t round = 0; round < limit; round++) {
        find_left(p);
        size_t newest =
            find_wrong(p, 2 * round > limit); /* in order, where the furthest would go round in a ring */
        if (newest == p->n) return true;
        p->inside[p->inside_count++] = newest;
        while (p->inside_count > 0) {
            bool any_length = find_step(p, newest);
            size_t hit = go(p, any_length ? INFINITY : 1);
            if (hit == p->inside_count && any_length) return false;
            find_left(p);
            if (hit == p->inside_count) break;
            p->inside_count--;
            for (size_t j = hit; j < p->inside_count; j++) p->inside[j] = p->inside[j + 1];
        }
    }
    return false;
}
