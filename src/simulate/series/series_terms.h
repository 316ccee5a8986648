/*
 * Terms of series: one coefficient of a product or of a power from those before it.
 */
#ifndef THUD_SIMULATE_SERIES_TERMS_H
#define THUD_SIMULATE_SERIES_TERMS_H

#include <math.h>

#include "simulate/series/series.h"

/* 1/k, since a division takes as long as the sum it belongs to */
static const double THUD_RECIPROCAL[THUD_SERIES_WIDTH] = {
    0,        1.0,      1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,  1.0 / 8,  1.0 / 9,
    1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17, 1.0 / 18, 1.0 / 19,
    1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23, 1.0 / 24, 1.0 / 25, 1.0 / 26, 1.0 / 27, 1.0 / 28, 1.0 / 29,
};

/* the series of 1 */
static const double THUD_ONE[THUD_SERIES_WIDTH] = {1};

/* the k-th coefficient of a product; two sums, so that additions need not wait for each other, nor for the ends,
 * which may have just become known */
static inline double thud_terms_product(const double *a, const double *b, int k) {
    if (k == 0) return a[0] * b[0];
    double even = 0, odd = 0;
    int j = 1;
    for (; j + 1 < k; j += 2) {
        even += a[j] * b[k - j];
        odd += a[j + 1] * b[k - j - 1];
    }
    if (j < k) even += a[j] * b[k - j];
    return (even + odd) + (a[0] * b[k] + a[k] * b[0]);
}

/* the k-th coefficient, k ≥ 1, of u = x^e from the lower ones: x u′ = e u x′; the latest of u comes last */
static inline double thud_terms_power(const double *x, const double *u, double e, double inverse_x0, int k) {
    double sum = 0, weight = e * k, step = e + 1;
    for (int j = k; j >= 1; j--, weight -= step) sum += weight * x[j] * u[k - j];
    return sum * THUD_RECIPROCAL[k] * inverse_x0;
}

/* x^e */
static inline double thud_terms_start(double x, double e) {
    if (e == 1.5) return x * sqrt(x);
    if (e == 0.5) return sqrt(x);
    return pow(x, e);
}

/* whether the k-th coefficient of the velocity, of magnitude `top`, is the last one needed: itself below the
 * tolerance, and those before it close to that */
static inline bool thud_terms_suffice(const thud_series_goal *goal, double top, int k, double *length,
                                      double *scale, int *small) {
    double term = top * *length;
    *scale = *scale > term ? *scale : term;
    double limit = goal->tolerance * *scale;
    *small = term <= 10 * limit ? *small + 1 : 0;
    *length *= goal->far;
    /* terms that are too large for a double say nothing about those after them */
    return *small >= goal->terms && term <= limit && k >= goal->least && limit < HUGE_VAL;
}

/* a power of z by its number in the clock's plan */
static inline const double *thud_terms_clock(const thud_series *s, int number) {
    return number < 0 ? THUD_ONE : number == 0 ? s->root : s->powers[number - 1];
}

/* δ^e for a contact that is not the clock */
static inline void thud_terms_depth(const thud_touch_series *c, double e, double *u, int k) {
    if (e == 0) u[k] = k == 0;
    else if (e == 1) u[k] = c->depth[k];
    else if (e == 2) u[k] = thud_terms_product(c->depth, c->depth, k);
    else u[k] = k == 0 ? thud_terms_start(c->depth[0], e) : thud_terms_power(c->depth, u, e, c->inverse_depth, k);
}

/* the k-th coefficients of what a contact's law needs, and of its force */
static inline void thud_terms_force(thud_series *s, const thud_touch *t, bool is_clock, int k) {
    thud_touch_series *c = t->series;
    if (t->linear) {
        c->spring[k] = k == 0 ? c->depth[0] - t->offset : c->depth[k];
        c->drag[k] = c->rate[k];
        c->force[k] = t->stiffness * c->spring[k] + t->damping * c->drag[k];
        return;
    }
    if (is_clock) c->spring[k] = thud_terms_clock(s, t->powers.spring)[k];
    else thud_terms_depth(c, t->n, c->spring, k);
    c->force[k] = t->stiffness * c->spring[k];
    if (t->damping == 0) return;
    const double *factor = c->power;
    if (t->p == t->n) factor = c->spring;
    else if (is_clock) factor = thud_terms_clock(s, t->powers.drag);
    else thud_terms_depth(c, t->p, c->power, k);
    c->drag[k] = t->p == 0 ? c->rate[k] : thud_terms_product(factor, c->rate, k);
    c->force[k] += t->damping * c->drag[k];
}

#endif
