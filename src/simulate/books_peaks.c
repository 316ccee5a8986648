/*
 * True peaks: the largest values of the series, wherever they are in the step.
 */
#include <math.h>

#include "numeric/polynomial.h"
#include "simulate/books.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* no value of the series is larger than this */
static double bound(const double *c, int order, double sigma) {
    double sum = fabs(c[order]);
    for (int k = order - 1; k >= 0; k--) sum = sum * sigma + fabs(c[k]);
    return sum;
}

/* whether the series goes one way only, as far as its slopes at three places tell: then its ends are its extremes */
static bool is_monotone(const double *c, int order, double sigma) {
    double start = c[1], end = thud_polynomial_slope(c, order, sigma);
    return start * end > 0 && start * thud_polynomial_slope(c, order, 0.5 * sigma) > 0;
}

static void raise_peak(double *peak, const double *c, int order, double sigma) {
    if (bound(c, order, sigma) <= *peak) return;
    double value = is_monotone(c, order, sigma)
                       ? thud_larger(fabs(c[0]), fabs(thud_series_value(c, order, sigma)))
                       : thud_polynomial_peak(c, order, sigma, NULL);
    *peak = thud_larger(*peak, value);
}

static void raise_maximum(double *maximum, const double *c, int order, double sigma) {
    if (bound(c, order, sigma) <= *maximum) return;
    double value = is_monotone(c, order, sigma) ? thud_larger(c[0], thud_series_value(c, order, sigma))
                                                : thud_polynomial_maximum(c, order, sigma, NULL);
    *maximum = thud_larger(*maximum, value);
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

void thud_books_peaks(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    int order = s->order;
    for (size_t i = 0; i < sim->n; i++) {
        thud_body_summary *body = &sim->bodies[i];
        raise_peak(&body->max_displacement, s->x + i * WIDTH, order, sigma);
        raise_peak(&body->max_velocity, s->v + i * WIDTH, order, sigma);
        const double *a = s->a + i * WIDTH;
        double absolute[WIDTH];
        for (int k = 0; k <= order; k++) absolute[k] = a[k] + s->ground[k];
        raise_peak(&body->max_acceleration, absolute, order, sigma);
    }
    book_contacts(sim, sigma);
}
