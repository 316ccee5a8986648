/*
 * Towers whose top strikes a wall, and what an expert would write for them: CVODE, and the loop of a finite-element
 * program.
 */
#ifndef THUD_BENCH_RIVAL_TOWER_H
#define THUD_BENCH_RIVAL_TOWER_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/thud.h>

typedef struct tower {
    size_t n;
    bool by_modes; /* coordinates of modes; otherwise a chain of storeys with dashpots */
    /* [n] of modes: ω², c and L = −φᵀMι; and [n × n] φ, row by row of bodies */
    double *square, *drag, *load, *shape;
    /* of a chain: kg, N/m and N·s/m of every storey */
    double mass, stiffness, damping;
    double gap, contact_stiffness, restitution; /* F = k δ^1.5 + c δ^1.5 δ̇ at the top */
    const thud_motion *ground;
    size_t points; /* points of the record, without t = 0 */
} tower;

/* The modes of a tower of equal masses from its model, all with one ratio of damping. False without memory;
 * `rival_tower_free` in any case. */
bool rival_tower_take_modes(tower *which, const thud_model *model, double ratio);
void rival_tower_free(tower *which);

/* Displacement and velocity of the top at the points of the record, [points][2]; and the largest displacement of
 * each body there, [n]. */
typedef struct tower_result {
    double *trace, *peaks;
} tower_result;

/* CVODE with root finding on the gap, begun anew where it closes or opens and with a stop at every point of the
 * record: Adams–Moulton, or backward differences with a banded Jacobian, which a chain has. False when it gives up.
 */
bool rival_tower_cvode(const tower *which, bool banded, double tolerance, tower_result *result);

/* Newmark's method with a constant average acceleration and a fixed step, the force of the contact by Newton's
 * method: of modes one by one, or with the Cholesky factor of the banded matrix, made once. */
bool rival_tower_newmark(const tower *which, double step, tower_result *result);

#endif
