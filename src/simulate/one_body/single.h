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

#endif
