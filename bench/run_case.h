/*
 * Structures that knock against each other, as plain numbers: what both thud and its rivals are given in bench_run.
 */
#ifndef THUD_BENCH_RUN_CASE_H
#define THUD_BENCH_RUN_CASE_H

#include <stdbool.h>

#include <thud/simulate.h>

enum { RUN_BODIES = 1000, RUN_LINKS = RUN_BODIES, RUN_CONTACTS = RUN_BODIES, RUN_STATES = 2 * RUN_BODIES };

typedef struct run_link {
    int left, right; /* bodies; −1 is the ground */
    double stiffness, damping;
    double yield, hardening; /* N; 0: it does not yield */
} run_link;

/* F = k δⁿ + c δᵖ δ̇ until δ = 0 again: p = n and c from the approach speed, or n = 1 and p = 0. */
typedef struct run_contact {
    int left, right;
    double gap;
    double stiffness;
    bool hertz;         /* n = p = 3/2 with the exact damping for `restitution`; otherwise n = 1, p = 0 */
    double restitution; /* for hertz */
    double damping;     /* c, N·s/m, for n = 1 */
} run_contact;

typedef struct run_case {
    const char *name;
    int bodies, links, contacts;
    double mass[RUN_BODIES];
    double displacement[RUN_BODIES]; /* at the start; velocities are zero */
    run_link link[RUN_LINKS];
    run_contact contact[RUN_CONTACTS];
    double rayleigh_mass, rayleigh_stiffness; /* C = a M + b K, beside the links' own where both are zero */
    thud_motion *ground;                      /* NULL: none; else with the step `interval` */
    double interval;                          /* s between the instants that are compared */
    int points;                               /* of them, without t = 0 */
} run_case;

/* A deck between two stops that closes Hertz contacts under a ground motion; an impact damper, released; two
 * buildings. False without memory. `run_case_free` after any of them. */
bool run_case_bridge(run_case *out);
bool run_case_damper(run_case *out);
bool run_case_buildings(run_case *out);
/* the same two with every storey bilinear */
bool run_case_yielding_buildings(run_case *out);
/* three storeys beside two, all bilinear, that touch at two floors; 12 s */
bool run_case_frames(run_case *out);
/* so many buildings of one storey in a row, 20 mm apart; with springs and dashpots between them, otherwise */
bool run_case_row(run_case *out, int buildings, bool hertz);
void run_case_free(run_case *which);

/* The same as a model, sampled at the points or not at all; NULL when it cannot be built. */
thud_model *run_case_model(const run_case *which, double tolerance, bool sampled);

#endif
