/*
 * How the ends of a link move against each other, and how large the numbers are that this is a difference of.
 */
#ifndef THUD_SIMULATE_LINK_ENDS_H
#define THUD_SIMULATE_LINK_ENDS_H

#include <math.h>

#include "simulate/contacts/impulse.h"
#include "simulate/links/links.h"
#include "simulate/state.h"

/* d, m, and ḋ, m/s. */
static inline double thud_link_deformation(const thud_simulation *sim, const thud_body_link *l) {
    return thud_coordinate(sim->motion.x, l->right) - thud_coordinate(sim->motion.x, l->left);
}
static inline double thud_link_rate(const thud_simulation *sim, const thud_body_link *l) {
    return thud_coordinate(sim->motion.v, l->right) - thud_coordinate(sim->motion.v, l->left);
}

/* What it acts between. */
static inline thud_direction thud_link_direction(const thud_body_link *l) {
    return (thud_direction){l->left, l->right, l->row};
}

#endif
