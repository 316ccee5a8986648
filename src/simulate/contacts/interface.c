/*
 * Gaps and their rates as state: set by events, moved on by their own series, struck by impulses; and the tests of
 * whether they are zero.
 */
#include "simulate/contacts/interface.h"

#include <math.h>

#include "simulate/contacts/impulse.h"
#include "simulate/matrices.h"
#include "simulate/state.h"

/* A gap is the sum of two coordinates and the gap as given. Each is off by u = 2⁻⁵³ of where it has been, and by as
 * much once more from the sum of the series that ended there: 9u = 1e-15. One that is followed is a sum of some
 * thousand terms. */
static const double SAME_PLACE = 1e-14, SAME_TERMS = 1e-12;

/* of the lengths that go with a contact: a gap below this is near, and a difference of coordinates has thirteen
 * digits of it; and the gap from which on coordinates have three digits */
static const double NEAR = 1e-3, TOLD = 1e-12;

/* ---- the state ---- */

double thud_simulation_depth(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->state.depth.own && t->phase != THUD_PHASE_RELEASED) return t->state.depth.value;
    return thud_contact_along(t, sim->motion.x) - t->given.gap;
}

double thud_simulation_rate(const thud_simulation *sim, const thud_body_contact *t) {
    return t->state.rate.own ? t->state.rate.value : thud_contact_along(t, sim->motion.v);
}

double thud_simulation_closing(const thud_simulation *sim, const thud_body_contact *t) {
    return thud_contact_along(t, sim->motion.series.a);
}

double thud_interface_length(const thud_simulation *sim, const thud_body_contact *t) {
    double size = thud_contact_gap_size(t);
    for (size_t i = 0; i < thud_contact_ends(t); i++) {
        thud_body body = thud_contact_end(t, i);
        if (body >= 0) size += thud_contact_share(t, i) * sim->accounts.bodies[body].max_displacement;
    }
    return size;
}

double thud_interface_fastest(const thud_simulation *sim, const thud_body_contact *t) {
    double most = 0;
    for (size_t i = 0; i < thud_contact_ends(t); i++) {
        thud_body body = thud_contact_end(t, i);
        if (body >= 0) most += thud_contact_share(t, i) * sim->accounts.bodies[body].max_velocity;
    }
    return most;
}

/* how large a load gets, or may have been a moment ago */
static double size_of_load(const thud_load *load) {
    const thud_signal *s = load->signal;
    bool steady = s->kind == THUD_SIGNAL_SINE || s->kind == THUD_SIGNAL_STEP;
    return fabs(load->value) + (steady ? fabs(s->amplitude) : 0);
}

double thud_interface_load(const thud_simulation *sim, const thud_body_contact *t) {
    double sum =
        fabs(sim->structure.gravity) + fabs(sim->motion.series.ground[0]) + size_of_load(&sim->loads.ground);
    sum += thud_contact_size(t, sim->motion.series.a);
    for (size_t i = 0; i < sim->loads.push_count; i++) {
        const thud_push *p = &sim->loads.pushes[i];
        for (size_t j = 0; j < thud_contact_ends(t); j++)
            if (thud_contact_end(t, j) == p->body)
                sum += size_of_load(&p->load) * thud_structure_reply(sim, p->body);
    }
    return sum;
}

/* ---- what events establish ---- */

static const thud_known ZERO = {.own = true};

static void set(thud_simulation *sim, thud_body_contact *t, thud_known rate) {
    t->state.depth = (thud_known){.own = true, .value = t->enter_at};
    t->state.rate = rate;
    t->state.level = false;
    sim->contacts.known = true;
}

void thud_interface_close(thud_simulation *sim, thud_body_contact *t) { set(sim, t, (thud_known){0}); }

void thud_interface_rest(thud_simulation *sim, thud_body_contact *t) { set(sim, t, ZERO); }

void thud_interface_turn(thud_simulation *sim, thud_body_contact *t) {
    t->state.rate = ZERO;
    sim->contacts.known = true;
}

void thud_interface_clear(thud_body_contact *t) { t->state = (thud_interface){0}; }

/* ---- is it zero? ---- */

bool thud_interface_begins(const thud_body_contact *t) {
    return t->state.depth.own && t->state.depth.value == t->enter_at;
}

bool thud_interface_rests(const thud_body_contact *t) {
    return thud_interface_begins(t) && t->state.rate.own && t->state.rate.value == 0;
}

bool thud_interface_is_closed(const thud_simulation *sim, const thud_body_contact *t) {
    const thud_known *depth = &t->state.depth;
    if (depth->own) return depth->value >= -SAME_TERMS * depth->size;
    double size = thud_contact_size(t, sim->motion.x) + thud_contact_gap_size(t);
    return thud_simulation_depth(sim, t) >= -SAME_PLACE * size;
}

/* in 1e-14 of its length a gap has no digit that a coordinate tells */
bool thud_interface_is_out_of_sight(const thud_simulation *sim, const thud_body_contact *t) {
    return -thud_simulation_depth(sim, t) <= SAME_PLACE * thud_interface_length(sim, t);
}

/* A rate is a difference of two velocities, each the sum of up to some thousand impulses since the last impact of
 * the two in a collapse, of u = 1e-16 each: 1e-13, and ten times that. Energy lost so is 1e-24 of what the bodies
 * have. Where these slow down together, 1e-36 of what they had is nothing, too; nor is what the loads give bodies
 * at rest while the clock stands still: a time t is known to u t = 1e-16 t, and a flight takes two of these. Bodies
 * that have never moved, and that no load acts on, may have any speed by rounding: 1e-24 of the fastest of all. */
double thud_interface_stillness(const thud_simulation *sim, const thud_body_contact *t) {
    double fastest = 0;
    for (size_t i = 0; i < sim->structure.n; i++) fastest = fmax(fastest, sim->accounts.bodies[i].max_velocity);
    return 1e-12 * thud_contact_size(t, sim->motion.v) + 1e-18 * thud_interface_fastest(sim, t) + 1e-24 * fastest +
           2e-16 * sim->motion.time * thud_interface_load(sim, t);
}

/* ---- those that are followed ---- */

static void follow(thud_simulation *sim, thud_body_contact *t, double until) {
    thud_interface *s = &t->state;
    if (t->phase != THUD_PHASE_OPEN) return;
    if (!s->depth.own) {
        double depth = thud_simulation_depth(sim, t);
        s->depth = (thud_known){true, depth, fabs(depth)};
    }
    s->until = s->followed ? fmax(s->until, until) : until;
    s->followed = sim->contacts.followed = sim->contacts.known = true;
}

void thud_interface_follow(thud_simulation *sim, thud_body_contact *t) {
    follow(sim, t, NEAR * thud_interface_length(sim, t));
}

static bool is_near(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->phase == THUD_PHASE_STICKING) return true;
    return thud_simulation_depth(sim, t) >= -NEAR * thud_interface_length(sim, t);
}

void thud_interface_follow_group(thud_simulation *sim, thud_body_contact *t) {
    bool company = false;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        thud_body_contact *other = &sim->contacts.list[i];
        if (other == t || !other->impulsive || thud_contact_coupling(sim, t, other) == 0) continue;
        if (!is_near(sim, other)) continue;
        company = true;
        thud_interface_follow(sim, other);
    }
    if (company) thud_interface_follow(sim, t);
    else if (thud_interface_rests(t)) follow(sim, t, TOLD * thud_interface_length(sim, t));
}

/* by how much the rate of the state is off that of the coordinates */
static double correction(const thud_simulation *sim, const thud_body_contact *t) {
    return t->state.rate.own ? t->state.rate.value - thud_contact_along(t, sim->motion.series.v) : 0;
}

/* the k-th coefficient of δ, k ≥ 1: dδ/dσ = dt/dσ δ̇ */
static double depth_coefficient(const thud_simulation *sim, const thud_body_contact *t, double off, int k) {
    const thud_series *s = &sim->motion.series;
    if (k == 1 && s->in_time && t->state.rate.own) return t->state.rate.value;
    if (k == 2 && t->state.level) return 0;
    double pace = s->in_time ? k == 1 : s->pace[k - 1] * THUD_RECIPROCAL[k];
    return thud_contact_along(t, s->x + (size_t)k * sim->structure.n) + pace * off;
}

void thud_interface_series(const thud_simulation *sim, const thud_body_contact *t, double *depth) {
    double off = correction(sim, t);
    depth[0] = thud_simulation_depth(sim, t);
    for (int k = 1; k <= sim->motion.series.order; k++) depth[k] = depth_coefficient(sim, t, off, k);
    if (thud_interface_rests(t)) depth[1] = 0;
}

static void add(thud_known *m, double change, double size) {
    m->value += change;
    m->size += size;
}

static void advance(const thud_simulation *sim, thud_body_contact *t, double sigma) {
    const thud_series *s = &sim->motion.series;
    double off = correction(sim, t), way = 0, way_size = 0, gain = 0, gain_size = 0;
    for (int k = s->order; k >= 1; k--) {
        double x = depth_coefficient(sim, t, off, k);
        double v = k == 1 && t->state.level ? 0 : thud_contact_along(t, s->v + (size_t)k * sim->structure.n);
        way = (way + x) * sigma;
        way_size = (way_size + fabs(x)) * sigma;
        gain = (gain + v) * sigma;
        gain_size = (gain_size + fabs(v)) * sigma;
    }
    add(&t->state.depth, way, way_size);
    if (t->state.rate.own) add(&t->state.rate, gain, gain_size);
    t->state.level = t->state.force_is_zero = false;
    if (-t->state.depth.value <= t->state.until) return;
    t->calm_energy = 0;
    t->rehearsals = 0;
    thud_interface_clear(t);
}

/* ---- those that act ---- */

/* coordinates would lose what is added to them time and again */
static void bring_into_line(thud_simulation *sim, const thud_body_contact *t, double way) {
    double coupling = thud_contact_coupling(sim, t, t);
    for (size_t i = 0; t->row && i < t->row->reply_count; i++)
        sim->motion.x[t->row->reply[i].body] += way * t->row->reply[i].factor / coupling;
    if (t->row) return;
    if (t->left >= 0) sim->motion.x[t->left] += way * sim->structure.inverse_mass[t->left] / coupling;
    if (t->right >= 0) sim->motion.x[t->right] -= way * sim->structure.inverse_mass[t->right] / coupling;
}

/* a power of a penetration that coordinates do not tell would be noise, or not a number */
static void carry(thud_simulation *sim, thud_body_contact *t, double sigma) {
    thud_interface_clear(t);
    if (t->phase != THUD_PHASE_ACTIVE) return;
    double difference = thud_contact_along(t, sim->motion.x) - t->given.gap;
    if (1e-12 * difference >= thud_simulation_rounding(sim, t)) return;
    double depth = thud_series_value(t->series->depth, sim->motion.series.order, sigma);
    if (!(depth > 0 && fabs(depth - difference) <= 1e-14 * thud_interface_length(sim, t))) return;
    t->state.depth = (thud_known){true, depth, depth};
    bring_into_line(sim, t, depth - difference);
}

/* ---- from instant to instant ---- */

/* open again, or it has turned round before it acted: the next impact has a skin of its own; whether it is to be
 * asked again */
static bool keeps_its_skin(const thud_simulation *sim, thud_body_contact *t) {
    if (t->phase != THUD_PHASE_OPEN || t->enter_at == 0) return false;
    if (thud_simulation_depth(sim, t) >= (t->leaving ? 0 : -thud_simulation_rounding(sim, t))) return true;
    t->enter_at = 0;
    t->leaving = false;
    return false;
}

static void pass_by(thud_simulation *sim, bool by_series, double sigma) {
    thud_contacts *c = &sim->contacts;
    bool known = c->known, followed = c->followed;
    c->known = c->followed = false;
    for (size_t i = 0; i < c->closed_count; i++) {
        thud_body_contact *t = &c->list[c->closed[i]];
        if (t->phase == THUD_PHASE_STICKING) continue;
        if (by_series) carry(sim, t, sigma);
        else thud_interface_clear(t);
    }
    for (size_t i = 0; i < c->count && (known || followed); i++) {
        thud_body_contact *t = &c->list[i];
        if (t->phase != THUD_PHASE_OPEN) continue;
        if (by_series && t->state.followed) advance(sim, t, sigma);
        else thud_interface_clear(t);
        c->followed = c->followed || t->state.followed;
        if (keeps_its_skin(sim, t) || t->state.followed) c->known = true;
    }
}

void thud_interfaces_move(thud_simulation *sim, double sigma) { pass_by(sim, true, sigma); }

void thud_interfaces_forget(thud_simulation *sim) { pass_by(sim, false, 0); }

/* ---- impulses ---- */

void thud_interfaces_hold(thud_simulation *sim, const thud_body_contact *t, double impulse) {
    for (size_t i = 0; sim->supports.count > 0 && i < thud_contact_ends(t); i++) {
        const thud_body end = thud_contact_end(t, i);
        if (thud_supports_have(&sim->supports, end))
            sim->accounts.energy.input += thud_contact_factor(t, i) * impulse * sim->motion.v[end];
    }
    thud_contact_push(t, impulse, sim->structure.inverse_mass, sim->motion.v);
}

void thud_interfaces_strike(thud_simulation *sim, const thud_body_contact *t, double impulse) {
    thud_interfaces_hold(sim, t, impulse);
    for (size_t i = 0; i < sim->contacts.count && sim->contacts.known && impulse != 0; i++) {
        thud_body_contact *other = &sim->contacts.list[i];
        thud_interface *s = &other->state;
        if (other->phase == THUD_PHASE_STICKING || !(s->rate.own || s->level || s->force_is_zero)) continue;
        double change = thud_contact_coupling(sim, other, t) * impulse;
        if (change == 0) continue;
        s->rate = (thud_known){0};
        s->level = s->force_is_zero = false;
    }
}
