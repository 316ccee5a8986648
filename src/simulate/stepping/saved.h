/*
 * The state of a run between two steps as bytes: all that the motion from there on depends on, and what the
 * accounts have come to. What follows from these is derived again (thud_saved_refresh), so that a run that goes on
 * from bytes is the one that goes on from memory, to the bit.
 */
#ifndef THUD_SIMULATE_SAVED_H
#define THUD_SIMULATE_SAVED_H

#include <stdint.h>

#include "simulate/state.h"

/* Bytes of the present state, and of any. */
size_t thud_saved_size(thud_simulation *simulation);
size_t thud_saved_most(thud_simulation *simulation);

void thud_saved_write(thud_simulation *simulation, void *bytes);

/* False where these cannot be bytes of such a state; it is lost then. */
bool thud_saved_read(thud_simulation *simulation, const void *bytes, size_t size);

/* Before the first step that follows: nothing is left of the steps before but the state. */
void thud_saved_refresh(thud_simulation *simulation);

/* What a state belongs to: the parameters of the model, and the contacts and options in use. */
uint64_t thud_saved_owner(const thud_simulation *simulation);

#endif
