/*
 * From a model to a simulation, to the start of a run, and to what it has come to.
 */
#ifndef THUD_SIMULATE_PREPARE_H
#define THUD_SIMULATE_PREPARE_H

#include "simulate/state.h"

/* Takes the model over; the simulation must be zero. */
thud_status thud_simulation_prepare(thud_simulation *simulation, const thud_model *model);

/* At the start of a run. */
void thud_simulation_reset(thud_simulation *simulation, const thud_observer *observer);

/* The summary in the present state; impacts under way are entered as such. How the run has gone. */
thud_status thud_simulation_conclude(thud_simulation *simulation);


#endif
