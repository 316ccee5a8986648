/*
 * Contact forces as simulators have them, with what they remember from step to step.
 */
#ifndef THUD_ENGINE_FORCE_H
#define THUD_ENGINE_FORCE_H

#include "engine/recipe.h"

/* What a contact keeps of the last accepted step. */
typedef struct thud_engine_memory {
    double penetration;
    double force;
    double damping; /* of this impact, for forces that set it when the contact begins */
    bool inside;
} thud_engine_memory;

/* The force, N, at a penetration and its rate; zero outside. Only reads the memory. */
double thud_engine_force(const thud_engine_numbers *numbers, const thud_engine_memory *memory, double penetration,
                         double rate);

/* Keeps an accepted step. */
void thud_engine_remember(const thud_engine_numbers *numbers, thud_engine_memory *memory, double penetration,
                          double rate);

#endif
