/*
 * From which penetration on a compliant contact acts.
 *
 * It acts from δ = 0 on when it can be the clock of the series, or is linear. Otherwise, when it closes slowly, or
 * together with another, or has an exponent that no small root makes regular, it acts from a penetration on below
 * which its force cannot be seen: its skin.
 */
#ifndef THUD_SIMULATE_SKIN_H
#define THUD_SIMULATE_SKIN_H

#include "simulate/state.h"

/* m, for a contact that has just closed at a speed, m/s; 0 for none. It changes the series. */
double thud_skin_for(thud_simulation *simulation, const thud_body_contact *contact, double speed);

/* From where its force has ended on to δ = 0, by the motion without it: the speed there, and the time that it
 * takes. False where it does not get there. */
bool thud_skin_leave(thud_simulation *simulation, thud_body_contact *contact, double *speed, double *time);

#endif
