/*
 * The force of a general structure. It is cut off at zero where the contact may not pull, and continued past δ = 0
 * for trial steps.
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

/* m, zero or negative: the penetration at which parting bodies stop attracting. */
double thud_general_end(const thud_general *general);

/* F, N. */
double thud_general_force_at(const thud_general *general, double penetration, double rate);

/* J: the work of the force at rest up to a penetration. */
double thud_general_potential(const thud_general *general, double penetration);

/* The defaults of a law's own parameters, [THUD_LAW_EXTRAS]; zeros after them. */
void thud_general_presets(const thud_law *law, double *extra);

#endif
