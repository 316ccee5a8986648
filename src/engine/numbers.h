/*
 * From the question to one contact with all its numbers, stepped like the simulator.
 */
#ifndef THUD_ENGINE_NUMBERS_H
#define THUD_ENGINE_NUMBERS_H

#include <thud/engine.h>

#include "engine/recipe.h"

/* ---- From the question to one contact with all its numbers. ---- */

/* A contact and its exact properties. */
typedef struct thud_engine_contact {
    thud_engine_numbers numbers;
    double chi;         /* scaled damping; NAN for two slopes and jumps */
    double restitution; /* e of the continuous motion */
    double contact_time, max_penetration;
} thud_engine_contact;

/* The contact that returns the restitution, or that of the usual formula if options->usual is set. */
thud_status thud_engine_contact_find(const thud_engine_options *options, thud_engine_contact *contact);

/* The same with another scaled damping, at the same stiffness. */
thud_status thud_engine_contact_damp(const thud_engine_options *options, double chi, thud_engine_contact *contact);

/* The restitution to enter if the simulator takes one; NAN if it takes none, or if no value gives this contact. */
double thud_engine_entered(const thud_engine_options *options, const thud_engine_contact *contact);

/* ---- One impact, stepped like the simulator. ---- */

/* The restitution from stepping, when the bodies start a gap apart; NAN if they never separate. */
double thud_engine_step_through(const thud_engine_numbers *numbers, double step, double gap);

/* The restitution of the continuous motion, for forces without a closed form; also the contact time and the
 * largest penetration (may be NULL). */
double thud_engine_continuous(const thud_engine_numbers *numbers, double *contact_time, double *max_penetration);

/* Mean, lowest and highest over the phase of the step at which the contact begins. */
typedef struct thud_engine_range {
    double mean, lowest, highest;
} thud_engine_range;
thud_engine_range thud_engine_step_range(const thud_engine_numbers *numbers, double step);

/* ---- Contact forces of simulators, with their memory from step to step. ---- */

/* What a contact remembers of the last accepted step. */
typedef struct thud_engine_memory {
    double penetration;
    double force;
    double damping; /* damping of this impact, for forces that set it when the contact begins */
    bool inside;
} thud_engine_memory;

/* The force, N, at a penetration and its rate; zero outside. It only reads the memory. */
double thud_engine_force(const thud_engine_numbers *numbers, const thud_engine_memory *memory, double penetration,
                         double rate);

/* Remembers an accepted step. */
void thud_engine_remember(const thud_engine_numbers *numbers, thud_engine_memory *memory, double penetration,
                          double rate);

/* ---- Input lines from a template. ---- */

/* Writes the recipe's template into answer->lines, with each {NAME} replaced by its value, and {limit} by its
   words. */
void thud_engine_write_lines(const thud_engine_options *options, thud_engine_answer *answer);

#endif
