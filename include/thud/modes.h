/*
 * The modes of a model: vibration of its structures, undamped and without contact.
 *
 *     thud_modes *modes;
 *     thud_status status = thud_model_modes(model, &modes);
 *     printf("T1 = %g s\n", modes->list[0].period);
 *     thud_modes_free(modes);
 *
 * A structure is a group of bodies connected by springs; a body without springs has no modes. Springs have their
 * initial stiffness: those that yield have the elastic one.
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
    size_t structure; /* number of the structure, from 0, in the order of their first bodies */
    double square;    /* rad²/s², ω²: zero for a free mode, negative for an unstable one */
    double period;    /* s, 2π/ω; INFINITY for a free mode, NAN where ω² is below zero */
    bool is_free;     /* a rigid-body mode: the structure moves as a whole and nothing holds it */
    double damping_ratio; /* damping ratio φᵀCφ/(2ω φᵀMφ) with the linear dashpots; NAN where ω² is not positive */
    double participating_mass; /* kg, (φᵀMι)²/(φᵀMφ), ι = 1; the sum over its modes is the mass of the structure */
    const double *shape; /* [body_count], φ: the largest is 1; 0 for bodies of other structures */
} thud_model_mode;

typedef struct thud_modes {
    size_t structure_count;
    double *masses; /* kg, [structure_count] */
    size_t body_count;
    size_t count;
    thud_model_mode *list; /* [count]; sorted by structure, then from the longest period to the shortest */
} thud_modes;

/* The model must be built. THUD_ERROR_MEMORY, or THUD_ERROR_ACCURACY where the eigenproblem cannot be solved. */
THUD_API thud_status thud_model_modes(const thud_model *model, thud_modes **modes);
THUD_API void thud_modes_free(thud_modes *modes);

#ifdef __cplusplus
}
#endif
#endif
