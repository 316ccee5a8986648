/*
 * The force of a general structure: what the structure's function says, cut off at zero where the contact may not
 * pull, and continued past δ = 0, where a step may try it.
 */
#ifndef THUD_LAW_GENERAL_H
#define THUD_LAW_GENERAL_H

#include <stdbool.h>

#include <thud/law.h>

typedef struct thud_general {
    const thud_structure *structure;
    thud_force_state state;
    bool limited; /* F ≥ 0 */
} thud_general;

/* m, zero or negative: the penetration at which bodies that part stop pulling at each other. */
double thud_general_end(const thud_general *general);

/* F, N. */
double thud_general_force_at(const thud_general *general, double penetration, double rate);

/* J: the work that the force at rest has taken on the way to a penetration. */
double thud_general_potential(const thud_general *general, double penetration);

/* The presets of a law's own parameters, [THUD_LAW_EXTRAS]; zeros after them. */
void thud_general_presets(const thud_law *law, double *extra);

#endif
