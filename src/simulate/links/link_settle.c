/*
 * Which frictions whose ends are at rest against each other hold, and which slip; together with the rigid contacts
 * that are closed at rest, for one may hold what the other would. A link is to a body as a contact that may pull as
 * well as push, up to its force: with z what pushes its ends apart and w the acceleration at which they part,
 *
 *     w = W z + q,  |z| ≤ f₀,  w = 0 where |z| < f₀,  and away from z where z = ±f₀,
 *
 * of contacts z ≥ 0, w ≥ 0, z w = 0 (numeric/matrix/box_lcp.h). The accelerations are the ones of least constraint,
 * of which there is one set, though links side by side or in a loop may share what they hold in many ways. Those
 * inside are held by their reactions in every order of the series; what they leave no way to move is at rest,
 * whatever rounding makes of its rate.
 */
#include <math.h>
#include <string.h>

#include "simulate/contacts/impulse.h"
#include "simulate/links/link_ends.h"
#include "simulate/links/links.h"
#include "simulate/matrices.h"
#include "simulate/state.h"

/* ---- which are at rest ---- */

/* friction has no impulse: what an impact has set in motion slips. Rounding is u of each velocity, before a change
 * and after it, and twice that. The rate of one that others leave no way to move is rounding of what velocities
 * there have been: the same shares as of rigid contacts, thud_interface_stillness */
static bool rests(const thud_simulation *sim, const thud_body_link *l) {
    double rate = thud_link_rate(sim, l), size = thud_link_speeds(sim, l), rounding = 4 * 0x1p-53 * size;
    if (thud_link_is_at_rest(sim, l)) return true;
    if (l->held) rounding = 1e-12 * size + 1e-18 * thud_link_fastest(sim, l);
    return fabs(rate) <= rounding;
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

/* by links and rigid contacts of which that is known, those that have just been released among them, and supports
 * whose velocities are the same */
static void join_those_at_rest(thud_simulation *sim) {
    const thud_links *links = &sim->links;
    size_t n = sim->structure.n;
    for (size_t i = 0; i <= n; i++) links->held[i] = (thud_body)i;
    for (size_t i = sim->supports.first; i < n; i++)
        for (size_t j = i + 1; j <= n; j++) {
            double one = sim->motion.v[i], other = j < n ? sim->motion.v[j] : 0;
            if (fabs(one - other) <= 4 * 0x1p-53 * (fabs(one) + fabs(other)))
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
static size_t collect_links(thud_simulation *sim, bool *changed) {
    thud_links *links = &sim->links;
    size_t count = 0;
    join_those_at_rest(sim);
    for (size_t i = 0; i < links->acting_count; i++) {
        thud_body_link *l = &links->list[links->acting[i]];
        if (!thud_link_may_stick(l)) continue;
        bool at_rest = first_of(sim, l->left) == first_of(sim, l->right);
        if (at_rest) links->resting[count++] = links->acting[i];
        else *changed |= turn_to(sim, l, thud_link_rate(sim, l) > 0 ? THUD_LINK_RISES : THUD_LINK_FALLS);
        l->held = l->holding = false;
        l->was = thud_link_slide(l);
        if (at_rest) turn_to(sim, l, THUD_LINK_TURNS);
    }
    return count;
}

/* ---- what holds them ---- */

static thud_pair pair_of(const thud_simulation *sim, size_t links, size_t i) {
    if (i < links) return thud_link_pair(&sim->links.list[sim->links.resting[i]]);
    return thud_contact_pair(&sim->contacts.list[sim->contacts.impact_numbers[i - links]]);
}

static void state_problem(thud_simulation *sim, size_t links, size_t contacts) {
    thud_box_lcp *b = &sim->links.box;
    const double *a = sim->motion.series.a;
    b->n = links + contacts;
    b->preferred = links;
    thud_links_size(sim, 0, sim->motion.x, sim->motion.v, sim->links.size);
    for (size_t i = 0; i < b->n; i++) {
        thud_pair own = pair_of(sim, links, i);
        if (i < links) {
            const thud_body_link *l = &sim->links.list[sim->links.resting[i]];
            b->q[i] = thud_coordinate(a, l->right) - thud_coordinate(a, l->left);
            b->noise[i] = THUD_LINKS_ROUNDING *
                          (thud_coordinate(sim->links.size, l->left) + thud_coordinate(sim->links.size, l->right));
            b->high[i] = thud_link_grip(l);
            b->low[i] = -b->high[i];
        } else {
            const thud_body_contact *t = &sim->contacts.list[sim->contacts.impact_numbers[i - links]];
            b->q[i] = -thud_simulation_closing(sim, t);
            b->noise[i] = thud_stick_noise(sim, t);
            b->low[i] = 0;
            b->high[i] = INFINITY;
        }
        for (size_t j = 0; j < b->n; j++) b->w[i * b->n + j] = thud_pair_coupling(sim, own, pair_of(sim, links, j));
    }
}

/* ---- between motions that are given ---- */

static double share_of(thud_pair p, thud_body support) {
    double share = 0;
    if (!p.row) return (p.right == support) - (p.left == support);
    for (size_t i = 0; i < p.row->count; i++)
        if (p.row->terms[i].body == support) share -= p.row->terms[i].factor;
    return share;
}

/* how much of the motion of each support is left of one that depends on those inside; whether there is any */
static bool find_shares(thud_simulation *sim, size_t links, size_t i) {
    const thud_box_lcp *b = &sim->links.box;
    bool any = false;
    for (size_t s = 0; s < sim->supports.count; s++) {
        thud_body body = (thud_body)(sim->supports.first + s);
        double share = share_of(pair_of(sim, links, i), body);
        for (size_t k = 0; k < b->count; k++)
            share -= b->target[k] * share_of(pair_of(sim, links, b->place[k]), body);
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
static bool give_way_between(thud_simulation *sim, size_t links, double *parting) {
    thud_box_lcp *b = &sim->links.box;
    sim->links.bridged = false;
    for (size_t round = 0, i = 0; i < b->n && sim->supports.count > 0; i++) {
        if (b->side[i] == THUD_BOX_INSIDE || !thud_box_lcp_depends(b, i) || !find_shares(sim, links, i)) continue;
        if (!thud_box_lcp_is_level(b, i)) continue; /* they are on their way */
        int zeros, way = thud_supports_part(sim, &zeros);
        if (way == 0) sim->links.bridged = true;
        if (way > 0 && i >= links) parting[i - links] = INFINITY;
        if (way == 0 || (int)b->side[i] == -way) continue; /* it gives way already */
        if (!thud_box_lcp_slide(b, i, -way) || ++round > 2 * b->n) return false;
        i = (size_t)-1; /* all once more, with another set */
    }
    return true;
}

/* ---- what becomes of them ---- */

static void take_links(thud_simulation *sim, size_t links, bool changed) {
    thud_box_lcp *b = &sim->links.box;
    for (size_t i = 0; i < links; i++) {
        thud_body_link *l = &sim->links.list[sim->links.resting[i]];
        if (b->side[i] == THUD_BOX_LOW) turn_to(sim, l, THUD_LINK_RISES); /* what pulls is negative */
        if (b->side[i] == THUD_BOX_HIGH) turn_to(sim, l, THUD_LINK_FALLS);
        l->holding = b->side[i] == THUD_BOX_INSIDE;
        bool depends = !l->holding && thud_box_lcp_depends(b, i), between = depends && find_shares(sim, links, i);
        l->held = depends && !between;
        l->zeros = 1; /* of its rate from rest: between supports the first derivatives that agree, too */
        l->zeros_at = sim->motion.time;
        if (between && thud_box_lcp_is_level(b, i))
            l->held = thud_supports_part(sim, &l->zeros) == 0; /* all of them */
        l->slack =
            (thud_link_sticks(l) ? 1e-13 * thud_link_grip(l) : 0) + (l->holding ? thud_box_lcp_slack(b, i) : 0);
        changed |= thud_link_slide(l) != l->was;
    }
    thud_links_apply(sim);
    if (changed) thud_mechanism_follow(sim);
}

/* what is at rest after this, with the rates that rounding has left */
static void note_rest(thud_simulation *sim, size_t links) {
    for (size_t i = 0; i < links; i++) {
        thud_body_link *l = &sim->links.list[sim->links.resting[i]];
        thud_link_note_rest(sim, l, thud_link_slide(l) != 0);
    }
}

bool thud_links_settle(thud_simulation *sim) {
    thud_box_lcp *b = &sim->links.box;
    bool changed = false;
    sim->links.bridged = false;
    sim->links.stuck_count = 0;
    size_t links = collect_links(sim, &changed), contacts;
    if (links == 0) {
        if (changed) take_links(sim, 0, true);
        return thud_stick_settle(sim);
    }
    thud_links_apply(sim);
    if (!thud_stick_collect(sim, &contacts) || !thud_series_accelerations(sim)) return false;
    state_problem(sim, links, contacts);
    if (!thud_box_lcp_solve(b)) return false;

    double *parting = sim->contacts.impact_work;
    for (size_t i = links; i < b->n; i++) {
        parting[i - links] = b->q[i];
        for (size_t j = 0; j < b->n; j++) parting[i - links] += b->w[i * b->n + j] * b->z[j];
        /* what those that hold leave no way to part does not, whatever rounding makes of their reactions */
        bool outside = b->side[i] != THUD_BOX_INSIDE;
        if (outside && thud_box_lcp_depends(b, i) && thud_box_lcp_is_level(b, i)) parting[i - links] = 0;
    }
    if (!give_way_between(sim, links, parting)) return false;
    take_links(sim, links, changed);
    if (!thud_links_group_up(sim)) return false;
    if (!thud_stick_take(sim, contacts, b->z + links, parting) || !thud_stick_keep(sim)) return false;
    for (size_t i = links; i < b->n; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.impact_numbers[i - links]];
        t->slack = fmax(t->slack, thud_box_lcp_slack(b, i)); /* what is level stays closed */
    }
    note_rest(sim, links);
    return true;
}
