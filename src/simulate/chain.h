/*
 * Springs and dashpots of the structure, all at once.
 *
 * Storeys, cars and bridge segments are written down one after the other, and most links hold a body to the one
 * after it or to the ground. Those are kept by body, a column of numbers each, so that nothing has to be looked up;
 * what is left are links between bodies that are not neighbours.
 */
#ifndef THUD_SIMULATE_CHAIN_H
#define THUD_SIMULATE_CHAIN_H

#include <stddef.h>

#include <thud/model.h>

#include "model/model.h"

/* A spring and dashpot between two bodies; THUD_BODY_GROUND does not move. */
typedef struct thud_spring {
    thud_body left, right;
    double stiffness, damping;
} thud_spring;

typedef struct thud_chain {
    size_t n;
    const double *inverse_mass;  /* [n] 1/kg */
    double *stiffness, *damping; /* [n] from body i to body i + 1, all links of the two together */
    double *hold, *drag;         /* [n] likewise to the ground, and what the Rayleigh factor of the masses adds */
    double *tension; /* [n + 1] work space: what pulls body i at i + 1, and is pulled by at i; 0 at the ends */
    thud_spring *others;
    size_t other_count;
} thud_chain;

/* Sorts links into columns, which must be zero; `drag` may have something in it already. `others` is as long as
 * all.
 */
void thud_chain_sort(thud_chain *chain, const thud_spring *links, size_t count);

/* Other stiffnesses for the links that were sorted. */
void thud_chain_stiffen(thud_chain *chain, const thud_spring *links, size_t count);

/* Accelerations of the bodies, m/s², given displacements and velocities or coefficients of them; `add` for all. */
void thud_chain_accelerate(const thud_chain *chain, double add, const double *restrict x, const double *restrict v,
                           double *restrict a);

/* W that the dashpots take; and vᵀ C w. */
double thud_chain_power(const thud_chain *chain, const double *v);
double thud_chain_product(const thud_chain *chain, const double *v, const double *w);

#endif
