/*
 * From what is asked for to one contact with numbers in it, stepped as the simulator steps it.
 */
#ifndef THUD_ENGINE_NUMBERS_H
#define THUD_ENGINE_NUMBERS_H

#include <thud/engine.h>

#include "engine/recipe.h"

/* ---- From what is asked for to one contact with numbers in it. ---- */

/* What is known of a contact besides its numbers. */
typedef struct thud_engine_contact {
    thud_engine_numbers numbers;
    double chi;         /* scaled damping; NAN for two slopes and jumps */
    double restitution; /* of the continuous motion */
    double contact_time, max_penetration;
} thud_engine_contact;

/* The contact that returns the restitution, or that of the usual formula when options->usual is set. */
thud_status thud_engine_contact_find(const thud_engine_options *options, thud_engine_contact *contact);

/* The same with another scaled damping, at the stiffness it has. */
thud_status thud_engine_contact_damp(const thud_engine_options *options, double chi, thud_engine_contact *contact);

/* The restitution to enter where the simulator takes one: NAN where it takes none, or none gives this contact. */
double thud_engine_entered(const thud_engine_options *options, const thud_engine_contact *contact);

/* ---- One impact stepped as the simulator steps it. ---- */

/* The restitution that comes out of a step when the bodies start a gap apart; NAN when they never part. */
double thud_engine_step_through(const thud_engine_numbers *numbers, double step, double gap);

/* The restitution of the continuous motion, for forces without a closed form; the contact time and the largest
 * penetration where those are wanted (may be NULL). */
double thud_engine_continuous(const thud_engine_numbers *numbers, double *contact_time, double *max_penetration);

/* Mean, least and most over where in a step the contact begins. */
typedef struct thud_engine_range {
    double mean, lowest, highest;
} thud_engine_range;
thud_engine_range thud_engine_step_range(const thud_engine_numbers *numbers, double step);

/* ---- Contact forces as simulators have them, with what they remember from step to step. ---- */

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

/* ---- Input lines from a template. ---- */

/* Writes the recipe's template into answer->lines with {NAME} replaced: the answer's values, and limit. */
void thud_engine_write_lines(const thud_engine_options *options, thud_engine_answer *answer);

#endif
