/*
 * True peaks: the largest values of the series, wherever they are in the step.
 */
#include <math.h>

#include "numeric/polynomial.h"
#include "simulate/books.h"
#include "simulate/series_bodies.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/*
 * The largest |c| between 0 and σ, given its values and slopes at both ends. As long as the slope keeps its sign the
 * ends tell; a step is too short for it to change twice.
 */
typedef struct {
    double from, to, slope0, slope1;
} ends;

/* whether there may be more inside than `peak`, which gets the ends when not */
static inline bool may_be_inside(double *peak, const ends *e, double sigma) {
    double start = fabs(e->from), last = fabs(e->to), top = start > last ? start : last;
    if (e->slope0 * e->slope1 <= 0 && top + sigma * (fabs(e->slope0) + fabs(e->slope1)) > *peak) return true;
    if (top > *peak) *peak = top;
    return false;
}

static void search(double *peak, const double *c, int order, double sigma) {
    double top = thud_polynomial_peak(c, order, sigma, NULL);
    if (top > *peak) *peak = top;
}

static void raise_maximum(double *maximum, const double *c, int order, double sigma) {
    double end = thud_series_value(c, order, sigma), top = c[0] > end ? c[0] : end;
    double slope_end = thud_polynomial_slope(c, order, sigma);
    if (c[1] * slope_end <= 0 && top + sigma * (fabs(c[1]) + fabs(slope_end)) > *maximum)
        top = thud_polynomial_maximum(c, order, sigma, NULL);
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
    thud_series_values(s->a, n, order, sigma, sim->next_a);
    thud_series_slopes(s->a, n, order, sigma, sim->next_slope);
    for (size_t i = 0; i < n; i++) {
        thud_body_summary *body = &sim->bodies[i];
        double v0 = s->v[i], v1 = sim->next_v[i], a0 = s->a[i], a1 = sim->next_a[i];
        ends x = {s->x[i], sim->next_x[i], pace0 * v0, pace1 * v1}, v = {v0, v1, pace0 * a0, pace1 * a1};
        ends a = {a0 + ground0, a1 + ground1, s->a[n + i] + rise0, sim->next_slope[i] + rise1};
        if (may_be_inside(&body->max_displacement, &x, sigma)) {
            thud_series_gather(s->x, n, i, order, series);
            search(&body->max_displacement, series, order, sigma);
        }
        if (may_be_inside(&body->max_velocity, &v, sigma)) {
            thud_series_gather(s->v, n, i, order, series);
            search(&body->max_velocity, series, order, sigma);
        }
        if (may_be_inside(&body->max_acceleration, &a, sigma)) {
            thud_series_gather(s->a, n, i, order, series);
            for (int k = 0; k <= order; k++) series[k] += s->ground[k];
            search(&body->max_acceleration, series, order, sigma);
        }
    }
    book_contacts(sim, sigma);
}
