/*
 * Impacts that accumulate, of one contact or of several that bodies connect, and their limit.
 */
#ifndef THUD_SIMULATE_ACCUMULATE_H
#define THUD_SIMULATE_ACCUMULATE_H

#include "simulate/state.h"

/*
 * After an expansion: whether impacts accumulate so soon that their limit is reached to the last bits. If so the
 * contacts are carried there, and the expansion is out of date.
 */
bool thud_accumulate(thud_simulation *simulation);

#endif
