/*
 * Penetrations and their rates in the present state, and what is known of them beyond the coordinates.
 */
#include "simulate/state.h"

double thud_simulation_depth(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->known_zeros > 0 && t->phase != THUD_PHASE_RELEASED) return t->enter_at;
    if (t->carried) return t->depth;
    if (t->tracked) return t->track;
    return thud_contact_along(t, sim->motion.x) - t->given.gap;
}

double thud_simulation_rate(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->rate_is_zero || t->known_zeros >= 2) return 0;
    return thud_contact_along(t, sim->motion.v);
}

double thud_simulation_closing(const thud_simulation *sim, const thud_body_contact *t) {
    return thud_contact_along(t, sim->motion.series.a);
}

void thud_simulation_forget(thud_simulation *sim) {
    if (!sim->contacts.known) return;
    sim->contacts.known = false;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        thud_body_contact *t = &sim->contacts.list[i];
        t->known_zeros = 0;
        t->rate_is_zero = t->force_is_zero = false;
        if (t->phase != THUD_PHASE_OPEN || t->enter_at == 0) continue;
        /* open again, or it has turned round before it acted: the next impact has a skin of its own */
        if (thud_simulation_depth(sim, t) < (t->leaving ? 0 : -thud_simulation_rounding(sim, t))) {
            t->enter_at = 0;
            t->leaving = false;
        } else {
            sim->contacts.known = true; /* to be asked again */
        }
    }
}
