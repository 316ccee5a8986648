/*
 * A laboratory for tests: impacts as thud_impact_sample gives them, as a gauge with an offset and noise would
 * record them. Samples lie anywhere with respect to the first touch.
 */
#ifndef THUD_TESTS_LABORATORY_H
#define THUD_TESTS_LABORATORY_H

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include <thud/identify.h>

#include "numeric/random.h"

enum { LABORATORY_FINE = 64 }; /* states between two samples, from which those that are recorded are chosen */

/* An impact, followed finely once. */
typedef struct laboratory {
    thud_impact_options options;
    thud_impact hit;
    size_t points; /* samples per contact, about */
    size_t states;
    thud_impact_state *course;
} laboratory;

static inline laboratory laboratory_open(const char *law, double e, thud_separation separation, double n,
                                         size_t points) {
    laboratory l = {.options = thud_impact_options_default(thud_law_find(law)), .points = points};
    l.options.restitution = e;
    if (!isnan(n)) l.options.exponent = n;
    l.options.separation = separation;
    l.options.stiffness = 2e6;
    l.options.mass = 0.5;
    l.options.speed = 0.8;
    l.options.damping = THUD_DAMPING_EXACT;
    ck_assert_int_eq(thud_impact_solve(&l.options, &l.hit), THUD_OK);
    l.states = points * LABORATORY_FINE + 1;
    l.course = malloc(l.states * sizeof *l.course);
    ck_assert_ptr_nonnull(l.course);
    ck_assert_int_eq(thud_impact_sample(&l.options, l.states, l.course), THUD_OK);
    return l;
}

static inline void laboratory_close(laboratory *l) { free(l->course); }

/* A record of one impact, with half a contact of rest and more on both sides. */
typedef struct recording {
    size_t count;
    double *time, *force;
} recording;

static inline recording laboratory_record(const laboratory *l, double noise, double offset, uint64_t seed) {
    thud_random random = thud_random_seed(seed);
    /* the step is up to an eighth off, and the first touch anywhere between two samples */
    long fine = LABORATORY_FINE, points = (long)l->points, rest = points / 2 + 8;
    long stride = fine - fine / 8 + (long)(thud_random_uniform(&random) * (double)fine / 4);
    long shift = (long)(thud_random_uniform(&random) * (double)stride);
    recording r = {.count = (size_t)(points + 2 * rest)};
    r.time = malloc(r.count * sizeof *r.time);
    r.force = malloc(r.count * sizeof *r.force);
    ck_assert(r.time && r.force);
    double step = l->course[l->states - 1].time / (double)(l->states - 1);
    for (size_t i = 0; i < r.count; i++) {
        long at = ((long)i - rest) * stride + shift;
        double force = at <= 0 || at >= (long)l->states - 1 ? 0 : l->course[at].force;
        r.time[i] = 0.1 + (double)at * step;
        r.force[i] = offset + force + noise * l->hit.max_force * thud_random_normal(&random);
    }
    return r;
}

static inline void recording_free(recording *r) {
    free(r->time);
    free(r->force);
}

static inline thud_force_record *recording_open(const recording *r) {
    thud_force_record *record;
    thud_error error = {0};
    ck_assert_msg(thud_force_record_create(r->time, r->force, r->count, &record, &error) == THUD_OK, "%s",
                  error.text);
    return record;
}

/* sanitizers look at memory, and a second compiler at the language: statistics are made once */
#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
#define LABORATORY_SLOW 1
#else
#define LABORATORY_SLOW 0
#endif

#endif
