/*
 * The structure, M ẍ + C ẋ + K x = loads, in the coordinates of the bodies: prepared once, const in a run.
 */
#ifndef THUD_SIMULATE_STRUCTURE_H
#define THUD_SIMULATE_STRUCTURE_H

#include <thud/model.h>

#include "model/eigen.h"
#include "numeric/series/power_series.h"
#include "simulate/chain.h"

typedef struct thud_body_structure {
    size_t n;                    /* bodies, and supports after them */
    double *mass, *inverse_mass; /* [n] kg, 1/kg; 1 where a mass matrix is full, see matrices.h */
    thud_spring *springs;
    size_t spring_count;
    thud_chain chain;                /* the springs, for use in steps */
    double mass_damping;             /* 1/s: the Rayleigh factor of the masses */
    double *damping_matrix;          /* [n × n] of modal damping, or NULL */
    size_t *damped_from, *damped_to; /* [n] the part of each row of it that is not zero: that of its structure */
    double *load;          /* [n] kg: M ι, by which the ground and gravity act; the masses where all are bodies */
    double *influence;     /* [n] ι, of structures given by matrices; NULL where there are none: 1 */
    double *block_damping; /* C of these, one after the other; see matrices.h */
    double *block_force;   /* [n] work space */
    double gravity;
    struct thud_modal *modal; /* in the coordinates of its modes; NULL where bodies are fewer operations */
} thud_body_structure;

/*
 * mass: [n], kg, the diagonal of M; stiffness and damping: [n × n], N/m and N·s/m, symmetric, n the number of
 * bodies. The model must be built. Allocates while it works, for modal damping only.
 */
thud_status thud_structure_matrices(const thud_model *model, double *mass, double *stiffness, double *damping);

/* Where the rows of the damping matrix begin and end, once it is there; and the i-th row of C v. */
void thud_structure_find_damped(thud_body_structure *structure);
double thud_structure_drag(const thud_body_structure *structure, size_t i, const double *v);

/* Of a group that is solved: the ratio that its modes are given, and their damping in a matrix of all bodies, n ×
 * n. False without memory. */
double thud_structure_ratio(const thud_model *model, const thud_eigen *group);
bool thud_structure_damp(const thud_model *model, const thud_eigen *group, const double *mass, double *damping);

#endif
