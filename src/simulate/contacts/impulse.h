/*
 * Non-smooth contacts: impacts as jumps of velocity.
 */
#ifndef THUD_SIMULATE_IMPULSE_H
#define THUD_SIMULATE_IMPULSE_H

#include "simulate/state.h"

/*
 * The impact of `trigger` and of all non-smooth contacts that are closed at this instant and that bodies connect
 * with it. THUD_ERROR_STEPS when too many are closed, THUD_ERROR_ACCURACY when no impulses are found.
 */
thud_status thud_impulse_apply(thud_simulation *simulation, size_t trigger);

/* Leaves of some contacts those that bodies connect with one of them, through others of them; their number. */
size_t thud_impulse_connected(const thud_simulation *simulation, size_t contact, size_t *numbers, size_t count);

/* G M⁻¹ Gᵀ of two, 1/kg; zero when they share no body. */
double thud_direction_coupling(const thud_simulation *simulation, thud_direction a, thud_direction b);

static inline double thud_contact_coupling(const thud_simulation *simulation, const thud_body_contact *a,
                                           const thud_body_contact *b) {
    return thud_direction_coupling(simulation, thud_contact_direction(a), thud_contact_direction(b));
}

#endif
