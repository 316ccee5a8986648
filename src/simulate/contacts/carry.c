/*
 * Penetrations of contacts in force that are finer than the coordinates tell: carried on by their own series, with
 * the coordinates brought into line.
 */
#include "simulate/contacts/carry.h"

#include <math.h>

#include "simulate/contacts/impulse.h"
#include "simulate/contacts/track.h"

/* coordinates would lose what is added to them time and again */
static void bring_into_line(thud_simulation *sim, const thud_body_contact *t, double way) {
    double coupling = thud_contact_coupling(sim, t, t);
    for (size_t i = 0; t->row && i < t->row->reply_count; i++)
        sim->motion.x[t->row->reply[i].body] += way * t->row->reply[i].factor / coupling;
    if (t->row) return;
    if (t->left >= 0) sim->motion.x[t->left] += way * sim->structure.inverse_mass[t->left] / coupling;
    if (t->right >= 0) sim->motion.x[t->right] -= way * sim->structure.inverse_mass[t->right] / coupling;
}

void thud_carry_move(thud_simulation *sim, double sigma) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        t->carried = false;
        if (t->phase != THUD_PHASE_ACTIVE) continue;
        double difference = thud_contact_along(t, sim->motion.x) - t->given.gap;
        if (1e-12 * difference >= thud_simulation_rounding(sim, t)) continue;
        t->depth = thud_series_value(t->series->depth, sim->motion.series.order, sigma);
        t->carried = t->depth > 0 && fabs(t->depth - difference) <= 1e-14 * thud_track_size(sim, t);
        if (t->carried) bring_into_line(sim, t, t->depth - difference);
    }
}

void thud_carry_drop(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++)
        sim->contacts.list[sim->contacts.closed[i]].carried = false;
}
