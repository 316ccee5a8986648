/*
 * What happens first within a step: which contact closes, turns, releases or opens, and when.
 */
#ifndef THUD_SIMULATE_EVENT_H
#define THUD_SIMULATE_EVENT_H

#include "simulate/state.h"

/* The first event of the expanded step; THUD_EVENT_NONE with the step's end when there is none. */
thud_event thud_event_first(const thud_simulation *simulation);

#endif
