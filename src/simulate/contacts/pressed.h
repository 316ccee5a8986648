/*
 * Contacts of bodies that are pressed by impacts; the rule is that of contact/pressed.h.
 */
#ifndef THUD_SIMULATE_PRESSED_H
#define THUD_SIMULATE_PRESSED_H

#include "simulate/state.h"

void thud_pressed_find(thud_simulation *simulation, thud_body_contact *contact, double speed);
void thud_pressed_count(thud_simulation *simulation, thud_body_contact *contact);
void thud_pressed_resume(thud_simulation *simulation, thud_body_contact *contact);
thud_status thud_pressed_pass_on(thud_simulation *simulation, thud_body_contact *from);
void thud_pressed_before_impulse(thud_simulation *simulation);
thud_status thud_pressed_by_impulse(thud_simulation *simulation);
void thud_pressed_say(thud_simulation *simulation);

#endif
