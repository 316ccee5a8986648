/*
 * The history at the asked instants, from the series of the step they fall into.
 */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "numeric/polynomial.h"
#include "simulate/books.h"
#include "simulate/series/series_bodies.h"

/* of a contact in a step: an impact takes a few steps, and a loop of thirty points looks round */
enum { CONTACT_SAMPLES = 8 };

static void hand_over(thud_simulation *sim, double time, double sigma, bool event) {
    const thud_series *s = &sim->series;
    double ground = thud_series_value(s->ground, s->order, sigma);
    thud_series_values(s->x, sim->n, s->order, sigma, sim->sample_x);
    thud_series_values(s->v, sim->n, s->order, sigma, sim->sample_v);
    thud_series_values(s->a, sim->n, s->order, sigma, sim->sample_a);
    for (size_t i = 0; i < sim->n; i++) sim->sample_a[i] += ground;
    for (size_t i = 0; i < sim->closed_count; i++) {
        const thud_touch *t = &sim->touches[sim->closed[i]];
        if (t->phase == THUD_TOUCH_DETACHED) continue;
        sim->sample_force[t->number] = thud_series_value(t->series->force, s->order, sigma);
    }
    thud_sample sample = {time, sim->sample_x, sim->sample_v, sim->sample_a, sim->sample_force, event};
    thud_ledger_show(&sim->ledger, &sample, sim->n, sim->touch_count);
    for (size_t i = 0; i < sim->closed_count; i++) sim->sample_force[sim->closed[i]] = 0;
}

static void hand_over_contact(thud_simulation *sim, const thud_touch *touch, double sigma) {
    const thud_series *s = &sim->series;
    thud_contact_sample sample = {
        .contact = touch->number,
        .start = touch->entry.time,
        .time = sim->time + thud_series_value(s->time, s->order, sigma),
        .penetration = thud_series_value(touch->series->depth, s->order, sigma),
        .velocity = thud_series_value(touch->series->rate, s->order, sigma),
        .force = thud_series_value(touch->series->force, s->order, sigma),
    };
    thud_ledger_show_contact(&sim->ledger, &sample);
}

/* the way of every contact in force, from where it is to σ */
static void hand_over_contacts(thud_simulation *sim, double sigma) {
    for (size_t i = 0; i < sim->closed_count; i++) {
        const thud_touch *touch = &sim->touches[sim->closed[i]];
        if (touch->phase != THUD_TOUCH_ACTIVE) continue;
        for (int j = 0; j <= CONTACT_SAMPLES && !sim->ledger.stopped; j++)
            hand_over_contact(sim, touch, sigma * j / CONTACT_SAMPLES);
    }
}

/* where σ is in time */
static double time_at(const thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    if (s->to_horizon && sigma == s->step) return sim->time + s->horizon;
    return sim->time + thud_series_value(s->time, s->order, sigma);
}

/* the samples of the expanded step up to σ, and to a time */
static void hand_over_all(thud_simulation *sim, double sigma, double until) {
    const thud_series *s = &sim->series;
    for (double time; (time = sim->sample_at) <= until && !sim->ledger.stopped;) {
        hand_over(sim, time, thud_series_sigma(s, time - sim->time, sigma), false);
        thud_books_next_sample(sim);
    }
}

void thud_books_samples(thud_simulation *sim, double sigma, bool event) {
    if (sim->observer && sim->observer->contact && sigma > 0) hand_over_contacts(sim, sigma);
    if (!sim->observer || !sim->observer->sample) return;
    double until = time_at(sim, sigma);
    hand_over_all(sim, sigma, until);
    if (event && sim->model->output_events) hand_over(sim, until, sigma, true);
}

/* goes to the end of the expanded step, and books nothing */
static void stride(thud_simulation *sim, thud_touch *touch) {
    const thud_series *s = &sim->series;
    sim->time = time_at(sim, s->step);
    thud_series_values(s->x, sim->n, s->order, s->step, sim->x);
    thud_series_values(s->v, sim->n, s->order, s->step, sim->v);
    thud_load_move(&sim->ground, sim->time);
    if (!touch) return;
    touch->known_zeros = 0;
    touch->rate_is_zero = touch->force_is_zero = false;
}

/* σ as far as time goes on: no further than z = 0, where a contact ends */
static double reach(const thud_series *s) {
    double turn = s->in_time ? INFINITY : thud_polynomial_first_root(s->root, s->order, s->step);
    return turn < s->step ? turn : s->step;
}

void thud_books_aside(thud_simulation *sim, double until) {
    thud_touch *touch = sim->closed_count > 0 ? &sim->touches[sim->closed[0]] : NULL, kept_touch = {0};
    double kept_time = sim->time;
    size_t kept_count = sim->summary.solver.rhs_evaluations;
    thud_load kept_load = sim->ground;
    if (touch) kept_touch = *touch;
    memcpy(sim->next_x, sim->x, sim->n * sizeof *sim->x);
    memcpy(sim->next_v, sim->v, sim->n * sizeof *sim->v);
    while (thud_books_watched(sim, until) && sim->time < until && !sim->ledger.stopped && thud_series_expand(sim)) {
        const thud_series *s = &sim->series;
        double far = reach(s);
        bool last = far < s->step || time_at(sim, far) >= until - 1e-9 * (until - kept_time);
        double sigma = last ? thud_series_sigma(s, until - sim->time, far) : far;
        if (touch && sim->observer->contact) hand_over_contacts(sim, sigma);
        hand_over_all(sim, sigma, last ? until : time_at(sim, sigma));
        if (last) break;
        stride(sim, touch);
    }
    memcpy(sim->x, sim->next_x, sim->n * sizeof *sim->x);
    memcpy(sim->v, sim->next_v, sim->n * sizeof *sim->v);
    if (touch) *touch = kept_touch;
    sim->ground = kept_load;
    sim->summary.solver.rhs_evaluations = kept_count;
    sim->time = kept_time;
}
