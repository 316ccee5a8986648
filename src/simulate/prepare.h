/*
 * From a model to a simulation, to the start of a run, and to what it has come to.
 */
#ifndef THUD_SIMULATE_PREPARE_H
#define THUD_SIMULATE_PREPARE_H

#include "simulate/state.h"

/* Takes the model over; the simulation must be zero. */
thud_status thud_simulation_prepare(thud_simulation *simulation, const thud_model *model);

/*
 * Goes over to a model that differs from its own in its ground, contacts and run alone: what was prepared for the
 * structure stays, and the next run is that of a simulation made of the model, to the bit. The model it had is not
 * used any more. THUD_ERROR_ARGUMENT, and nothing is changed, where something was prepared for the ground, too.
 */
thud_status thud_simulation_adopt(thud_simulation *simulation, const thud_model *model);

/* Room for some of the bodies of a simulation that is prepared, with springs and contacts of theirs, that is filled
 * later; the stand-in says how many there are at most. The simulation must be zero. */
thud_status thud_simulation_prepare_part(thud_simulation *part, const thud_simulation *whole,
                                         const thud_model *stand_in);

/* At the start of a run. */
void thud_simulation_reset(thud_simulation *simulation, const thud_observer *observer);

/* The summary in the present state; impacts under way are entered as such. How the run has gone. */
thud_status thud_simulation_conclude(thud_simulation *simulation);


#endif
