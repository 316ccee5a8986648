/*
 * Structures given by matrices: degrees of freedom that are bodies by name, with M, K and C of their own between
 * them. M may be full: then it is M⁻¹ that says what a force on one does to all.
 */
#ifndef THUD_MODEL_MATRICES_H
#define THUD_MODEL_MATRICES_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/model.h>

enum { THUD_MATRICES_MOST = 1000 }; /* degrees of freedom */

typedef struct thud_model_matrices {
    size_t first, count;                /* its bodies */
    double *mass, *stiffness, *damping; /* [count²]; damping NULL: none */
    double *influence;                  /* [count] how far each moves with the ground */
    double *load;                       /* [count] M · influence */
    double *inverse;                    /* [count²] M⁻¹, once the model is built; not for a diagonal M */
    bool is_full;                       /* M is not diagonal */
    double *block;                      /* what all of them lie in */
} thud_model_matrices;

/* The one that a body belongs to; NULL: none. */
const thud_model_matrices *thud_model_matrices_of(const thud_model *model, int body);

/* The same where its masses are full. */
const thud_model_matrices *thud_model_full_mass_of(const thud_model *model, int body);
bool thud_model_has_full_mass(const thud_model *model);

/* Mₐᵦ of the whole model. */
double thud_model_mass_between(const thud_model *model, int a, int b);

/* Copies what was given; count is set already. False without memory. */
bool thud_model_matrices_take(thud_model_matrices *matrices, const thud_matrices *given);

/* M⁻¹, once the masses have been checked. */
void thud_model_matrices_derive(thud_model_matrices *matrices);

/* Another one with numbers of its own; its block is NULL without memory. */
thud_model_matrices thud_model_matrices_copy(const thud_model_matrices *matrices);

/* (M⁻¹)ₐᵦ of the whole model, once it is built: what a unit force on b does to a. */
double thud_model_reply(const thud_model *model, int a, int b);

#endif
