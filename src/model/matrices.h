/*
 * Structures given by matrices: degrees of freedom that are named bodies, with M, K and C between them. If M is
 * full, M⁻¹ distributes a force on one to all.
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
    double *block;                      /* the memory of all arrays */
} thud_model_matrices;

/* The structure to which a body belongs; NULL: none. */
const thud_model_matrices *thud_model_matrices_of(const thud_model *model, int body);

/* The same if its mass matrix is full. */
const thud_model_matrices *thud_model_full_mass_of(const thud_model *model, int body);
bool thud_model_has_full_mass(const thud_model *model);

/* Mₐᵦ of the whole model. */
double thud_model_mass_between(const thud_model *model, int a, int b);

/* Copies the input; count must be set. False when memory is short. */
bool thud_model_matrices_take(thud_model_matrices *matrices, const thud_matrices *given);

/* M⁻¹, once the masses have been checked. */
void thud_model_matrices_derive(thud_model_matrices *matrices);

/* A deep copy; its block is NULL when memory is short. */
thud_model_matrices thud_model_matrices_copy(const thud_model_matrices *matrices);

/* (M⁻¹)ₐᵦ of the whole built model: the response of a to a unit force on b. */
double thud_model_reply(const thud_model *model, int a, int b);

#endif
