/*
 * Decides which contacts and links that are closed without speed hold, and which part, slip, or are kept by others.
 * What those that hold leave no way to move is at rest, whatever rounding makes of its rate.
 */
#include "simulate/contacts/rest.h"

#include <math.h>
#include <string.h>

#include "simulate/contacts/impulse.h"
#include "simulate/links/link_ends.h"
#include "simulate/matrices.h"
#include "simulate/state.h"

static thud_body_link *link_at(const thud_simulation *sim, size_t i) {
    return &sim->links.list[sim->rest.number[i]];
}
static thud_body_contact *contact_at(const thud_simulation *sim, size_t i) {
    return &sim->contacts.list[sim->rest.number[sim->rest.links + i]];
}
static thud_direction direction_of(const thud_simulation *sim, size_t i) {
    return i < sim->rest.links ? thud_link_direction(link_at(sim, i))
                               : thud_contact_direction(contact_at(sim, i - sim->rest.links));
}

/* ---- which are at rest ---- */

bool thud_rest_has(const thud_body_contact *t) {
    return t->impulsive && !t->state.level && (t->phase == THUD_PHASE_STICKING || thud_interface_rests(t));
}

/* A link is at rest where it has turned, and nothing has struck its bodies since. What its rate is from then on is
 * rounding, until it moves: velocities are sums over steps, each off by u of the largest that there have been.
 * Twice that, of both ends, before a change and after it */
static const double RATES = 4 * 0x1p-53;

bool thud_link_is_rounding(const thud_simulation *sim, const thud_body_link *l, double rate) {
    return fabs(rate) <= RATES * fmax(thud_interface_fastest(sim, thud_link_direction(l)),
                                      thud_direction_size(thud_link_direction(l), sim->motion.v));
}

bool thud_link_is_at_rest(const thud_simulation *sim, const thud_body_link *l) {
    return l->rate_is_zero && thud_link_is_rounding(sim, l, thud_link_rate(sim, l) - l->rate_seen);
}

void thud_link_note_rest(const thud_simulation *sim, thud_body_link *l, bool rests) {
    l->rate_is_zero = rests;
    l->rate_seen = thud_link_rate(sim, l);
}

/* an impact may be as small as it likes: it counts where it is more than rounding of the velocities of now */
void thud_links_strike(thud_simulation *sim) {
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (fabs(thud_link_rate(sim, l) - l->rate_seen) >
            RATES * thud_direction_size(thud_link_direction(l), sim->motion.v))
            l->rate_is_zero = false;
    }
}

/* friction has no impulse: what an impact has set in motion slips. One that others leave no way to move has the
 * rate that rounding has left of a contact at rest */
static bool rests(const thud_simulation *sim, const thud_body_link *l) {
    const double rate = thud_link_rate(sim, l);
    if (thud_link_is_at_rest(sim, l) || thud_link_is_rounding(sim, l, rate)) return true;
    return l->held && fabs(rate) <= thud_interface_stillness(sim, thud_link_direction(l));
}

/* to another branch of friction, where it is not on it; whether that is so */
static bool turn_to(const thud_simulation *sim, thud_body_link *l, thud_link_end end) {
    int direction = end == THUD_LINK_RISES ? 1 : end == THUD_LINK_FALLS ? -1 : 0;
    if (thud_link_slide(l) == direction) return false;
    if (l->grips) thud_damper_slide(sim, l, direction);
    if (thud_link_is_friction(l)) l->model->pass(l->given, end, thud_link_deformation(sim, l), &l->branch);
    return true;
}

/* the first of the bodies that are at rest against each other; the ground comes after them */
static thud_body *first_of(const thud_simulation *sim, thud_body body) {
    thud_body *first = &sim->links.held[body < 0 ? sim->structure.n : (size_t)body];
    while (&sim->links.held[*first] != first) first = &sim->links.held[*first];
    return first;
}

static void join(const thud_simulation *sim, thud_body a, thud_body b) { *first_of(sim, a) = *first_of(sim, b); }

/* where a row at rest says no more than that of two bodies, or of one and the ground */
static void join_by_row(const thud_simulation *sim, const struct thud_contact_row *row) {
    const thud_row_term *t = row->terms;
    if (row->count == 1) join(sim, t[0].body, THUD_BODY_GROUND);
    if (row->count == 2 && t[0].factor == -t[1].factor) join(sim, t[0].body, t[1].body);
}

/* by links and contacts of which that is known, those that have just been released among them, and supports whose
 * velocities are the same */
static void join_those_at_rest(thud_simulation *sim) {
    const thud_links *links = &sim->links;
    size_t n = sim->structure.n;
    for (size_t i = 0; i <= n; i++) links->held[i] = (thud_body)i;
    for (size_t i = sim->supports.first; i < n; i++)
        for (size_t j = i + 1; j <= n; j++) {
            double one = sim->motion.v[i], other = j < n ? sim->motion.v[j] : 0;
            if (fabs(one - other) <= RATES * (fabs(one) + fabs(other)))
                join(sim, (thud_body)i, j < n ? (thud_body)j : THUD_BODY_GROUND);
        }
    for (size_t i = 0; i < links->acting_count; i++) {
        const thud_body_link *l = &links->list[links->acting[i]];
        if (thud_link_may_stick(l) && rests(sim, l)) join(sim, l->left, l->right);
    }
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        if (!t->impulsive || !(t->phase == THUD_PHASE_STICKING || thud_interface_rests(t))) continue;
        if (t->row) join_by_row(sim, t->row);
        else join(sim, t->left, t->right);
    }
}

/* those at rest, and those in a loop with them, whatever rounding says, are taken for sticking, without a force
 * yet; those in motion slip the way they go */
static bool collect_links(thud_simulation *sim) {
    thud_links *links = &sim->links;
    bool changed = false;
    join_those_at_rest(sim);
    for (size_t i = 0; i < links->acting_count; i++) {
        thud_body_link *l = &links->list[links->acting[i]];
        if (!thud_link_may_stick(l)) continue;
        bool at_rest = first_of(sim, l->left) == first_of(sim, l->right);
        if (at_rest) sim->rest.number[sim->rest.links++] = links->acting[i];
        else changed |= turn_to(sim, l, thud_link_rate(sim, l) > 0 ? THUD_LINK_RISES : THUD_LINK_FALLS);
        l->held = l->holding = false;
        l->was = thud_link_slide(l);
        if (at_rest) turn_to(sim, l, THUD_LINK_TURNS);
    }
    return changed;
}

static bool collect_contacts(thud_simulation *sim) {
    thud_rest *r = &sim->rest;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        sim->contacts.list[c].holding = false;
        if (!thud_rest_has(&sim->contacts.list[c])) continue;
        if (r->contacts == sim->contacts.stuck_limit) return false;
        r->number[r->links + r->contacts++] = c;
    }
    return true;
}

/* ---- what holds them ---- */

/* loads count as they have been a moment ago: where one has just come to zero it is rounding */
static void find_sizes(const thud_simulation *sim) {
    double *size = sim->rest.size;
    thud_links_size(sim, 0, sim->motion.x, sim->motion.v, size);
    for (size_t i = 0; i < sim->structure.n; i++) size[i] += thud_load_size(&sim->loads.ground);
    for (size_t i = 0; i < sim->loads.push_count; i++) {
        const thud_push *p = &sim->loads.pushes[i];
        size[p->body] += thud_load_size(&p->load) * thud_structure_reply(sim, p->body);
    }
}

double thud_rest_noise(const thud_simulation *sim, const thud_body_contact *t) {
    find_sizes(sim);
    return THUD_LINKS_ROUNDING * thud_contact_size(t, sim->rest.size);
}

static void state_problem(thud_simulation *sim) {
    thud_rest *r = &sim->rest;
    thud_box_lcp *b = &r->box;
    b->n = r->links + r->contacts;
    b->preferred = r->links;
    find_sizes(sim);
    for (size_t i = 0; i < b->n; i++) {
        thud_direction own = direction_of(sim, i);
        b->q[i] = -thud_direction_along(own, sim->motion.series.a);
        b->low[i] = 0;
        b->high[i] = INFINITY;
        if (i < r->links) {
            const thud_body_link *l = link_at(sim, i);
            b->high[i] = thud_link_grip(l);
            b->low[i] = -b->high[i];
        }
        b->noise[i] = THUD_LINKS_ROUNDING * thud_direction_size(own, r->size);
        for (size_t j = 0; j < b->n; j++)
            b->w[i * b->n + j] = thud_direction_coupling(sim, own, direction_of(sim, j));
    }
}

/* ---- between motions that are given ---- */

static double share_of(thud_direction p, thud_body support) {
    double share = 0;
    if (!p.row) return (p.right == support) - (p.left == support);
    for (size_t i = 0; i < p.row->count; i++)
        if (p.row->terms[i].body == support) share -= p.row->terms[i].factor;
    return share;
}

/* how much of the motion of each support is left of one that depends on those inside; whether there is any */
static bool find_shares(thud_simulation *sim, size_t i) {
    const thud_box_lcp *b = &sim->rest.box;
    bool any = false;
    for (size_t s = 0; s < sim->supports.count; s++) {
        thud_body body = (thud_body)(sim->supports.first + s);
        double share = share_of(direction_of(sim, i), body);
        for (size_t k = 0; k < b->count; k++)
            share -= b->target[k] * share_of(direction_of(sim, b->place[k]), body);
        /* links have whole shares, and what cancels does so to zero; factors of points are 1e-6 at least */
        double whole = round(share);
        if (fabs(share - whole) < 1e-9) share = whole;
        sim->supports.list[s].share = share;
        any = any || share != 0;
    }
    return any;
}

/*
 * Bodies that are held between two supports, or one and the ground, which are at rest against each other: when
 * these set out, one of those that hold has to give way. False where none can.
 */
static bool give_way_between(thud_simulation *sim) {
    thud_rest *r = &sim->rest;
    thud_box_lcp *b = &r->box;
    for (size_t round = 0, i = 0; i < b->n && sim->supports.count > 0; i++) {
        if (b->side[i] == THUD_BOX_INSIDE || !thud_box_lcp_depends(b, i) || !find_shares(sim, i)) continue;
        if (!thud_box_lcp_is_level(b, i)) continue; /* they are on their way */
        int zeros, way = thud_supports_part(sim, &zeros);
        if (way == 0) sim->links.bridged = true;
        r->parts[i] = r->parts[i] || (way > 0 && i >= r->links);
        if (way == 0 || (int)b->side[i] == -way) continue; /* it gives way already */
        if (!thud_box_lcp_slide(b, i, -way) || ++round > 2 * b->n) return false;
        i = (size_t)-1; /* all once more, with another set */
    }
    return true;
}

/* ---- what becomes of them ---- */

/* contacts that part. What those that hold leave no way to part does not, whatever rounding
 * makes of their reactions */
static void find_parting(thud_simulation *sim) {
    thud_rest *r = &sim->rest;
    for (size_t i = r->links; i < r->box.n; i++)
        r->parts[i] = r->box.side[i] != THUD_BOX_INSIDE &&
                      !(thud_box_lcp_depends(&r->box, i) && thud_box_lcp_is_level(&r->box, i));
}

static void take_links(thud_simulation *sim, bool changed) {
    thud_box_lcp *b = &sim->rest.box;
    for (size_t i = 0; i < sim->rest.links; i++) {
        thud_body_link *l = link_at(sim, i);
        if (b->side[i] == THUD_BOX_LOW) turn_to(sim, l, THUD_LINK_RISES); /* what pulls is negative */
        if (b->side[i] == THUD_BOX_HIGH) turn_to(sim, l, THUD_LINK_FALLS);
        l->holding = b->side[i] == THUD_BOX_INSIDE;
        bool depends = !l->holding && thud_box_lcp_depends(b, i), between = depends && find_shares(sim, i);
        l->held = depends && !between;
        l->zeros = 1; /* of its rate from rest: between supports the first derivatives that agree, too */
        l->zeros_at = sim->motion.time;
        if (between && thud_box_lcp_is_level(b, i))
            l->held = thud_supports_part(sim, &l->zeros) == 0; /* all of them */
        l->slack =
            (thud_link_sticks(l) ? 1e-13 * thud_link_grip(l) : 0) + (l->holding ? thud_box_lcp_slack(b, i) : 0);
        changed |= thud_link_slide(l) != l->was;
        memset(l->hold, 0, sizeof l->hold);
    }
    if (sim->links.may_stick) thud_links_apply(sim);
    if (changed) thud_mechanism_follow(sim);
}

static bool begin_sticking(thud_simulation *sim, thud_body_contact *t) {
    if (!thud_contacts_add(&sim->contacts, t)) return false;
    t->phase = THUD_PHASE_STICKING;
    thud_interface_rest(sim, t);
    t->calm_energy = 0;
    t->stick_start = fmax(t->stick_start, sim->motion.time);
    t->entry = (thud_impact_entry){.contact = t->number, .time = sim->motion.time, .ended = true};
    return true;
}

void thud_rest_end(thud_simulation *sim, thud_body_contact *t) {
    sim->accounts.contacts[t->number].stick_time += fmax(sim->motion.time - t->stick_start, 0);
    t->entry.duration = sim->motion.time - t->entry.time;
    thud_ledger_enter(&sim->accounts.ledger, &t->entry);
    if (t->holding) sim->rest.count = sim->rest.contact_count = 0; /* until it is decided anew */
    thud_contacts_remove(&sim->contacts, t);
    thud_interface_close(sim, t);
}

static bool take_contacts(thud_simulation *sim) {
    const thud_rest *r = &sim->rest;
    for (size_t i = 0; i < r->contacts; i++) {
        thud_body_contact *t = contact_at(sim, i);
        if (r->parts[r->links + i]) {
            if (t->phase == THUD_PHASE_STICKING) thud_rest_end(sim, t);
            thud_interface_rest(sim, t);
            continue;
        }
        if (t->phase != THUD_PHASE_STICKING && !begin_sticking(sim, t)) return false;
        memset(t->series->force, 0, sizeof t->series->force);
        t->holding = r->box.side[r->links + i] == THUD_BOX_INSIDE;
        /* what the series of a reaction leave out is more than rounding */
        t->slack = 6 * thud_box_lcp_slack(&sim->rest.box, r->links + i);
    }
    return true;
}

/* contacts whose reaction has come to zero at this instant do not hold again at it: they stay closed, without a
 * force, where the others leave no way to part */
static bool keep_released(thud_simulation *sim) {
    for (size_t c = 0; c < sim->contacts.count; c++) {
        thud_body_contact *t = &sim->contacts.list[c];
        if (!t->impulsive || !t->state.level) continue;
        const bool sticks = t->phase == THUD_PHASE_STICKING;
        if (thud_rest_keeps(sim, t) == sticks) continue;
        if (sticks) thud_rest_end(sim, t);
        else if (!begin_sticking(sim, t)) return false;
        if (!sticks) memset(t->series->force, 0, sizeof t->series->force);
        thud_interface_rest(sim, t);
        t->state.level = true;
    }
    return true;
}

bool thud_rest_settle(thud_simulation *sim) {
    thud_rest *r = &sim->rest;
    sim->links.bridged = false;
    const bool held = r->count > 0;
    r->count = r->contact_count = r->links = r->contacts = 0;
    const bool changed = sim->links.may_stick && collect_links(sim);
    if (!collect_contacts(sim)) return false;
    if (r->links + r->contacts == 0 && !held && !changed) return true;
    if (r->links + r->contacts > 0) {
        if (sim->links.may_stick) thud_links_apply(sim);
        if (!thud_series_accelerations(sim)) return false;
        state_problem(sim);
        if (!thud_box_lcp_solve(&r->box)) return false;
        find_parting(sim);
        if (!give_way_between(sim)) return false;
    }
    if (r->links > 0 || changed) take_links(sim, changed);
    if (!take_contacts(sim)) return false;
    thud_rest_factor(sim);
    if (!keep_released(sim)) return false;
    if (r->count > 0) thud_rest_stop(sim);
    for (size_t i = 0; i < r->links; i++) /* with the rates that rounding has left */
        thud_link_note_rest(sim, link_at(sim, i), thud_link_slide(link_at(sim, i)) != 0);
    return true;
}

/* ---- when it ends ---- */

void thud_rest_note_rates(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_ACTIVE && thud_rest_joins(sim, t)) thud_interface_turn(sim, t);
    }
}

/* one that the others hold has no reaction of its own; between motions that are given, that ends when these set
 * out, with far more than rounding */
static bool is_left(const thud_simulation *sim, const thud_body_contact *t) {
    return t->phase == THUD_PHASE_STICKING && !t->holding &&
           fabs(thud_simulation_closing(sim, t)) > 1e3 * thud_rest_noise(sim, t);
}

bool thud_rest_is_over(const thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->holding && t->series->force[0] < -t->slack) return true;
        if (sim->supports.count > 0 && is_left(sim, t)) return true;
    }
    return false;
}
