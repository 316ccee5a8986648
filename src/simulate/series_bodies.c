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

/* four terms at a time, since bodies are read and written every time */
static void add_four(size_t n, const double *factor, const double *restrict c, double *restrict out) {
    const double *restrict d = c + n, *restrict e = d + n, *restrict f = e + n;
    double fc = factor[3], fd = factor[2], fe = factor[1], ff = factor[0];
    for (size_t i = 0; i < n; i++) out[i] += (fc * c[i] + fd * d[i]) + (fe * e[i] + ff * f[i]);
}

static void add_one(size_t n, double factor, const double *restrict c, double *restrict out) {
    for (size_t i = 0; i < n; i++) out[i] += factor * c[i];
}

void thud_series_scale(size_t n, double factor, const double *restrict c, double *restrict out) {
    for (size_t i = 0; i < n; i++) out[i] = factor * c[i];
}

void thud_series_values(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) values(c + i, n, order, sigma, out + i, BLOCK);
    for (; i + 2 <= n; i += 2) values(c + i, n, order, sigma, out + i, 2);
    if (i < n) values(c + i, n, order, sigma, out + i, 1);
}

void thud_series_slopes(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) slopes(c + i, n, order, sigma, out + i, BLOCK);
    for (; i + 2 <= n; i += 2) slopes(c + i, n, order, sigma, out + i, 2);
    if (i < n) slopes(c + i, n, order, sigma, out + i, 1);
}

void thud_series_reaches(const double *c, size_t n, int order, double sigma, double *out) {
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK) reaches(c + i, n, order, sigma, out + i, BLOCK);
    for (; i + 2 <= n; i += 2) reaches(c + i, n, order, sigma, out + i, 2);
    if (i < n) reaches(c + i, n, order, sigma, out + i, 1);
}

void thud_series_products(const double *pace, const double *c, size_t n, int k, double factor, double *out) {
    int j = k;
    thud_series_scale(n, pace[j--], c, out);
    for (c += n; j >= 3; j -= 4, c += 4 * n) add_four(n, pace + j - 3, c, out);
    for (; j >= 0; j--, c += n) add_one(n, pace[j], c, out);
    for (size_t i = 0; i < n; i++) out[i] *= factor;
}
