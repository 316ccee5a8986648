/*
 * One body between stops: bridge decks, drop tests, impact dampers on a shaker. What the general code does for any
 * number of bodies, written out for one; most studies consist of nothing else.
 */
#ifndef THUD_SIMULATE_SINGLE_H
#define THUD_SIMULATE_SINGLE_H

#include "simulate/simulation.h"

/* Sums the springs up; is_one says whether there is one body without forces of its own. */
void thud_single_prepare(thud_simulation *simulation);

/* Whether the step to come can be expanded here: σ is time, and at most one contact acts. */
bool thud_single_fits(const thud_simulation *simulation);

/* The series up to the order at which two terms in a row are small at `far`, or to `highest`, or without end where
 * one is not finite (−1). `top` gets the magnitudes of the velocity's coefficients. Returns the order reached; more
 * than `highest` when it was not enough. */
int thud_single_raise(thud_simulation *simulation, int highest, double far, double tolerance, double *top);

/* Energy and impulse of the step up to σ, as thud_books_energy. */
void thud_single_energy(thud_simulation *simulation, double sigma);

#endif
