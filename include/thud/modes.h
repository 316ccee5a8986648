/*
 * The modes of a model: how its structures would vibrate, undamped and free of contact.
 *
 *     thud_modes *modes;
 *     thud_status status = thud_model_modes(model, &modes);
 *     printf("T1 = %g s\n", modes->list[0].period);
 *     thud_modes_free(modes);
 *
 * A structure is a group of bodies that springs hold together; a body that no spring holds is none, and has no
 * modes. Springs are taken as they are at the start: those that yield by their elastic stiffness.
 */
#ifndef THUD_MODES_H
#define THUD_MODES_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_model_mode {
    size_t structure; /* its number, from 0, in the order of their first bodies */
    double square;    /* rad²/s², ω²: zero for a free mode, below zero for one that grows by itself */
    double period;    /* s, 2π/ω; INFINITY for a free mode, NAN where ω² is below zero */
    bool is_free;     /* the structure moves as a whole, and nothing holds it */
    double damping_ratio; /* of critical: φᵀCφ/(2ω φᵀMφ) with the linear dashpots; NAN where ω² is not above 0 */
    double participating_mass; /* kg, (φᵀMι)²/(φᵀMφ), ι = 1; over its modes they sum to the mass of the structure */
    const double *shape; /* [body_count], φ: the largest is 1; 0 for bodies of other structures */
} thud_model_mode;

typedef struct thud_modes {
    size_t structure_count;
    double *masses; /* kg, [structure_count] */
    size_t body_count;
    size_t count;
    thud_model_mode *list; /* [count]; by structure, and in each from the longest period to the shortest */
} thud_modes;

/* The model must be built. THUD_ERROR_MEMORY, or THUD_ERROR_ACCURACY where the eigenproblem has no answer. */
THUD_API thud_status thud_model_modes(const thud_model *model, thud_modes **modes);
THUD_API void thud_modes_free(thud_modes *modes);

#ifdef __cplusplus
}
#endif
#endif
