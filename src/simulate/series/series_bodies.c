/*
 * Sums of the bodies' series, several bodies at a time.
 */
#include "simulate/series/series_bodies.h"

#include <math.h>

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
    for (; i + WIDE <= n; i += WIDE) values(c + i, n, order, sigma, out + i, WIDE);
    for (; i + BLOCK <= n; i += BLOCK) values(c + i, n, order, sigma, out + i, BLOCK);
    for (; i + 2 <= n; i += 2) values(c + i, n, order, sigma, out + i, 2);
    if (i < n) values(c + i, n, order, sigma, out + i, 1);
}

THUD_WIDE void thud_series_bounds(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) bounds(c + i, n, order, sigma, out + i, BLOCK);
    for (; i + 2 <= n; i += 2) bounds(c + i, n, order, sigma, out + i, 2);
    if (i < n) bounds(c + i, n, order, sigma, out + i, 1);
}

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
    double largest[BLOCK] = {0}, sum[BLOCK] = {0}; /* a comparison forgets what is not a number, a sum does not */
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK)
        for (int j = 0; j < BLOCK; j++) {
            double size = fabs(c[i + (size_t)j]);
            largest[j] = largest[j] > size ? largest[j] : size;
            sum[j] += size;
        }
    for (; i < n; i++) {
        largest[0] = largest[0] > fabs(c[i]) ? largest[0] : fabs(c[i]);
        sum[0] += fabs(c[i]);
    }
    double even = largest[0] > largest[2] ? largest[0] : largest[2],
           odd = largest[1] > largest[3] ? largest[1] : largest[3];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) < HUGE_VAL ? even > odd ? even : odd : NAN;
}
