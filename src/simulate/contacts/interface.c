/*
 * Gaps and their rates as state: set by events, moved on by their own series, struck by impulses; and the tests of
 * whether they are zero.
 */
#include "simulate/contacts/interface.h"

#include <math.h>

#include "simulate/contacts/impulse.h"
#include "simulate/matrices.h"
#include "simulate/state.h"

/* What two coordinates and a gap are the sum of is off by u of where each has been, and by as much once more from
 * the series that ended there: 9u. Starts come from decimals, such as 0.3 − 0.1 − 0.2, and one more rounding each:
 * it is the same. One that is followed is a sum of some thousand terms. */
static const double UNIT = 0x1p-53, PLACE = 9, TERMS = 8192;

/* of the lengths that go with a contact: a gap below this is near, and coordinates have thirteen digits of it; and
 * how many roundings it is wide where they have one, or three */
static const double NEAR = 1e-3, DIGIT = 10, TOLD = 1000;

/* ---- the state ---- */

double thud_simulation_depth(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->state.depth.own && t->phase != THUD_PHASE_RELEASED) return t->state.depth.value;
    return thud_contact_along(t, sim->motion.x) - t->given.gap;
}

double thud_simulation_rate(const thud_simulation *sim, const thud_body_contact *t) {
    return t->state.rate.own ? t->state.rate.value : thud_contact_along(t, sim->motion.v);
}

double thud_simulation_closing(const thud_simulation *sim, const thud_body_contact *t) {
    thud_series_show(sim, t);
    return thud_contact_along(t, sim->motion.series.a);
}

double thud_interface_length(const thud_simulation *sim, const thud_body_contact *t) {
    double size = t->given.gap < INFINITY ? fabs(t->given.gap) : 0; /* one that never closes is beside nothing */
    for (size_t i = 0; i < thud_contact_ends(t); i++) {
        thud_body body = thud_contact_end(t, i);
        if (body >= 0) size += thud_contact_share(t, i) * sim->accounts.bodies[body].max_displacement;
    }
    return size;
}

double thud_interface_fastest(const thud_simulation *sim, thud_direction p) {
    double most = 0;
    for (size_t i = 0; i < thud_direction_ends(p); i++) {
        thud_body body = thud_direction_end(p, i);
        if (body >= 0) most += fabs(thud_direction_factor(p, i)) * sim->accounts.bodies[body].max_velocity;
    }
    return most;
}

/* m/s²: the terms that an acceleration between its bodies is the sum of, which may be zero */
static double load_on(const thud_simulation *sim, thud_direction p) {
    double sum =
        fabs(sim->structure.gravity) + fabs(sim->motion.series.ground[0]) + thud_load_size(&sim->loads.ground);
    for (size_t i = 0; i < thud_direction_ends(p); i++)
        if (thud_direction_end(p, i) >= 0) thud_series_show_body(sim, (size_t)thud_direction_end(p, i));
    sum += thud_direction_size(p, sim->motion.series.a);
    for (size_t i = 0; i < sim->loads.push_count; i++) {
        const thud_push *push = &sim->loads.pushes[i];
        for (size_t j = 0; j < thud_direction_ends(p); j++)
            if (thud_direction_end(p, j) == push->body)
                sum += thud_load_size(&push->load) * thud_structure_reply(sim, push->body);
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

double thud_interface_rounding(const thud_simulation *sim, const thud_body_contact *t) {
    return PLACE * UNIT * thud_interface_length(sim, t);
}

double thud_interface_place(const thud_simulation *sim, const thud_body_contact *t) {
    return t->state.depth.own ? TERMS * UNIT * t->state.depth.size : thud_interface_rounding(sim, t);
}

bool thud_interface_is_closed(const thud_simulation *sim, const thud_body_contact *t) {
    return thud_simulation_depth(sim, t) >= -thud_interface_place(sim, t);
}

bool thud_interface_is_out_of_sight(const thud_simulation *sim, const thud_body_contact *t) {
    return -thud_simulation_depth(sim, t) <= DIGIT * thud_interface_rounding(sim, t);
}

/* A rate is a difference of two velocities, each the sum of up to some thousand impulses since the last impact of
 * the two in a collapse, of u each, and ten times that; what the bodies lose so is the square of it. Where they
 * slow down together, a millionth of that of what they had is nothing, too; nor is what the loads give bodies at
 * rest while the clock stands still: a time is known to u of itself, and a flight takes two of these. Bodies that
 * have never moved, and that no load acts on, may have any speed by rounding: the square of the first of the
 * fastest of all. */
double thud_interface_stillness(const thud_simulation *sim, thud_direction p) {
    double fastest = 0;
    for (size_t i = 0; i < sim->structure.n; i++) fastest = fmax(fastest, sim->accounts.bodies[i].max_velocity);
    return 1e-12 * thud_direction_size(p, sim->motion.v) + 1e-18 * thud_interface_fastest(sim, p) +
           1e-24 * fastest + 2 * UNIT * sim->motion.time * load_on(sim, p);
}

/* ---- opposite to each other ---- */

static bool is_turned_round(const thud_body_contact *a, const thud_body_contact *b) {
    if (!a->row || !b->row) return !a->row && !b->row && a->left == b->right && a->right == b->left;
    if (a->row->count != b->row->count) return false;
    for (size_t i = 0; i < a->row->count; i++)
        if (a->row->terms[i].body != b->row->terms[i].body || a->row->terms[i].factor != -b->row->terms[i].factor)
            return false;
    return true;
}

/* each of the two gaps may have been rounded once, and so may their sum */
bool thud_interface_is_opposite(const thud_body_contact *a, const thud_body_contact *b) {
    const double one = a->given.gap, other = b->given.gap;
    if (!(one < INFINITY && other < INFINITY)) return false; /* one of them never closes */
    if (!(one + other <= 2 * UNIT * (fabs(one) + fabs(other))) || (a->impulsive && b->impulsive)) return false;
    return is_turned_round(a, b);
}

bool thud_interface_is_kept_open(const thud_simulation *sim, const thud_body_contact *t) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++)
        if (thud_interface_is_opposite(t, &sim->contacts.list[sim->contacts.closed[i]])) return true;
    return false;
}

/* at δ = 0 for both: not where one acts from a penetration on */
static bool may_share(const thud_body_contact *t) { return t->phase == THUD_PHASE_OPEN && t->enter_at == 0; }

void thud_interfaces_share(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        if (!thud_interface_begins(t) || !may_share(t)) continue;
        for (size_t j = 0; j < sim->contacts.count; j++) {
            thud_body_contact *o = &sim->contacts.list[j];
            if (!may_share(o) || !thud_interface_is_opposite(t, o)) continue;
            if (thud_interface_rests(t)) thud_interface_rest(sim, o);
            else if (!thud_interface_begins(o)) thud_interface_close(sim, o);
            o->state.level = t->state.level;
        }
    }
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
    else if (thud_interface_rests(t)) follow(sim, t, TOLD * thud_interface_rounding(sim, t));
}

/* the k-th coefficient of δ, k ≥ 1: dδ/dσ = dt/dσ δ̇, from the rate of the state where it has one of its own */
static double depth_coefficient(const thud_simulation *sim, const thud_body_contact *t, int k) {
    const thud_series *s = &sim->motion.series;
    const size_t n = sim->structure.n;
    if (k == 1 && s->in_time && t->state.rate.own) return t->state.rate.value;
    if (k == 2 && t->state.level) return 0;
    if (s->in_time || !t->state.rate.own) return thud_contact_along(t, s->x + (size_t)k * n);
    double sum = s->pace[k - 1] * t->state.rate.value;
    for (int j = 1; j < k; j++) sum += s->pace[k - 1 - j] * thud_contact_along(t, s->v + (size_t)j * n);
    return sum * THUD_RECIPROCAL[k];
}

void thud_interface_series(const thud_simulation *sim, const thud_body_contact *t, double *depth) {
    thud_series_show(sim, t);
    depth[0] = thud_simulation_depth(sim, t);
    for (int k = 1; k <= sim->motion.series.order; k++) depth[k] = depth_coefficient(sim, t, k);
    if (thud_interface_rests(t)) depth[1] = 0;
}

static void add(thud_known *m, double change, double size) {
    m->value += change;
    m->size += size;
}

static void advance(const thud_simulation *sim, thud_body_contact *t, double sigma) {
    const thud_series *s = &sim->motion.series;
    double way = 0, way_size = 0, gain = 0, gain_size = 0;
    thud_series_show(sim, t);
    for (int k = s->order; k >= 1; k--) {
        double x = depth_coefficient(sim, t, k);
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
    if (difference >= NEAR * thud_interface_length(sim, t)) return;
    double depth = thud_series_value(t->series->depth, sim->motion.series.order, sigma);
    if (!(depth > 0 && fabs(depth - difference) <= thud_interface_rounding(sim, t))) return;
    t->state.depth = (thud_known){true, depth, depth};
    bring_into_line(sim, t, depth - difference);
}

/* ---- from instant to instant ---- */

/* open again, or it has turned round before it acted: the next impact has a skin of its own; whether it is to be
 * asked again */
static bool keeps_its_skin(const thud_simulation *sim, thud_body_contact *t) {
    if (t->phase != THUD_PHASE_OPEN || t->enter_at == 0) return false;
    if (thud_simulation_depth(sim, t) >= (t->leaving ? 0 : -thud_interface_rounding(sim, t))) return true;
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
        t->state.level = false;
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
    thud_direction_push(thud_contact_direction(t), impulse, sim->structure.inverse_mass, sim->motion.v);
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
