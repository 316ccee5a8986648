/*
 * From what is asked for to one contact with numbers in it.
 */
#ifndef THUD_ENGINE_NUMBERS_H
#define THUD_ENGINE_NUMBERS_H

#include "engine/recipe.h"

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

#endif
