/*
 * Penetrations that go from step to step by themselves. Next to where a contact begins and ends they may be far
 * below what the difference of two coordinates can tell: a power of that would be noise, or not a number.
 */
#ifndef THUD_SIMULATE_CARRY_H
#define THUD_SIMULATE_CARRY_H

#include "simulate/state.h"

/* Along the present expansion to σ, where the coordinates are by now: those of which they tell less than twelve
 * digits. */
void thud_carry_move(thud_simulation *simulation, double sigma);

/* After a step that has gone by coordinates alone. */
void thud_carry_drop(thud_simulation *simulation);

#endif
