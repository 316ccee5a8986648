/*
 * True peaks: the largest values of the series, wherever they are in the step.
 */
#include <math.h>

#include "numeric/polynomial.h"
#include "simulate/books.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* what the coefficients beyond the first may add up to */
static double reach(const double *c, int order, double sigma) {
    double sum = 0;
    for (int k = order; k >= 1; k--) sum = (sum + fabs(c[k])) * sigma;
    return sum;
}

/* whether a slope of this sign at both ends may have another in between: in a long step it may change twice */
static bool may_turn(const double *c, int order, double sigma) {
    double sum = 0;
    for (int k = order; k >= 2; k--) sum = (sum + k * fabs(c[k])) * sigma;
    return !(fabs(c[1]) > sum);
}

/*
 * The largest |c| between 0 and σ, given its slopes at both ends. As long as the slope keeps its sign the ends tell.
 */
static void raise_peak(double *peak, const double *c, int order, double sigma, double end, double slope_end) {
    double start = fabs(c[0]), last = fabs(end), top = start > last ? start : last;
    if (start + reach(c, order, sigma) <= *peak) return;
    if (c[1] * slope_end <= 0 || may_turn(c, order, sigma)) top = thud_polynomial_peak(c, order, sigma, NULL);
    if (top > *peak) *peak = top;
}

static void raise_maximum(double *maximum, const double *c, int order, double sigma) {
    double end = thud_series_value(c, order, sigma), top = c[0] > end ? c[0] : end;
    double slope_end = thud_polynomial_slope(c, order, sigma);
    if (c[0] + reach(c, order, sigma) <= *maximum) return;
    if (c[1] * slope_end <= 0 || may_turn(c, order, sigma)) top = thud_polynomial_maximum(c, order, sigma, NULL);
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

void thud_books_peaks(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    int order = s->order;
    double ground = thud_series_value(s->ground, order, sigma);
    double ground_slope = thud_polynomial_slope(s->ground, order, sigma);
    double pace = s->in_time ? 1 : thud_series_value(s->pace, order, sigma);
    for (size_t i = 0; i < sim->n; i++) {
        thud_body_summary *body = &sim->bodies[i];
        const double *x = s->x + i * WIDTH, *v = s->v + i * WIDTH, *a = s->a + i * WIDTH;
        double x1 = thud_series_value(x, order, sigma), v1 = thud_series_value(v, order, sigma);
        double a1 = thud_series_value(a, order, sigma), slope = thud_polynomial_slope(a, order, sigma);
        raise_peak(&body->max_displacement, x, order, sigma, x1, pace * v1);
        raise_peak(&body->max_velocity, v, order, sigma, v1, pace * a1);
        double absolute[WIDTH];
        for (int k = 0; k <= order; k++) absolute[k] = a[k] + s->ground[k];
        raise_peak(&body->max_acceleration, absolute, order, sigma, a1 + ground, slope + ground_slope);
    }
    book_contacts(sim, sigma);
}
