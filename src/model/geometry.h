/*
 * Two ends of a link or a contact: their effective mass, and their distance at the start.
 */
#ifndef THUD_MODEL_GEOMETRY_H
#define THUD_MODEL_GEOMETRY_H

#include "model/model.h"

/* The effective mass of two bodies, kg; the ground is infinitely heavy. NAN if an end does not exist. */
double thud_model_pair_mass(const thud_model *model, thud_body left, thud_body right);

/* The effective mass of a contact's bodies, kg; NAN if rods take part and it varies. */
double thud_model_effective_mass(const thud_model *model, const thud_model_contact *contact);

/*
 * The penetration at the start, m; positive if the ends overlap, −INFINITY if they cannot touch. Touching within
 * rounding counts as zero.
 *
 *     bodies: x_left − x_right − gap
 *     tips:   the same, with the displacement of the pivot and L sin θ for the side that the tip is on
 *     rods:   s (T − P)·n − gap; T the tip, P the other rod's pivot, n = (cos θ, sin θ) across that rod; s = 1 when
 *
 * the rod with the tip hangs on the left of the other, −1 on the right. A tip that passes beyond the end of the
 *
 *             other rod, or hangs from above it, does not touch.
 */
double thud_model_penetration(const thud_model *model, const thud_model_contact *contact);

#endif
