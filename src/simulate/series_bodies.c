#include "simulate/series_bodies.h"

#include <math.h>

/* so many bodies in registers at a time */
enum { BLOCK = 4 };

static inline void values(const double *c, size_t n, int order, double sigma, double *out, int block) {
    double sum[BLOCK];
    c += (size_t)order * n;
    for (int i = 0; i < block; i++) sum[i] = c[i];
    for (int k = order - 1; k >= 0; k--) {
        c -= n;
        for (int i = 0; i < block; i++) sum[i] = sum[i] * sigma + c[i];
    }
    for (int i = 0; i < block; i++) out[i] = sum[i];
}

static inline void slopes(const double *c, size_t n, int order, double sigma, double *out, int block) {
    double sum[BLOCK] = {0};
    c += (size_t)order * n;
    for (int k = order; k > 0; k--, c -= n)
        for (int i = 0; i < block; i++) sum[i] = sum[i] * sigma + k * c[i];
    for (int i = 0; i < block; i++) out[i] = sum[i];
}

static inline void reaches(const double *c, size_t n, int order, double sigma, double *out, int block) {
    double sum[BLOCK] = {0};
    c += (size_t)order * n;
    for (int k = order; k > 0; k--, c -= n)
        for (int i = 0; i < block; i++) sum[i] = (sum[i] + fabs(c[i])) * sigma;
    for (int i = 0; i < block; i++) out[i] = sum[i];
}

static inline void products(const double *pace, const double *c, size_t n, int k, double factor, double *out,
                            int block) {
    double sum[BLOCK] = {0};
    for (int j = k; j >= 0; j--, c += n)
        for (int i = 0; i < block; i++) sum[i] += pace[j] * c[i];
    for (int i = 0; i < block; i++) out[i] = factor * sum[i];
}

void thud_series_values(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) values(c + i, n, order, sigma, out + i, BLOCK);
    for (; i < n; i++) values(c + i, n, order, sigma, out + i, 1);
}

void thud_series_slopes(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) slopes(c + i, n, order, sigma, out + i, BLOCK);
    for (; i < n; i++) slopes(c + i, n, order, sigma, out + i, 1);
}

void thud_series_reaches(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) reaches(c + i, n, order, sigma, out + i, BLOCK);
    for (; i < n; i++) reaches(c + i, n, order, sigma, out + i, 1);
}

void thud_series_products(const double *pace, const double *c, size_t n, int k, double factor, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) products(pace, c + i, n, k, factor, out + i, BLOCK);
    for (; i < n; i++) products(pace, c + i, n, k, factor, out + i, 1);
}
