/*
 * What the residual of an energy balance is measured by.
 */
#ifndef THUD_SIMULATE_ENERGY_SCALE_H
#define THUD_SIMULATE_ENERGY_SCALE_H

#include "simulate/state.h"

/* J, of the run so far. */
double thud_energy_scale(const thud_simulation *simulation);

#endif
