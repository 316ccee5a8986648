/*
 * Sums of the bodies' series, several bodies at a time.
 */
#include "simulate/series/series_bodies.h"

#include <math.h>

#include "numeric/quad.h"
#include "numeric/series/power_series.h"
#include "numeric/wide.h"

/* so many bodies in registers at a time */
enum { BLOCK = 4, WIDE = 8 };

static inline void values(const double *c, size_t n, int order, double sigma, double *out, int block) {
    double sum[WIDE];
    c += (size_t)order * n;
    for (int i = 0; i < block; i++) sum[i] = c[i];
    for (int k = order - 1; k >= 0; k--) {
        c -= n;
        for (int i = 0; i < block; i++) sum[i] = sum[i] * sigma + c[i];
    }
    for (int i = 0; i < block; i++) out[i] = sum[i];
}

static inline void bounds(const double *c, size_t n, int order, double sigma, double *out, int block) {
    double sum[BLOCK] = {0};
    c += (size_t)order * n;
    for (int k = order; k > 0; k--, c -= n)
        for (int i = 0; i < block; i++) sum[i] = (sum[i] + fabs(c[i])) * sigma;
    for (int i = 0; i < block; i++) out[i] = sum[i];
}

/* of four fours of bodies, and of one */
static inline void values_of_many(const double *c, size_t n, int order, double sigma, double *out) {
    thud_quad a, b, d, e, next;
    c += (size_t)order * n;
    thud_quad_take(&a, c);
    thud_quad_take(&b, c + THUD_QUAD);
    thud_quad_take(&d, c + 2 * THUD_QUAD);
    thud_quad_take(&e, c + 3 * THUD_QUAD);
    for (int k = order - 1; k >= 0; k--) {
        c -= n;
        thud_quad_take(&next, c);
        a = a * sigma + next;
        thud_quad_take(&next, c + THUD_QUAD);
        b = b * sigma + next;
        thud_quad_take(&next, c + 2 * THUD_QUAD);
        d = d * sigma + next;
        thud_quad_take(&next, c + 3 * THUD_QUAD);
        e = e * sigma + next;
    }
    thud_quad_give(&a, out);
    thud_quad_give(&b, out + THUD_QUAD);
    thud_quad_give(&d, out + 2 * THUD_QUAD);
    thud_quad_give(&e, out + 3 * THUD_QUAD);
}

/* of four bodies at four places: chains that do not wait for each other */
static inline void values_of_four(const double *c, size_t n, int order, const double *sigma, double *out) {
    thud_quad a, b, d, e, next;
    c += (size_t)order * n;
    thud_quad_take(&a, c);
    b = d = e = a;
    for (int k = order - 1; k >= 0; k--) {
        c -= n;
        thud_quad_take(&next, c);
        a = a * sigma[0] + next;
        b = b * sigma[1] + next;
        d = d * sigma[2] + next;
        e = e * sigma[3] + next;
    }
    thud_quad_give(&a, out);
    thud_quad_give(&b, out + n);
    thud_quad_give(&d, out + 2 * n);
    thud_quad_give(&e, out + 3 * n);
}

static inline void values_of_quad(const double *c, size_t n, int order, double sigma, double *out) {
    thud_quad sum, next;
    c += (size_t)order * n;
    thud_quad_take(&sum, c);
    for (int k = order - 1; k >= 0; k--) {
        c -= n;
        thud_quad_take(&next, c);
        sum = sum * sigma + next;
    }
    thud_quad_give(&sum, out);
}

static inline void bounds_of_quad(const double *c, size_t n, int order, double sigma, double *out) {
    thud_quad sum = {0}, next;
    c += (size_t)order * n;
    for (int k = order; k > 0; k--, c -= n) {
        thud_quad_take(&next, c);
        thud_quad_size(&next);
        sum = (sum + next) * sigma;
    }
    thud_quad_give(&sum, out);
}

static inline void bends_of_quad(const double *c, size_t n, int order, double sigma, const double *weight,
                                 double *out, double *bent) {
    thud_quad sum = {0}, off = {0}, next;
    c += (size_t)order * n;
    for (int k = order; k >= 0; k--, c -= n) {
        thud_quad_take(&next, c);
        sum = sum * sigma + next;
        thud_quad_size(&next);
        off += weight[k] * next;
    }
    thud_quad_give(&sum, out);
    thud_quad_give(&off, bent);
}

/* of eight bodies: two chains that do not wait for each other */
static inline void bends_of_quads(const double *c, size_t n, int order, double sigma, const double *weight,
                                  double *out, double *bent) {
    thud_quad sum = {0}, off = {0}, other = {0}, off_other = {0}, next, last;
    c += (size_t)order * n;
    for (int k = order; k >= 0; k--, c -= n) {
        thud_quad_take(&next, c);
        thud_quad_take(&last, c + THUD_QUAD);
        sum = sum * sigma + next;
        other = other * sigma + last;
        thud_quad_size(&next);
        thud_quad_size(&last);
        off += weight[k] * next;
        off_other += weight[k] * last;
    }
    thud_quad_give(&sum, out);
    thud_quad_give(&other, out + THUD_QUAD);
    thud_quad_give(&off, bent);
    thud_quad_give(&off_other, bent + THUD_QUAD);
}

static inline void bends(const double *c, size_t n, int order, double sigma, const double *weight, double *out,
                         double *bent) {
    double sum = 0, off = 0;
    c += (size_t)order * n;
    for (int k = order; k >= 0; k--, c -= n) {
        off += weight[k] * fabs(*c);
        sum = sum * sigma + *c;
    }
    *out = sum;
    *bent = off;
}

/* in four sums, since additions wait for each other */
static inline double weighted(const double *weight, const double *c, size_t n) {
    thud_quad sum = {0}, x, y;
    size_t i = 0;
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) {
        thud_quad_take(&x, weight + i);
        thud_quad_take(&y, c + i);
        sum += x * y;
    }
    for (; i < n; i++) sum[0] += weight[i] * c[i];
    return thud_quad_sum(&sum);
}

/* the k-th coefficients of the product with a series that all share */
static inline void product(const double *pace, const double *c, size_t n, int k, double factor, double *out,
                           int block) {
    double sum[WIDE];
    for (int i = 0; i < block; i++) sum[i] = pace[k] * c[i];
    for (int j = k - 1; j >= 0; j--) {
        c += n;
        for (int i = 0; i < block; i++) sum[i] += pace[j] * c[i];
    }
    for (int i = 0; i < block; i++) out[i] = sum[i] * factor;
}

static inline void sums(const double *c, size_t n, const double *weight, size_t terms, double *out, int block) {
    double sum[WIDE] = {0};
    for (size_t j = 0; j < terms; j++, c += n)
        for (int i = 0; i < block; i++) sum[i] += weight[j] * c[i];
    for (int i = 0; i < block; i++) out[i] = sum[i];
}

THUD_WIDE void thud_series_scale(size_t n, double factor, const double *restrict c, double *restrict out) {
    for (size_t i = 0; i < n; i++) out[i] = factor * c[i];
}

THUD_WIDE void thud_series_values(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + 4 * THUD_QUAD <= n; i += 4 * THUD_QUAD) values_of_many(c + i, n, order, sigma, out + i);
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) values_of_quad(c + i, n, order, sigma, out + i);
    for (; i + 2 <= n; i += 2) values(c + i, n, order, sigma, out + i, 2);
    if (i < n) values(c + i, n, order, sigma, out + i, 1);
}

THUD_WIDE void thud_series_values_of_four(const double *c, size_t n, int order, const double *sigma, double *out) {
    double at[THUD_SERIES_AT_ONCE] = {sigma[0], sigma[1], sigma[2], sigma[3]};
    size_t i = 0;
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) values_of_four(c + i, n, order, at, out + i);
    for (size_t j = 0; i + 2 <= n; i += 2, j = 0)
        for (; j < THUD_SERIES_AT_ONCE; j++) values(c + i, n, order, at[j], out + j * n + i, 2);
    for (size_t j = 0; i < n && j < THUD_SERIES_AT_ONCE; j++) values(c + i, n, order, at[j], out + j * n + i, 1);
}

THUD_WIDE void thud_series_bounds(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) bounds_of_quad(c + i, n, order, sigma, out + i);
    for (; i + 2 <= n; i += 2) bounds(c + i, n, order, sigma, out + i, 2);
    if (i < n) bounds(c + i, n, order, sigma, out + i, 1);
}

THUD_WIDE void thud_series_bends(const double *c, size_t n, int order, double sigma, double *out, double *bent) {
    double weight[THUD_SERIES_WIDTH], power = 0.125;
    for (int k = 0; k <= order; k++, power *= sigma) weight[k] = k * (k - 1) * power;
    size_t i = 0;
    for (; i + 2 * THUD_QUAD <= n; i += 2 * THUD_QUAD)
        bends_of_quads(c + i, n, order, sigma, weight, out + i, bent + i);
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) bends_of_quad(c + i, n, order, sigma, weight, out + i, bent + i);
    for (; i < n; i++) bends(c + i, n, order, sigma, weight, out + i, bent + i);
}

THUD_WIDE void thud_series_bends_before(size_t n, double h, const double *restrict from, const double *restrict to,
                                        const double *restrict bent, double *restrict of_x, double *restrict of_v) {
    for (size_t i = 0; i < n; i++) {
        double a0 = fabs(from[i]), a1 = fabs(to[i]), most = (a0 > a1 ? a0 : a1) + bent[i];
        of_x[i] = 0.125 * h * h * most;
        of_v[i] = 0.125 * h * fabs(to[i] - from[i]) + 0.5 * h * bent[i];
    }
}

THUD_WIDE double thud_series_dot(const double *a, const double *b, size_t n) { return weighted(a, b, n); }

THUD_WIDE void thud_series_products(const double *pace, const double *c, size_t n, int k, double factor,
                                    double *out) {
    size_t i = 0;
    for (; i + WIDE <= n; i += WIDE) product(pace, c + i, n, k, factor, out + i, WIDE);
    for (; i + BLOCK <= n; i += BLOCK) product(pace, c + i, n, k, factor, out + i, BLOCK);
    for (; i + 2 <= n; i += 2) product(pace, c + i, n, k, factor, out + i, 2);
    if (i < n) product(pace, c + i, n, k, factor, out + i, 1);
}

THUD_WIDE void thud_series_sums(const double *c, size_t n, size_t count, const double *weight, size_t terms,
                                double *out) {
    size_t i = 0;
    for (; i + WIDE <= count; i += WIDE) sums(c + i, n, weight, terms, out + i, WIDE);
    for (; i + BLOCK <= count; i += BLOCK) sums(c + i, n, weight, terms, out + i, BLOCK);
    for (; i + 2 <= count; i += 2) sums(c + i, n, weight, terms, out + i, 2);
    if (i < count) sums(c + i, n, weight, terms, out + i, 1);
}

THUD_WIDE double thud_series_largest(const double *c, size_t n) {
    thud_quad_bits most = {0};
    thud_quad next, rest = {0};
    size_t i = 0;
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) {
        thud_quad_take(&next, c + i);
        thud_quad_larger(&most, &next);
    }
    for (size_t j = 0; i + j < n; j++) rest[j] = c[i + j];
    thud_quad_larger(&most, &rest);
    return thud_quad_largest(&most);
}

/* of those that are left over, too: they are counted in fours with others of their kind */
static inline void look_for(const double *c, size_t n, double pad, thud_quad_bits *any, thud_quad_bits *not_all) {
    thud_quad next, rest = {pad, pad, pad, pad};
    size_t i = 0;
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) {
        thud_quad_take(&next, c + i);
        thud_quad_above(any, not_all, &next);
    }
    for (size_t j = 0; i + j < n; j++) rest[j] = c[i + j];
    thud_quad_above(any, not_all, &rest);
}

THUD_WIDE bool thud_series_any_above(const double *c, size_t n) {
    thud_quad_bits any = {0}, not_all = {0};
    look_for(c, n, 0, &any, &not_all);
    return thud_quad_is_set(&any);
}

THUD_WIDE bool thud_series_all_above(const double *c, size_t n) {
    thud_quad_bits any = {0}, not_all = {0};
    look_for(c, n, 1, &any, &not_all);
    return !thud_quad_is_set(&not_all);
}
