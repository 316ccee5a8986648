/*
 * One body between stops: bridge decks, drop tests, impact dampers on a shaker. What the general code does for any
 * number of bodies, written out for one; most studies consist of nothing else.
 */
#ifndef THUD_SIMULATE_SINGLE_H
#define THUD_SIMULATE_SINGLE_H

#include "simulate/event.h"
#include "simulate/simulation.h"

/* Sums the springs up; is_one says whether there is one body without forces of its own. */
void thud_single_prepare(thud_simulation *simulation);

/* Finds the stops; at the start of a run, since contacts may change between runs. */
void thud_single_watch(thud_simulation *simulation);

/* Whether the body is in flight between plain stops, under a load that is a straight line. */
bool thud_single_flies(const thud_simulation *simulation);

/* One step in flight: to the next break of the load, or until a gap closes. False, and nothing done, when it is not
 * that simple. */
bool thud_single_fly(thud_simulation *simulation, thud_event *event);

/* Whether the step to come can be expanded here: at most one contact acts, and σ is time, or the square root of the
 * penetration of a Hertz spring. */
bool thud_single_fits(const thud_simulation *simulation);

/* The series. `top` gets the magnitudes of the velocity's coefficients. Returns the order reached, more than
 * `highest` when it was not enough, −1 when a coefficient is not finite. */
int thud_single_raise(thud_simulation *simulation, const thud_series_goal *goal, double *top);

/* Energy and impulse of the step up to σ, as thud_books_energy. */
void thud_single_energy(thud_simulation *simulation, double sigma);

#endif
