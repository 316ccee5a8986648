/*
 * Gaps near zero followed apart from the coordinates, from the last impact on.
 */
#include "simulate/contacts/track.h"

#include <math.h>

#include "simulate/contacts/impulse.h"

/* of the lengths that go with it: a gap below this is near, and a difference of coordinates has thirteen digits of
 * it */
static const double NEAR = 1e-3;

double thud_track_size(const thud_simulation *sim, const thud_body_contact *t) {
    double size = fabs(t->given.gap);
    for (size_t i = 0; i < thud_contact_ends(t); i++) {
        thud_body body = thud_contact_end(t, i);
        if (body >= 0) size += thud_contact_share(t, i) * sim->accounts.bodies[body].max_displacement;
    }
    return size;
}

static bool is_near(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->phase == THUD_PHASE_STICKING) return true;
    return thud_simulation_depth(sim, t) >= -NEAR * thud_track_size(sim, t);
}

void thud_track(thud_simulation *sim, thud_body_contact *t) {
    if (t->tracked || t->phase != THUD_PHASE_OPEN) return;
    t->track = thud_simulation_depth(sim, t);
    t->track_size = fabs(t->track);
    t->tracked = sim->contacts.tracked = true;
}

void thud_track_begin(thud_simulation *sim, thud_body_contact *t) {
    bool company = false;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        thud_body_contact *other = &sim->contacts.list[i];
        if (other == t || !other->impulsive || thud_contact_coupling(sim, t, other) == 0) continue;
        if (!is_near(sim, other)) continue;
        company = true;
        thud_track(sim, other);
    }
    if (company) thud_track(sim, t);
}

static double difference(const thud_simulation *sim, const thud_body_contact *t, int k) {
    return thud_contact_along(t, sim->motion.series.x + (size_t)k * sim->structure.n);
}

void thud_track_move(thud_simulation *sim, double sigma) {
    sim->contacts.tracked = false;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        thud_body_contact *t = &sim->contacts.list[i];
        if (!t->tracked) continue;
        int first = t->known_zeros > 1 ? t->known_zeros : 1;
        double way = 0, size = 0;
        for (int k = sim->motion.series.order; k >= 1; k--) {
            double term = k >= first ? difference(sim, t, k) : 0;
            way = (way + term) * sigma;
            size = (size + fabs(term)) * sigma;
        }
        double start = t->known_zeros > 0 ? 0 : t->track;
        t->track = start + way;
        t->track_size = (t->known_zeros > 0 ? 0 : t->track_size) + size;
        t->tracked = -t->track <= NEAR * thud_track_size(sim, t);
        if (!t->tracked) t->calm_energy = 0;
        sim->contacts.tracked = sim->contacts.tracked || t->tracked;
    }
}
