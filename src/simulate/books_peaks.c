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

/* The largest |c| between 0 and σ, given its values and slopes at both ends. As long as the slope keeps its sign
 * the ends tell. */
typedef struct {
    double from, to, slope0, slope1;
} ends;

/* whether there may be more inside of a short step than `peak`, which gets the ends when not */
static inline bool may_be_inside(double *peak, const ends *e, double sigma) {
    double start = fabs(e->from), last = fabs(e->to), top = start > last ? start : last;
    if (e->slope0 * e->slope1 <= 0 && top + sigma * (fabs(e->slope0) + fabs(e->slope1)) > *peak) return true;
    if (top > *peak) *peak = top;
    return false;
}

void thud_books_search(double *peak, const double *c, int order, double sigma) {
    if (fabs(c[0]) + reach(c, order, sigma) <= *peak) return;
    double top;
    if (may_turn(c, order, sigma)) top = thud_polynomial_peak(c, order, sigma, NULL);
    else top = thud_larger(fabs(c[0]), fabs(thud_series_value(c, order, sigma)));
    if (top > *peak) *peak = top;
}

static void raise_maximum(double *maximum, const double *c, int order, double sigma) {
    if (c[0] + reach(c, order, sigma) <= *maximum) return;
    double top;
    if (may_turn(c, order, sigma)) top = thud_polynomial_maximum(c, order, sigma, NULL);
    else top = c[1] > 0 ? thud_series_value(c, order, sigma) : c[0];
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

/* in a long step slopes may change twice: what the coefficients add up to tells who cannot get beyond the peak so
 * far
 */
static void book_long(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    size_t n = sim->n;
    double *x = sim->sample_x, *v = sim->sample_v, *a = sim->sample_a, ground = reach(s->ground, s->order, sigma);
    thud_series_reaches(s->x, n, s->order, sigma, x);
    thud_series_reaches(s->v, n, s->order, sigma, v);
    thud_series_reaches(s->a, n, s->order, sigma, a);
    for (size_t i = 0; i < n; i++) {
        const thud_body_summary *body = &sim->bodies[i];
        if (fabs(s->x[i]) + x[i] > body->max_displacement) search_displacement(sim, i, sigma);
        if (fabs(s->v[i]) + v[i] > body->max_velocity) search_velocity(sim, i, sigma);
        if (fabs(s->a[i] + s->ground[0]) + a[i] + ground > body->max_acceleration)
            search_acceleration(sim, i, sigma);
    }
}

static void book_short(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    int order = s->order;
    size_t n = sim->n;
    double ground0 = s->ground[0], ground1 = thud_series_value(s->ground, order, sigma);
    double rise0 = s->ground[1], rise1 = thud_polynomial_slope(s->ground, order, sigma);
    double pace0 = s->in_time ? 1 : s->pace[0], pace1 = s->in_time ? 1 : thud_series_value(s->pace, order, sigma);
    thud_series_values(s->a, n, order, sigma, sim->next_a);
    thud_series_slopes(s->a, n, order, sigma, sim->next_slope);
    for (size_t i = 0; i < n; i++) {
        thud_body_summary *body = &sim->bodies[i];
        double v0 = s->v[i], v1 = sim->next_v[i], a0 = s->a[i], a1 = sim->next_a[i];
        ends x = {s->x[i], sim->next_x[i], pace0 * v0, pace1 * v1}, v = {v0, v1, pace0 * a0, pace1 * a1};
        ends a = {a0 + ground0, a1 + ground1, s->a[n + i] + rise0, sim->next_slope[i] + rise1};
        if (may_be_inside(&body->max_displacement, &x, sigma)) search_displacement(sim, i, sigma);
        if (may_be_inside(&body->max_velocity, &v, sigma)) search_velocity(sim, i, sigma);
        if (may_be_inside(&body->max_acceleration, &a, sigma)) search_acceleration(sim, i, sigma);
    }
}

void thud_books_peaks(thud_simulation *sim, double sigma) {
    if (sim->series.order > SHORT_STEP) book_long(sim, sigma);
    else book_short(sim, sigma);
    book_contacts(sim, sigma);
}
