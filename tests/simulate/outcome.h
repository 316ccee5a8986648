/*
 * Everything that a run tells, and how far two runs of it are apart: the summary with its energy balance, and the
 * ledger row by row, each number relative to its own scale.
 */
#ifndef THUD_TESTS_SIMULATE_OUTCOME_H
#define THUD_TESTS_SIMULATE_OUTCOME_H

#include <stddef.h>

#include "simulate/scene.h"

enum { OUTCOME_BODIES = 200, OUTCOME_CONTACTS = 100, OUTCOME_LINKS = 24 };

typedef struct outcome {
    thud_status status;
    thud_summary summary;
    thud_body_summary bodies[OUTCOME_BODIES];
    thud_contact_summary contacts[OUTCOME_CONTACTS];
    thud_link_summary links[OUTCOME_LINKS];
    size_t count;
    thud_impact_entry *entries; /* [count], freed with outcome_free */
} outcome;

/* what has come out of a scene */
static inline outcome outcome_now(const scene *s) {
    outcome o = {0};
    o.status = s->status;
    o.summary = *s->summary;
    ck_assert_uint_le(o.summary.body_count, OUTCOME_BODIES);
    ck_assert_uint_le(o.summary.contact_count, OUTCOME_CONTACTS);
    ck_assert_uint_le(s->count, SCENE_ENTRIES);
    memcpy(o.bodies, s->summary->bodies, o.summary.body_count * sizeof *o.bodies);
    memcpy(o.contacts, s->summary->contacts, o.summary.contact_count * sizeof *o.contacts);
    ck_assert_uint_le(o.summary.link_count, OUTCOME_LINKS);
    for (size_t i = 0; i < o.summary.link_count; i++) o.links[i] = s->summary->links[i];
    o.count = s->count;
    o.entries = malloc((o.count + 1) * sizeof *o.entries);
    memcpy(o.entries, s->entries, o.count * sizeof *o.entries);
    return o;
}

/* runs a scene that is built, and keeps what came out */
static inline outcome outcome_of(scene *s) {
    scene_try(s);
    return outcome_now(s);
}

static inline void outcome_free(outcome *o) { free(o->entries); }

/* The largest difference so far, and of what. */
typedef struct outcome_difference {
    double most;
    char what[96];
    double a, b;
} outcome_difference;

static inline void outcome_note(outcome_difference *d, const char *what, size_t number, double a, double b,
                                double scale) {
    double own = a == b || (isnan(a) && isnan(b)) ? 0 : fabs(a - b) / scale;
    if (own <= d->most) return; /* NAN is larger than anything */
    d->most = isnan(own) ? INFINITY : own;
    d->a = a;
    d->b = b;
    snprintf(d->what, sizeof d->what, "%s %zu", what, number);
}

/* what the run is about: the fastest speed of any body, and the energy that it had */
typedef struct outcome_scales {
    double way, speed, acceleration, energy;
} outcome_scales;

static inline outcome_scales outcome_scales_of(const outcome *a) {
    outcome_scales s = {0};
    for (size_t i = 0; i < a->summary.body_count; i++) {
        s.way = fmax(s.way, a->bodies[i].max_displacement);
        s.speed = fmax(s.speed, a->bodies[i].max_velocity);
        s.acceleration = fmax(s.acceleration, a->bodies[i].max_acceleration);
    }
    const thud_energy_summary *e = &a->summary.energy;
    s.energy = fabs(e->input) + fabs(e->dissipated) + fabs(e->hysteresis) + fabs(e->impact) + fabs(e->stored);
    return s;
}

static inline void outcome_compare_bodies(outcome_difference *d, const outcome *a, const outcome *b, size_t bodies,
                                          const outcome_scales *s) {
    for (size_t i = 0; i < bodies; i++) {
        const thud_body_summary *p = &a->bodies[i], *q = &b->bodies[i];
        /* a body that moves by a billionth of what others do moves by rounding of theirs */
        double x = fmax(p->max_displacement, 1e-9 * s->way), v = fmax(p->max_velocity, 1e-9 * s->speed);
        outcome_note(d, "max_displacement", i, p->max_displacement, q->max_displacement, x);
        outcome_note(d, "max_velocity", i, p->max_velocity, q->max_velocity, v);
        /* of a body that nothing holds it is rounding of what the ground, 0.5 m/s² or more, adds and takes away */
        double all = fmax(p->max_acceleration, fmax(0.01 * s->acceleration, 0.01));
        outcome_note(d, "max_acceleration", i, p->max_acceleration, q->max_acceleration, all);
        outcome_note(d, "final_displacement", i, p->final_displacement, q->final_displacement, x);
        outcome_note(d, "final_velocity", i, p->final_velocity, q->final_velocity, v);
    }
}

static inline void outcome_compare_contacts(outcome_difference *d, const outcome *a, const outcome *b,
                                            const outcome_scales *s) {
    double impulse =
        s->speed > 0 ? 2e-6 * s->energy / s->speed : 0; /* a millionth of what it takes to stop it all */
    for (size_t i = 0; i < a->summary.contact_count; i++) {
        const thud_contact_summary *p = &a->contacts[i], *q = &b->contacts[i];
        outcome_note(d, "impacts", i, (double)p->impacts, (double)q->impacts, 1e-9);
        outcome_note(d, "max_force", i, p->max_force, q->max_force, p->max_force);
        outcome_note(d, "max_penetration", i, p->max_penetration, q->max_penetration, p->max_penetration);
        outcome_note(d, "impulse", i, p->impulse, q->impulse, fmax(p->impulse, impulse));
        outcome_note(d, "energy_lost", i, p->energy_lost, q->energy_lost, fmax(p->energy_lost, 1e-6 * s->energy));
        outcome_note(d, "stick_time", i, p->stick_time, q->stick_time, a->summary.duration);
    }
}

/* what yields goes as far as the deformation does */
static inline void outcome_compare_links(outcome_difference *d, const outcome *a, const outcome *b,
                                         const outcome_scales *s) {
    for (size_t i = 0; i < a->summary.link_count; i++) {
        const thud_link_summary *p = &a->links[i], *q = &b->links[i];
        double way = p->max_deformation + p->plastic_deformation;
        /* between bodies that nothing else holds all three are rounding of their coordinates, which go with the
         * ground and have that of some hundred steps, 1e-14 of them or 1e-9 of this */
        double least = 1e-5 * s->way, of = fmax(p->max_deformation, q->max_deformation),
               share = of < least ? least / of : 1;
        outcome_note(d, "max_force of link", i, p->max_force, q->max_force,
                     share * fmax(p->max_force, q->max_force));
        outcome_note(d, "max_deformation of link", i, p->max_deformation, q->max_deformation, share * of);
        outcome_note(d, "ductility of link", i, p->ductility, q->ductility,
                     share * fmax(p->ductility, q->ductility));
        outcome_note(d, "residual_deformation of link", i, p->residual_deformation, q->residual_deformation, way);
        outcome_note(d, "plastic_deformation of link", i, p->plastic_deformation, q->plastic_deformation, way);
        outcome_note(d, "energy of link", i, p->energy, q->energy, fmax(p->energy, 1e-6 * s->energy));
    }
}

static inline void outcome_compare_energy(outcome_difference *d, const outcome *a, const outcome *b,
                                          const outcome_scales *s) {
    const thud_energy_summary *p = &a->summary.energy, *q = &b->summary.energy;
    outcome_note(d, "energy.input", 0, p->input, q->input, s->energy);
    outcome_note(d, "energy.dissipated", 0, p->dissipated, q->dissipated, fmax(p->dissipated, 1e-6 * s->energy));
    outcome_note(d, "energy.hysteresis", 0, p->hysteresis, q->hysteresis, fmax(p->hysteresis, 1e-6 * s->energy));
    outcome_note(d, "energy.impact", 0, p->impact, q->impact, fmax(p->impact, 1e-6 * s->energy));
    outcome_note(d, "energy.stored", 0, p->stored, q->stored, s->energy);
    outcome_note(d, "energy.residual", 0, p->residual, q->residual, 1);
}

/* the largest of a column, given by its place in a row, over the rows of one contact */
static inline double outcome_largest(const outcome *o, size_t contact, size_t column) {
    double largest = 0;
    for (size_t i = 0; i < o->count; i++) {
        const char *row = (const char *)&o->entries[i];
        if (o->entries[i].contact == contact) largest = fmax(largest, fabs(*(const double *)(row + column)));
    }
    return largest;
}

static inline void outcome_compare_rows(outcome_difference *d, const outcome *a, const outcome *b,
                                        const outcome_scales *s) {
    outcome_note(d, "rows", 0, (double)a->count, (double)b->count, 1e-9);
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        const thud_impact_entry *p = &a->entries[i], *q = &b->entries[i];
        size_t n = p->contact;
        /* ratios are as uncertain as the slow one of two speeds is */
        double slow = s->speed / p->approach_speed;
        outcome_note(d, "contact of row", i, (double)n, (double)q->contact, 1e-9);
        outcome_note(d, "ended of row", i, p->ended, q->ended, 1e-9);
        outcome_note(d, "time of row", i, p->time, q->time, a->summary.duration);
        outcome_note(d, "approach_speed of row", i, p->approach_speed, q->approach_speed, s->speed);
        outcome_note(d, "separation_speed of row", i, p->separation_speed, q->separation_speed, s->speed);
        outcome_note(d, "restitution of row", i, p->restitution, q->restitution, fmax(1, slow));
        outcome_note(d, "duration of row", i, p->duration, q->duration,
                     outcome_largest(a, n, offsetof(thud_impact_entry, duration)));
        outcome_note(d, "max_force of row", i, p->max_force, q->max_force,
                     outcome_largest(a, n, offsetof(thud_impact_entry, max_force)));
        double deepest = outcome_largest(a, n, offsetof(thud_impact_entry, max_penetration));
        outcome_note(d, "max_penetration of row", i, p->max_penetration, q->max_penetration, deepest);
        outcome_note(d, "separation_penetration of row", i, p->separation_penetration, q->separation_penetration,
                     deepest);
        outcome_note(d, "impulse of row", i, p->impulse, q->impulse,
                     outcome_largest(a, n, offsetof(thud_impact_entry, impulse)));
        outcome_note(d, "energy_lost of row", i, p->energy_lost, q->energy_lost,
                     fmax(outcome_largest(a, n, offsetof(thud_impact_entry, energy_lost)), 1e-6 * s->energy));
        outcome_note(d, "damping of row", i, p->damping, q->damping, p->damping * fmax(1, slow));
    }
}

/* of the first `bodies` bodies and all else */
static inline outcome_difference outcome_compare(const outcome *a, const outcome *b, size_t bodies) {
    outcome_difference d = {0};
    outcome_scales s = outcome_scales_of(a);
    outcome_note(&d, "status", 0, a->status, b->status, 1e-9);
    outcome_note(&d, "duration", 0, a->summary.duration, b->summary.duration, a->summary.duration);
    outcome_note(&d, "all impacts", 0, (double)a->summary.impacts, (double)b->summary.impacts, 1e-9);
    outcome_compare_bodies(&d, a, b, bodies, &s);
    outcome_compare_contacts(&d, a, b, &s);
    outcome_compare_links(&d, a, b, &s);
    outcome_compare_energy(&d, a, b, &s);
    outcome_compare_rows(&d, a, b, &s);
    return d;
}

static inline bool outcome_is_same_row(const thud_impact_entry *a, const thud_impact_entry *b) {
    return memcmp(a, b, offsetof(thud_impact_entry, ended)) == 0 && a->ended == b->ended;
}

/* to the bit, the clock on the wall apart */
static inline bool outcome_is_same(const outcome *a, const outcome *b) {
    const thud_summary *p = &a->summary, *q = &b->summary;
    bool same = a->status == b->status && a->count == b->count && p->impacts == q->impacts &&
                p->solver.steps == q->solver.steps && p->solver.events == q->solver.events &&
                p->solver.rhs_evaluations == q->solver.rhs_evaluations &&
                memcmp(&p->duration, &q->duration, sizeof p->duration) == 0 &&
                memcmp(&p->energy, &q->energy, sizeof p->energy) == 0 &&
                memcmp(a->bodies, b->bodies, sizeof a->bodies) == 0 &&
                memcmp(a->contacts, b->contacts, sizeof a->contacts) == 0 &&
                memcmp(a->links, b->links, sizeof a->links) == 0;
    for (size_t i = 0; same && i < a->count; i++) same = outcome_is_same_row(&a->entries[i], &b->entries[i]);
    return same;
}

#endif
