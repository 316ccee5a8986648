/*
 * Non-smooth contacts: impacts as jumps of velocity, and the sticking that follows when impacts accumulate.
 */
#ifndef THUD_SIMULATE_IMPULSE_H
#define THUD_SIMULATE_IMPULSE_H

#include "simulate/state.h"

/*
 * The impact of `trigger` and of all non-smooth contacts that are closed at this instant and that bodies connect
 * with it. THUD_ERROR_STEPS when too many are closed, THUD_ERROR_ACCURACY when no impulses are found.
 */
thud_status thud_impulse_apply(thud_simulation *simulation, size_t trigger);

/*
 * Decides which of the non-smooth contacts that are closed without speed stay closed: 0 ≤ λ ⟂ −δ̈ ≥ 0. Called
 * whenever forces may have jumped. False when there are too many, or no reactions are found. Where links may stick,
 * thud_links_settle does it for both.
 */
bool thud_stick_settle(thud_simulation *simulation);

/* Whether it is one that is closed without speed. */
bool thud_stick_is_closed(const thud_body_contact *contact);

/* The parts of that: the numbers of those that are closed at rest, in `impact_numbers`; and, once it is known how
 * they push, N, and at what acceleration they part, what they are from now on. */
bool thud_stick_collect(thud_simulation *simulation, size_t *count);
bool thud_stick_take(thud_simulation *simulation, size_t count, const double *reaction, const double *parting);

/* m/s²: what rounding may make of the acceleration at which one closes. */
double thud_stick_noise(const thud_simulation *simulation, const thud_body_contact *contact);

/* Whether those that stick leave the bodies of another contact no speed towards each other, nor apart. */
bool thud_stick_holds(const thud_simulation *simulation, const thud_body_contact *contact);

/* Whether a reaction of the expansion pulls, or supports leave the bodies of a contact that sticks, or close in on
 * them: then loads have jumped, and it is time to settle. */
bool thud_stick_pulls(const thud_simulation *simulation);

/* Whether links that stick hold all ends of a contact together; factors of points cancel but for rounding, of
 * 0.4 + 0.6 − 1, say. Its series are rounding then: it neither turns, nor loads, nor opens. */
bool thud_stick_is_kept(const thud_simulation *simulation, const thud_body_contact *contact);

/* Once links have been decided: contacts whose reaction has just come to zero stay closed, without a force, where
 * links and other contacts leave their bodies no way to part. False where there are too many. */
bool thud_stick_keep(thud_simulation *simulation);

/* Takes the time of the sticking phase that ends now, and enters it into the ledger. */
void thud_stick_end(thud_simulation *simulation, thud_body_contact *contact);

/* Leaves of some contacts those that bodies connect with one of them, through others of them; their number. */
size_t thud_impulse_connected(const thud_simulation *simulation, size_t contact, size_t *numbers, size_t count);

/* What a contact, or a link, acts between. */
typedef struct thud_pair {
    thud_body left, right;
    const struct thud_contact_row *row; /* NULL: left minus right */
} thud_pair;

static inline thud_pair thud_contact_pair(const thud_body_contact *t) {
    return (thud_pair){t->left, t->right, t->row};
}

/* G M⁻¹ Gᵀ of two, 1/kg; zero when they share no body. */
double thud_pair_coupling(const thud_simulation *simulation, thud_pair a, thud_pair b);

static inline double thud_contact_coupling(const thud_simulation *simulation, const thud_body_contact *a,
                                           const thud_body_contact *b) {
    return thud_pair_coupling(simulation, thud_contact_pair(a), thud_contact_pair(b));
}

#endif
