/*
 * What an event changes.
 */
#ifndef THUD_SIMULATE_TRANSITION_H
#define THUD_SIMULATE_TRANSITION_H

#include "simulate/contacts/event.h"

/* Contacts that are closed at the start. */
bool thud_transition_start(thud_simulation *simulation);

/* Applies an event to the state, which is that of its instant. False when the run cannot go on; `failure` and
 * `stop` of the simulation say why. */
bool thud_transition_apply(thud_simulation *simulation, const thud_event *event);

/* Decides anew which contacts and links that are at rest hold, whenever loads or velocities may have jumped; false,
 * as above. */
bool thud_transition_settle(thud_simulation *simulation);

/* Enters the impacts that are under way when the run is over. */
void thud_transition_end(thud_simulation *simulation);

/* Ends the run for a reason, in one line with the contact's name where there is one. Returns false. */
bool thud_transition_fail(thud_simulation *simulation, thud_status status, const thud_body_contact *contact,
                          const char *reason);

#endif
