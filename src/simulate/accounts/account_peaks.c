/*
 * True peaks: the largest values of the series, wherever they are in the step.
 */
#include <math.h>

#include "numeric/series/polynomial.h"
#include "simulate/matrices.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* What the terms beyond the first add up to at σ; apart from each other, so that nothing waits. */
typedef struct {
    double up;  /* those that lead up */
    double all; /* of both signs, by magnitude */
    double end; /* the sum itself */
    double bend; /* k |cₖ| σᵏ, less twice the first that is not zero: below zero where the slope keeps its sign */
} terms;

static inline terms weigh(const double *c, int order, const double *power) {
    terms t = {0};
    int k = 1;
    while (k < order && c[k] == 0) k++; /* next to δ = 0 series begin with zeros, and the first number leads */
    t.bend = -2 * k * fabs(c[k] * power[k]);
    for (; k <= order; k++) {
        double term = c[k] * power[k], size = fabs(term);
        t.up += term > 0 ? term : 0;
        t.all += size;
        t.end += term;
        t.bend += k * size;
    }
    return t;
}

void thud_peak_powers(double sigma, int order, double *power) {
    power[0] = 1;
    power[1] = sigma;
    for (int k = 2; k <= order; k++) power[k] = power[k / 2] * power[k - k / 2];
}

void thud_peak_raise(double *peak, const double *c, int order, const double *power) {
    terms t = weigh(c, order, power);
    if (fabs(c[0]) + t.all <= *peak) return;
    double top =
        t.bend < 0 ? thud_larger(fabs(c[0]), fabs(c[0] + t.end)) : thud_polynomial_peak(c, order, power[1], NULL);
    if (top > *peak) *peak = top;
}

void thud_peak_raise_maximum(double *maximum, const double *c, int order, const double *power) {
    terms t = weigh(c, order, power);
    if (c[0] + t.up <= *maximum) return;
    double top = t.bend < 0 ? thud_larger(c[0], c[0] + t.end) : thud_polynomial_maximum(c, order, power[1], NULL);
    if (top > *maximum) *maximum = top;
}

/* the force of a rigid contact counts from the instant at which its bounces are over */
static void raise_contacts(thud_simulation *sim, double time, const double *power) {
    int order = sim->motion.series.order;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_RELEASED) continue;
        if (t->phase == THUD_PHASE_STICKING && sim->motion.time + time < t->stick_start) continue;
        thud_peak_raise_maximum(&t->entry.max_force, t->series->force, order, power);
        if (t->phase == THUD_PHASE_ACTIVE)
            thud_peak_raise_maximum(&t->entry.max_penetration, t->series->depth, order, power);
    }
}

static void search_displacement(thud_simulation *sim, size_t i, const double *power) {
    double series[WIDTH];
    thud_series_gather(sim->motion.series.x, sim->structure.n, i, sim->motion.series.order, series);
    thud_peak_raise(&sim->accounts.bodies[i].max_displacement, series, sim->motion.series.order, power);
}

static void search_velocity(thud_simulation *sim, size_t i, const double *power) {
    double series[WIDTH];
    thud_series_gather(sim->motion.series.v, sim->structure.n, i, sim->motion.series.order, series);
    thud_peak_raise(&sim->accounts.bodies[i].max_velocity, series, sim->motion.series.order, power);
}

static void search_acceleration(thud_simulation *sim, size_t i, const double *power) {
    const thud_series *s = &sim->motion.series;
    double series[WIDTH];
    thud_series_gather(s->a, sim->structure.n, i, s->order, series);
    for (int k = 0; k <= s->order; k++) series[k] += thud_structure_influence(sim, i) * s->ground[k];
    thud_peak_raise(&sim->accounts.bodies[i].max_acceleration, series, s->order, power);
}

/*
 * What the coefficients of the acceleration add up to bounds the other two as well, and tells who cannot get beyond
 * the peaks so far.
 */
void thud_account_peaks(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    size_t n = sim->structure.n;
    double power[WIDTH];
    sim->motion.straight.has_peaks = false;
    thud_peak_powers(sigma, s->order, power);
    double *most = sim->accounts.sample_a, ground = weigh(s->ground, s->order, power).all;
    double time = thud_series_value(s->time, s->order, sigma);
    thud_series_bounds(s->a, n, s->order, sigma, most);
    for (size_t i = 0; i < n; i++) {
        const thud_body_summary *body = &sim->accounts.bodies[i];
        double fastest = fabs(s->v[i]) + time * (fabs(s->a[i]) + most[i]);
        if (fabs(s->x[i]) + time * fastest > body->max_displacement) search_displacement(sim, i, power);
        if (fastest > body->max_velocity) search_velocity(sim, i, power);
        double share = thud_structure_influence(sim, i);
        if (fabs(s->a[i] + share * s->ground[0]) + most[i] + fabs(share) * ground > body->max_acceleration)
            search_acceleration(sim, i, power);
    }
    raise_contacts(sim, time, power);
    if (sim->links.count > 0) thud_links_peaks(sim, power);
    if (sim->accounts.watches.count > 0) thud_watch_account(sim, sigma, power);
    if (sim->contacts.apart_count > 0) thud_approach_account(sim, power);
}
