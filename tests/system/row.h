/*
 * What the tests of systems share: bodies in a row, an observer that keeps what it is told, and one call to run it.
 */
#ifndef THUD_TESTS_SIMULATE_ROW_H
#define THUD_TESTS_SIMULATE_ROW_H

#include <thud/system.h>

#include <math.h>
#include <string.h>

#include "suite.h"

enum { ENTRY_LIMIT = 64, DOF_LIMIT = 5 };

/* bodies in a row on one axis with a constant acceleration; body i strikes body i + 1, the last a wall at 0 */
typedef struct row {
    size_t count;
    double mass[DOF_LIMIT], gravity;
    double broken_after; /* s: forces are no numbers from then on; 0: never */
} row;

static inline void row_mass(void *context, const double *q, double *m) {
    const row *r = context;
    (void)q;
    for (size_t i = 0; i < r->count * r->count; i++) m[i] = 0;
    for (size_t i = 0; i < r->count; i++) m[i * r->count + i] = r->mass[i];
}

static inline void row_forces(void *context, double t, const double *q, const double *v, double *f) {
    const row *r = context;
    (void)q, (void)v;
    for (size_t i = 0; i < r->count; i++)
        f[i] = r->broken_after > 0 && t > r->broken_after ? NAN : r->mass[i] * r->gravity;
}

static inline double row_depth(void *context, size_t i, const double *q, double *g) {
    const row *r = context;
    for (size_t j = 0; j < r->count; j++) g[j] = 0;
    g[i] = 1;
    if (i + 1 == r->count) return q[i];
    g[i + 1] = -1;
    return q[i] - q[i + 1];
}

static inline double row_energy(void *context, double t, const double *q, const double *v) {
    const row *r = context;
    double sum = 0;
    (void)t;
    for (size_t i = 0; i < r->count; i++) sum += r->mass[i] * (v[i] * v[i] / 2 - r->gravity * q[i]);
    return sum;
}

static inline thud_system row_system(row *r, const thud_gap_contact *contacts) {
    return (thud_system){.context = r,
                         .dof = r->count,
                         .contact_count = r->count,
                         .contacts = contacts,
                         .mass = row_mass,
                         .forces = row_forces,
                         .penetration = row_depth,
                         .energy = row_energy};
}

typedef struct record {
    size_t count, samples, stop_after;
    bool without_contacts; /* there are no forces in a sample */
    thud_impact_entry entries[ENTRY_LIMIT];
    double time[ENTRY_LIMIT], position[ENTRY_LIMIT], acceleration[ENTRY_LIMIT], force[ENTRY_LIMIT];
} record;

static inline bool keep(void *context, const thud_impact_entry *entry) {
    record *r = context;
    if (r->count < ENTRY_LIMIT) r->entries[r->count] = *entry;
    r->count++;
    return r->stop_after == 0 || r->count < r->stop_after;
}

static inline bool keep_sample(void *context, const thud_sample *sample) {
    record *r = context;
    if (r->samples < ENTRY_LIMIT) {
        r->time[r->samples] = sample->time;
        r->position[r->samples] = sample->displacement[0];
        r->acceleration[r->samples] = sample->acceleration[0];
        if (!r->without_contacts) r->force[r->samples] = sample->force[0];
    }
    r->samples++;
    return true;
}

typedef struct outcome {
    thud_status status;
    thud_body_summary bodies[DOF_LIMIT];
    thud_contact_summary contacts[DOF_LIMIT];
    thud_summary summary;
    record record;
} outcome;

static inline thud_gap_contact contact_of(const char *law, double e, double stiffness) {
    thud_gap_contact c = thud_gap_contact_default(thud_law_find(law));
    c.restitution = e;
    if (stiffness > 0) c.stiffness = stiffness;
    return c;
}

static inline void solve(outcome *o, const thud_system *system, const thud_system_options *options, double *q,
                         double *v) {
    thud_observer observer = {.context = &o->record, .impact = keep, .sample = keep_sample};
    o->status = thud_system_run(system, options, q, v, o->bodies, o->contacts, &observer, &o->summary);
}

static inline thud_system_options options_for(double duration) {
    thud_system_options options = thud_system_options_default();
    options.duration = duration;
    return options;
}

#endif
