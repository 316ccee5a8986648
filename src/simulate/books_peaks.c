/*
 * True peaks: the largest values of the series, wherever they are in the step.
 */
#include <math.h>

#include "numeric/polynomial.h"
#include "simulate/books.h"
#include "simulate/series_bodies.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* what the coefficients beyond the first may add up to */
static double reach(const double *c, int order, double sigma) {
    double sum = 0;
    for (int k = order; k >= 1; k--) sum = (sum + fabs(c[k])) * sigma;
    return sum;
}

/* as far up as they may lead */
static double climb(const double *c, int order, double sigma) {
    double sum = 0;
    for (int k = order; k >= 1; k--) sum = (sum + (c[k] > 0 ? c[k] : 0)) * sigma;
    return sum;
}

/* whether the slope may change its sign; next to δ = 0 series begin with zeros, and the first number leads */
static bool may_turn(const double *c, int order, double sigma) {
    int first = 1;
    while (first < order && c[first] == 0) first++;
    double sum = 0;
    for (int k = order; k > first; k--) sum = (sum + k * fabs(c[k])) * sigma;
    return !(first * fabs(c[first]) > sum);
}

void thud_books_search(double *peak, const double *c, int order, double sigma) {
    if (fabs(c[0]) + reach(c, order, sigma) <= *peak) return;
    double top;
    if (may_turn(c, order, sigma)) top = thud_polynomial_peak(c, order, sigma, NULL);
    else top = thud_larger(fabs(c[0]), fabs(thud_series_value(c, order, sigma)));
    if (top > *peak) *peak = top;
}

static void raise_maximum(double *maximum, const double *c, int order, double sigma) {
    if (c[0] + climb(c, order, sigma) <= *maximum) return;
    double top;
    if (may_turn(c, order, sigma)) top = thud_polynomial_maximum(c, order, sigma, NULL);
    else top = thud_larger(c[0], thud_series_value(c, order, sigma));
    if (top > *maximum) *maximum = top;
}

static void book_contacts(thud_simulation *sim, double sigma) {
    int order = sim->series.order;
    for (size_t i = 0; i < sim->closed_count; i++) {
        thud_touch *t = &sim->touches[sim->closed[i]];
        if (t->phase == THUD_TOUCH_DETACHED) continue;
        raise_maximum(&t->entry.max_force, t->series->force, order, sigma);
        if (t->phase == THUD_TOUCH_ACTIVE) raise_maximum(&t->entry.max_penetration, t->series->depth, order, sigma);
    }
}

static void search_displacement(thud_simulation *sim, size_t i, double sigma) {
    double series[WIDTH];
    thud_series_gather(sim->series.x, sim->n, i, sim->series.order, series);
    thud_books_search(&sim->bodies[i].max_displacement, series, sim->series.order, sigma);
}

static void search_velocity(thud_simulation *sim, size_t i, double sigma) {
    double series[WIDTH];
    thud_series_gather(sim->series.v, sim->n, i, sim->series.order, series);
    thud_books_search(&sim->bodies[i].max_velocity, series, sim->series.order, sigma);
}

static void search_acceleration(thud_simulation *sim, size_t i, double sigma) {
    const thud_series *s = &sim->series;
    double series[WIDTH];
    thud_series_gather(s->a, sim->n, i, s->order, series);
    for (int k = 0; k <= s->order; k++) series[k] += s->ground[k];
    thud_books_search(&sim->bodies[i].max_acceleration, series, s->order, sigma);
}

/*
 * What the coefficients of the acceleration add up to bounds the other two as well, and tells who cannot get beyond
 * the peaks so far.
 */
void thud_books_peaks(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    size_t n = sim->n;
    double *most = sim->sample_a, ground = reach(s->ground, s->order, sigma);
    double time = thud_series_value(s->time, s->order, sigma);
    thud_series_reaches(s->a, n, s->order, sigma, most);
    for (size_t i = 0; i < n; i++) {
        const thud_body_summary *body = &sim->bodies[i];
        double fastest = fabs(s->v[i]) + time * (fabs(s->a[i]) + most[i]);
        if (fabs(s->x[i]) + time * fastest > body->max_displacement) search_displacement(sim, i, sigma);
        if (fastest > body->max_velocity) search_velocity(sim, i, sigma);
        if (fabs(s->a[i] + s->ground[0]) + most[i] + ground > body->max_acceleration)
            search_acceleration(sim, i, sigma);
    }
    book_contacts(sim, sigma);
}
