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

/* Between its skin, where it is, and δ = 0, on to there where it leaves and back to there where it enters, by the
 * motion without its force: the speed at δ = 0, and the time that it takes. False where it does not get there. */
bool thud_skin_cross(thud_simulation *simulation, thud_body_contact *contact, double *speed, double *time);

#endif
