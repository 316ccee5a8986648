/*
 * The history at the asked instants, from the series of the step they fall into.
 */
#include <math.h>

#include "model/model.h"
#include "simulate/books.h"
#include "simulate/series_bodies.h"

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

void thud_books_samples(thud_simulation *sim, double sigma, bool event) {
    if (sim->observer && sim->observer->contact && sigma > 0) hand_over_contacts(sim, sigma);
    if (!sim->observer || !sim->observer->sample) return;
    const thud_series *s = &sim->series;
    double until = sim->time + thud_series_value(s->time, s->order, sigma);
    if (s->to_horizon && sigma == s->step) until = sim->time + s->horizon;
    for (double time; (time = sim->sample_at) <= until && !sim->ledger.stopped;) {
        hand_over(sim, time, thud_series_sigma(s, time - sim->time, sigma), false);
        thud_books_next_sample(sim);
    }
    if (event && sim->model->output_events) hand_over(sim, until, sigma, true);
}
