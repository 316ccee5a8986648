/*
 * Contacts of bodies for the rule of contact/pressed.h.
 */
#ifndef THUD_SIMULATE_PRESSED_H
#define THUD_SIMULATE_PRESSED_H

#include "simulate/state.h"

thud_pressing thud_simulation_pressing(thud_simulation *simulation);

#endif
