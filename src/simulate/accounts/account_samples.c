/*
 * The history at the asked instants, from the series of the step they fall into.
 */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "numeric/series/polynomial.h"
#include "simulate/matrices.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

/* of a contact in a step: an impact takes a few steps, and a loop of thirty points looks round; of links likewise
 */
enum { CONTACT_SAMPLES = 8, LINK_SAMPLES = 8 };

/* those on straight branches from the sample itself; what has a force of its own from its series */
static void evaluate_links(thud_simulation *sim, double sigma) {
    double deformation[THUD_SERIES_WIDTH], force[THUD_SERIES_WIDTH];
    int order = sim->motion.series.order;
    thud_accounts *a = &sim->accounts;
    thud_links_evaluate(sim, a->sample_x, a->sample_v, a->sample_deformation, a->sample_link_force);
    for (size_t i = 0; i < sim->links.count; i++) {
        const thud_body_link *l = &sim->links.list[i];
        if (!l->model->raise && l->damper == 0 && !(l->branch.holds > 0)) continue;
        thud_link_expand(sim, l, deformation, force);
        a->sample_deformation[i] = thud_series_value(deformation, order, sigma);
        a->sample_link_force[i] = thud_series_value(force, order, sigma);
    }
}

thud_sample thud_account_sample(thud_simulation *sim, double time, double sigma, bool event) {
    const thud_series *s = &sim->motion.series;
    double ground = thud_series_value(s->ground, s->order, sigma);
    thud_series_at(sim, sigma, sim->accounts.sample_x, sim->accounts.sample_v, sim->accounts.sample_a);
    for (size_t i = 0; i < sim->structure.n; i++)
        sim->accounts.sample_a[i] += thud_structure_influence(sim, i) * ground;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_RELEASED) continue;
        sim->accounts.sample_force[t->number] = thud_series_value(t->series->force, s->order, sigma);
    }
    bool links = sim->links.count > 0;
    if (links) evaluate_links(sim, sigma);
    return (thud_sample){.time = time,
                         .displacement = sim->accounts.sample_x,
                         .velocity = sim->accounts.sample_v,
                         .acceleration = sim->accounts.sample_a,
                         .force = sim->accounts.sample_force,
                         .event = event,
                         .watch = sim->accounts.watches.count > 0 ? thud_watch_sample(sim, sigma) : NULL,
                         .deformation = links ? sim->accounts.sample_deformation : NULL,
                         .link_force = links ? sim->accounts.sample_link_force : NULL};
}

static void hand_over(thud_simulation *sim, double time, double sigma, bool event) {
    const thud_sample sample = thud_account_sample(sim, time, sigma, event);
    thud_ledger_show(&sim->accounts.ledger, &sample, sim->structure.n, sim->contacts.count);
    for (size_t i = 0; i < sim->contacts.closed_count; i++) sim->accounts.sample_force[sim->contacts.closed[i]] = 0;
}

static void hand_over_contact(thud_simulation *sim, const thud_body_contact *contact, double sigma) {
    const thud_series *s = &sim->motion.series;
    thud_contact_sample sample = {
        .contact = contact->number,
        .start = contact->entry.time,
        .time = sim->motion.time + thud_series_value(s->time, s->order, sigma),
        .penetration = thud_series_value(contact->series->depth, s->order, sigma),
        .velocity = thud_series_value(contact->series->rate, s->order, sigma),
        .force = thud_series_value(contact->series->force, s->order, sigma),
    };
    thud_ledger_show_contact(&sim->accounts.ledger, &sample);
}

/* the way of every contact in force, from where it is to σ */
static void hand_over_contacts(thud_simulation *sim, double sigma) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *contact = &sim->contacts.list[sim->contacts.closed[i]];
        if (contact->phase != THUD_PHASE_ACTIVE) continue;
        for (int j = 0; j <= CONTACT_SAMPLES; j++) hand_over_contact(sim, contact, sigma * j / CONTACT_SAMPLES);
    }
}

/* the way of every link, likewise */
static void hand_over_links(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    double deformation[THUD_SERIES_WIDTH], force[THUD_SERIES_WIDTH];
    for (size_t i = 0; i < sim->links.count; i++) {
        thud_link_expand(sim, &sim->links.list[i], deformation, force);
        for (int j = 0; j <= LINK_SAMPLES; j++) {
            double at = sigma * j / LINK_SAMPLES;
            thud_link_sample sample = {.link = i,
                                       .time = sim->motion.time + thud_series_value(s->time, s->order, at),
                                       .deformation = thud_series_value(deformation, s->order, at),
                                       .force = thud_series_value(force, s->order, at)};
            thud_ledger_show_link(&sim->accounts.ledger, &sample);
        }
    }
}

/* where σ is in time */
static double time_at(const thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    if (s->to_horizon && sigma == s->step) return thud_simulation_break(sim);
    return sim->motion.time + thud_series_value(s->time, s->order, sigma);
}

/* the samples of the expanded step up to σ, and to a time */
static void hand_over_all(thud_simulation *sim, double sigma, double until) {
    const thud_series *s = &sim->motion.series;
    for (double time; (time = sim->accounts.samples.at) <= until;) {
        hand_over(sim, time, thud_series_sigma(s, time - sim->motion.time, sigma), false);
        thud_samples_next(&sim->accounts.samples);
    }
}

void thud_account_samples(thud_simulation *sim, double sigma, bool event) {
    if (sim->accounts.observer && sim->accounts.observer->contact && sigma > 0) hand_over_contacts(sim, sigma);
    if (sim->accounts.observer && sim->accounts.observer->link && sigma > 0) hand_over_links(sim, sigma);
    if (!sim->accounts.observer || !sim->accounts.observer->sample) return;
    double until = time_at(sim, sigma);
    hand_over_all(sim, sigma, until);
    if (event && sim->options.output_events) hand_over(sim, until, sigma, true);
}

/* goes to the end of the expanded step, without accounts */
static void advance(thud_simulation *sim, thud_body_contact *contact) {
    const thud_series *s = &sim->motion.series;
    sim->motion.time = time_at(sim, s->step);
    thud_series_at(sim, s->step, sim->motion.x, sim->motion.v, NULL);
    thud_load_move(&sim->loads.ground, sim->motion.time);
    if (!contact) return;
    thud_interface_clear(contact);
}

/* σ as far as time goes on: no further than z = 0, where a contact ends */
static double usable(const thud_series *s) {
    double turn = s->in_time ? INFINITY : thud_polynomial_first_root(s->root, s->order, s->step);
    return turn < s->step ? turn : s->step;
}

static bool shows_links(const thud_simulation *sim) {
    return sim->links.count > 0 && sim->accounts.observer && sim->accounts.observer->link;
}

bool thud_account_watched(const thud_simulation *sim, double until) {
    const thud_accounts *accounts = &sim->accounts;
    if (until >= accounts->samples.at || shows_links(sim)) return true;
    return sim->contacts.closed_count > 0 && accounts->observer && accounts->observer->contact;
}

void thud_account_aside(thud_simulation *sim, double until) {
    thud_body_contact *contact =
                          sim->contacts.closed_count > 0 ? &sim->contacts.list[sim->contacts.closed[0]] : NULL,
                      kept = {0};
    double kept_time = sim->motion.time;
    size_t kept_count = sim->accounts.summary.solver.rhs_evaluations;
    thud_load kept_load = sim->loads.ground;
    if (contact) kept = *contact;
    memcpy(sim->motion.next_x, sim->motion.x, sim->structure.n * sizeof *sim->motion.x);
    memcpy(sim->motion.next_v, sim->motion.v, sim->structure.n * sizeof *sim->motion.v);
    while (thud_account_watched(sim, until) && sim->motion.time < until && !sim->accounts.ledger.stopped &&
           thud_series_expand(sim)) {
        const thud_series *s = &sim->motion.series;
        double far = usable(s);
        bool last = far < s->step || time_at(sim, far) >= until - 1e-9 * (until - kept_time);
        double sigma = last ? thud_series_sigma(s, until - sim->motion.time, far) : far;
        if (contact && sim->accounts.observer->contact) hand_over_contacts(sim, sigma);
        if (shows_links(sim)) hand_over_links(sim, sigma);
        hand_over_all(sim, sigma, last ? until : time_at(sim, sigma));
        if (last) break;
        advance(sim, contact);
    }
    memcpy(sim->motion.x, sim->motion.next_x, sim->structure.n * sizeof *sim->motion.x);
    memcpy(sim->motion.v, sim->motion.next_v, sim->structure.n * sizeof *sim->motion.v);
    if (contact) *contact = kept;
    sim->loads.ground = kept_load;
    sim->accounts.summary.solver.rhs_evaluations = kept_count;
    sim->motion.time = kept_time;
}
