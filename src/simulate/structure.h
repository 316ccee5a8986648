/*
 * The matrices of a linear structure, M ẍ + C ẋ + K x = loads, in the coordinates of the bodies.
 */
#ifndef THUD_SIMULATE_STRUCTURE_H
#define THUD_SIMULATE_STRUCTURE_H

#include <thud/model.h>

/*
 * mass: [n], kg, the diagonal of M; stiffness and damping: [n × n], N/m and N·s/m, symmetric, n the number of
 * bodies. The model must be built. Allocates while it works, for modal damping only.
 */
thud_status thud_structure_matrices(const thud_model *model, double *mass, double *stiffness, double *damping);

#endif
