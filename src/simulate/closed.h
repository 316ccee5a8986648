/*
 * The list of contacts that are not open, each with its series.
 */
#ifndef THUD_SIMULATE_CLOSED_H
#define THUD_SIMULATE_CLOSED_H

#include "simulate/simulation.h"

/* False when more contacts are closed at once than there is room for. */
bool thud_closed_add(thud_simulation *simulation, thud_touch *touch);

/* The contact is open from now on. */
void thud_closed_remove(thud_simulation *simulation, thud_touch *touch);

#endif
