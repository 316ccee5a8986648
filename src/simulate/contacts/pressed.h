/*
 * Contacts that are pressed by impacts: the speed that they are calibrated for.
 *
 * A contact j in force that was struck with the speed v_j gives, left to itself, the impulse
 *
 *     P_j = (1 + e) v_j/W_jj,   and closes its neighbour i by −W_ij P_j,   W = G M⁻¹ Gᵀ.
 *
 * Where that is under way as the gap of i closes, i is calibrated for the speed to which it leads, not for what has
 * come of it so far: u_i = δ̇_i + Σ −W_ij (P_j − what j has given). This is the speed that it would have with a gap
 * so wide that the impacts come one after the other. It is the same for all gaps, and c with it, down to gaps
 * without any width, where δ̇_i is zero. One in force whose neighbour is struck anew takes that part in it likewise.
 * What is slower than the impact threshold is no impact, and leads to nothing.
 */
#ifndef THUD_SIMULATE_PRESSED_H
#define THUD_SIMULATE_PRESSED_H

#include "simulate/state.h"

/* How a compliant contact is struck that closes at this speed, m/s: `struck` of it is what it is calibrated for;
 * and once it has begun, for the notes of the run. */
void thud_pressed_find(thud_simulation *simulation, thud_body_contact *contact, double speed);
void thud_pressed_count(const thud_simulation *simulation, thud_body_contact *contact);

/* One that was released acts again, with the damping that it has. */
void thud_pressed_resume(const thud_simulation *simulation, thud_body_contact *contact);

/* A contact has begun: those in force that it presses are struck, too. An error when one cannot be calibrated. */
thud_status thud_pressed_pass_on(thud_simulation *simulation, thud_body_contact *from);

/* Before and after an impulse, which strikes those in force that it makes faster by more than the threshold. */
void thud_pressed_before_impulse(thud_simulation *simulation);
thud_status thud_pressed_by_impulse(thud_simulation *simulation);

/* m/s: what is slower is no impact. */
static inline double thud_pressed_threshold(const thud_simulation *sim) {
    return fmax(sim->accounts.ledger.threshold, THUD_LEAST_SPEED);
}

/* The notes of a run that has ended. */
void thud_pressed_say(thud_simulation *simulation);

#endif
