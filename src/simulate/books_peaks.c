/*
 * True peaks: the largest values of the series, wherever they are in the step.
 */
#include <math.h>

#include "numeric/polynomial.h"
#include "simulate/books.h"
#include "simulate/series_bodies.h"

/* a series that needs no more terms covers a small part of a turn of anything */
enum { WIDTH = THUD_SERIES_WIDTH, SHORT_STEP = 10 };

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

/* The largest |c| between 0 and σ, given its values and slopes at both ends. As long as the slope keeps its sign the
 * ends tell. */
typedef struct {
    double from, to, slope0, slope1;
} ends;

/* whether there may be more inside than `peak`, which gets the ends when not; in a long step slopes change twice */
static inline bool may_be_inside(double *peak, const ends *e, double sigma, bool is_long) {
    double start = fabs(e->from), last = fabs(e->to), top = start > last ? start : last;
    if (is_long) return true;
    if (e->slope0 * e->slope1 <= 0 && top + sigma * (fabs(e->slope0) + fabs(e->slope1)) > *peak) return true;
    if (top > *peak) *peak = top;
    return false;
}

static void search(double *peak, const double *c, int order, double sigma) {
    if (fabs(c[0]) + reach(c, order, sigma) <= *peak) return;
    double top = thud_polynomial_peak(c, order, sigma, NULL);
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
    size_t n = sim->n;
    double ground0 = s->ground[0], ground1 = thud_series_value(s->ground, order, sigma), series[WIDTH];
    double rise0 = s->ground[1], rise1 = thud_polynomial_slope(s->ground, order, sigma);
    double pace0 = s->in_time ? 1 : s->pace[0], pace1 = s->in_time ? 1 : thud_series_value(s->pace, order, sigma);
    bool is_long = order > SHORT_STEP;
    thud_series_values(s->a, n, order, sigma, sim->next_a);
    thud_series_slopes(s->a, n, order, sigma, sim->next_slope);
    for (size_t i = 0; i < n; i++) {
        thud_body_summary *body = &sim->bodies[i];
        double v0 = s->v[i], v1 = sim->next_v[i], a0 = s->a[i], a1 = sim->next_a[i];
        ends x = {s->x[i], sim->next_x[i], pace0 * v0, pace1 * v1}, v = {v0, v1, pace0 * a0, pace1 * a1};
        ends a = {a0 + ground0, a1 + ground1, s->a[n + i] + rise0, sim->next_slope[i] + rise1};
        if (may_be_inside(&body->max_displacement, &x, sigma, is_long)) {
            thud_series_gather(s->x, n, i, order, series);
            search(&body->max_displacement, series, order, sigma);
        }
        if (may_be_inside(&body->max_velocity, &v, sigma, is_long)) {
            thud_series_gather(s->v, n, i, order, series);
            search(&body->max_velocity, series, order, sigma);
        }
        if (may_be_inside(&body->max_acceleration, &a, sigma, is_long)) {
            thud_series_gather(s->a, n, i, order, series);
            for (int k = 0; k <= order; k++) series[k] += s->ground[k];
            search(&body->max_acceleration, series, order, sigma);
        }
    }
    book_contacts(sim, sigma);
}
