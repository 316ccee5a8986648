/*
 * Series of all bodies at once. Coefficient k of body i stands at [k n + i], so that bodies lie side by side.
 */
#ifndef THUD_SIMULATE_SERIES_BODIES_H
#define THUD_SIMULATE_SERIES_BODIES_H

#include <stdbool.h>
#include <stddef.h>

/* The values at σ. */
void thud_series_values(const double *c, size_t n, int order, double sigma, double *out);

/* The same at four of them, one row of `out` after the other. */
enum { THUD_SERIES_AT_ONCE = 4 };
void thud_series_values_of_four(const double *c, size_t n, int order, const double *sigma, double *out);

/* Σ |cₖ| σᵏ from the first k on: how far they get from where they are, at most. */
void thud_series_bounds(const double *c, size_t n, int order, double sigma, double *out);

/* The values at σ, and how far they may be from a straight line between 0 and there: σ²/8 times the largest second
 * derivative, Σ k(k − 1)|cₖ| σᵏ/8. */
void thud_series_bends(const double *c, size_t n, int order, double sigma, double *out, double *bent);

/* Of time: how far coordinates and velocities may be from straight lines over h, from accelerations at both ends
 * and how far these may be. */
void thud_series_bends_before(size_t n, double h, const double *restrict from, const double *restrict to,
                              const double *restrict bent, double *restrict of_x, double *restrict of_v);

/* factor · Σⱼ pace(j) c(k − j): the k-th coefficients of products with a series that all share. */
void thud_series_products(const double *pace, const double *c, size_t n, int k, double factor, double *out);

/* Σⱼ weight(j) c(j), for the first `count` bodies. */
void thud_series_sums(const double *c, size_t n, size_t count, const double *weight, size_t terms, double *out);

/* Σᵢ aᵢ bᵢ. */
double thud_series_dot(const double *a, const double *b, size_t n);

/* The largest |c| of one coefficient; NAN where one is not finite. */
double thud_series_largest(const double *c, size_t n);

/* Whether one of so many numbers is above zero, and whether all are. */
bool thud_series_any_above(const double *c, size_t n);
bool thud_series_all_above(const double *c, size_t n);

/* factor · c. */
void thud_series_scale(size_t n, double factor, const double *restrict c, double *restrict out);

/* The series of one body. */
static inline void thud_series_gather(const double *c, size_t n, size_t body, int order, double *out) {
    for (int k = 0; k <= order; k++) out[k] = c[(size_t)k * n + body];
}

#endif
