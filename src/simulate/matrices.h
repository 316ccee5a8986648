/*
 * Structures given by matrices, in steps and in the energy balance: K x and C ẋ between all their degrees of
 * freedom, and M⁻¹ where M is full. Until then what acts on a degree of freedom with a full M is a force, and its
 * inverse mass is taken for 1.
 */
#ifndef THUD_SIMULATE_MATRICES_H
#define THUD_SIMULATE_MATRICES_H

#include "simulate/state.h"

/* Numbers that the damping of all such structures takes. */
size_t thud_matrices_numbers(const thud_model *model);

/* Loads, influences, inverse masses and damping, once masses are there. */
void thud_matrices_prepare(thud_simulation *simulation);

/* The k-th coefficients of accelerations from forces and what the structures do; `common` is for all, times their
 * influence. */
void thud_matrices_raise(const thud_simulation *simulation, double common, int k, double *a);

/* The sizes of the terms of accelerations, from those of forces: what the structures add, and |M⁻¹| of all. */
void thud_matrices_widen(const thud_simulation *simulation, double common, const double *x, const double *v,
                         double *size);

/* J in motion and springs of such structures, beside what is stored in ½ m v² of bodies and in links. */
double thud_matrices_stored(const thud_simulation *simulation);

/* W that their damping takes. */
double thud_matrices_power(const thud_simulation *simulation, const double *v);

/* (M⁻¹)ᵢᵢ of a body, 1/kg. */
static inline double thud_structure_reply(const thud_simulation *sim, thud_body body) {
    const bool full = sim->structure.influence && thud_model_full_mass_of(sim->model, body);
    return full ? thud_model_reply(sim->model, body, body) : sim->structure.inverse_mass[body];
}

/* How far a body goes with the ground. */
static inline double thud_structure_influence(const thud_simulation *sim, size_t body) {
    return sim->structure.influence ? sim->structure.influence[body] : 1;
}

#endif
