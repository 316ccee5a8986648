/*
 * From a model to a simulation, and to the start of a run.
 */
#ifndef THUD_SIMULATE_PREPARE_H
#define THUD_SIMULATE_PREPARE_H

#include "simulate/state.h"

/* Takes the model over; the simulation must be zero. */
thud_status thud_simulation_prepare(thud_simulation *simulation, const thud_model *model);

/* At the start of a run. */
void thud_simulation_reset(thud_simulation *simulation, const thud_observer *observer);

#endif
