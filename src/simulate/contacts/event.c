/*
 * The first zero, over all contacts, of what each waits for in its phase: a gap, a rate, a force, a reaction.
 */
#include "simulate/contacts/event.h"

#include <math.h>

#include "numeric/series/polynomial.h"
#include "simulate/contacts/graze.h"
#include "simulate/contacts/impulse.h"
#include "simulate/contacts/rest.h"
#include "simulate/contacts/zero_force.h"
#include "simulate/series/series_bodies.h"

enum { WIDTH = THUD_SERIES_WIDTH };

static void consider(thud_event *first, thud_event_kind kind, const thud_body_contact *t, double sigma) {
    if (sigma < first->at || (sigma == first->at && first->kind == THUD_EVENT_NONE))
        *first = (thud_event){kind, t->number, sigma};
}

/* the series of an open contact's penetration beyond the point where it acts; what rounding has made of a gap that
 * is about to open is zero */
static void open_depth(const thud_simulation *sim, const thud_body_contact *t, double *depth) {
    thud_interface_series(sim, t, depth);
    depth[0] -= t->enter_at;
    bool rounding = depth[0] > 0 && depth[0] <= thud_interface_rounding(sim, t);
    if (!t->state.depth.own && rounding) depth[0] = 0;
}

/* m, to where it acts */
static double gap_of(const thud_simulation *sim, const thud_body_contact *t) {
    if (t->state.depth.own) return t->enter_at - t->state.depth.value;
    if (t->row) return t->given.gap + t->enter_at - thud_contact_along(t, sim->motion.x);
    return t->given.gap + t->enter_at + thud_coordinate(sim->motion.x, t->right) -
           thud_coordinate(sim->motion.x, t->left);
}

static int leading_of(const thud_simulation *sim, const double *series) {
    int leading = 0;
    while (leading < sim->motion.series.order && series[leading] == 0) leading++;
    return leading;
}

static void look_at_open(const thud_simulation *sim, const thud_body_contact *t, thud_event *first) {
    const thud_series *s = &sim->motion.series;
    if (thud_graze_is_one(t)) consider(first, THUD_EVENT_OPEN, t, thud_graze_end(sim, t, first->at));
    double gap = gap_of(sim, t);
    if (gap > thud_contact_size(t, sim->motion.bound)) return;
    if (thud_interface_is_kept_open(sim, t)) return;

    double depth[WIDTH];
    open_depth(sim, t, depth);
    const int leading = leading_of(sim, depth);
    /* it closes at once when it sets out inwards */
    double sigma = depth[leading] > 0 ? 0 : thud_polynomial_first_root(depth, s->order, first->at);
    if (t->leaving && sigma <= first->at) {
        /* the gap may open before it closes again, and then the next impact sets its own point to act from */
        depth[0] += t->enter_at;
        double open = thud_polynomial_first_root(depth, s->order, sigma);
        if (open < sigma) {
            consider(first, THUD_EVENT_OPEN, t, open);
            return;
        }
    }
    consider(first, THUD_EVENT_CLOSE, t, sigma);
}

/* when the penetration falls to `level`, or to zero along z for the clock */
static double fall_to(const thud_simulation *sim, const thud_body_contact *t, double level, double step) {
    const thud_series *s = &sim->motion.series;
    const double *rate = t->series->rate;
    double shifted[WIDTH];
    const double *c = s->root;
    if ((int)t->number == s->clock) {
        level = 0;
    } else {
        for (int k = 0; k <= s->order; k++) shifted[k] = t->series->depth[k];
        shifted[0] -= level;
        c = shifted;
    }
    /* the step before ended there, to rounding; a root of that may still be a number of some size */
    bool there = t->series->depth[0] - level <= (t->state.depth.own ? 0 : thud_interface_rounding(sim, t));
    if (there && !thud_interface_begins(t) && (rate[0] < 0 || (rate[0] == 0 && rate[1] < 0))) return 0;
    /* an impact elsewhere has sent it back when it had just begun */
    if (thud_interface_begins(t) && rate[0] < 0) return 0;
    /* as long as the motion keeps its direction, its end tells */
    if (thud_polynomial_keeps_sign(rate, s->order, step))
        if (rate[0] > 0 || thud_series_value(c, s->order, step) > 0) return INFINITY;
    return thud_polynomial_first_root(c, s->order, step);
}

/* it has just turned, and does not turn once more by rounding of what balances it */
static bool is_in_balance(const thud_simulation *sim, const thud_body_contact *t, int leading) {
    return leading == 1 && sim->motion.series.in_time && t->state.rate.own &&
           fabs(t->series->rate[1]) <= thud_rest_noise(sim, t);
}

/* when the rate changes its sign; at once where it has: of contacts that turn at the same instant, as all those of
 * one pair of bodies do, one is turned by its event, and rounding leaves the others on either side of zero */
static double turning(const thud_simulation *sim, const thud_body_contact *t, double limit) {
    const thud_series *s = &sim->motion.series;
    const double *rate = t->series->rate;
    int leading = leading_of(sim, rate);
    if (is_in_balance(sim, t, leading)) return INFINITY;
    bool turned = t->approaching ? rate[leading] < 0 : rate[leading] > 0;
    return turned ? 0 : thud_polynomial_first_root(rate, s->order, limit);
}

static void look_at_active(const thud_simulation *sim, const thud_body_contact *t, thud_event *first) {
    const thud_series *s = &sim->motion.series;
    const thud_contact_series *c = t->series;
    bool turns = (t->approach_only || t->bilinear) && !thud_rest_joins(sim, t);
    if (turns && t->approaching) {
        consider(first, THUD_EVENT_TURN, t, turning(sim, t, first->at));
    } else if (turns && t->bilinear) {
        double below[WIDTH];
        for (int k = 0; k <= s->order; k++) below[k] = c->depth[k];
        below[0] -= t->top;
        /* it has just turned there, or friction has held it there */
        const bool there =
            t->state.rate.own && !thud_interface_begins(t) && below[0] >= -thud_interface_rounding(sim, t);
        if (there) below[0] = below[1] = 0;
        /* at once where it is past that: those that turned together load together again, see turning() */
        const int leading = leading_of(sim, c->rate);
        const bool past = below[0] >= 0 && c->rate[leading] > 0 && !(there && is_in_balance(sim, t, leading));
        double sigma = past ? 0 : thud_polynomial_first_root(below, s->order, first->at);
        consider(first, THUD_EVENT_RELOAD, t, sigma);
    } else if (turns) {
        consider(first, THUD_EVENT_TURN, t, turning(sim, t, first->at));
    }
    double release =
        t->ends_at_return ? fall_to(sim, t, t->enter_at, first->at) : thud_zero_force_release(sim, t, first->at);
    /* begun from rest a moment ago, as far as times can tell: which way it goes is rounding yet */
    if (thud_interface_begins(t) && t->state.rate.own && release <= s->step &&
        thud_series_value(s->time, s->order, release) < 1e-15 * sim->motion.time)
        release = INFINITY;
    consider(first, THUD_EVENT_RELEASE, t, release);
    if (t->may_pull) consider(first, THUD_EVENT_PULL, t, thud_zero_force_release(sim, t, first->at));
}

static void look_at_detached(const thud_simulation *sim, const thud_body_contact *t, thud_event *first) {
    const double *depth = t->series->depth;
    double open = depth[0] > 0 ? thud_polynomial_first_root(depth, sim->motion.series.order, first->at) : 0;
    consider(first, THUD_EVENT_OPEN, t, open);
    consider(first, THUD_EVENT_RESUME, t, thud_zero_force_resume(sim, t, first->at));
}

/* a reaction has to fall below zero by more than rounding */
static void look_at_stuck(const thud_simulation *sim, const thud_body_contact *t, thud_event *first) {
    double pull[WIDTH];
    for (int k = 0; k <= sim->motion.series.order; k++) pull[k] = -t->series->force[k];
    pull[0] -= t->slack;
    consider(first, THUD_EVENT_RELEASE, t, thud_rest_gives_way(sim, pull, first->at));
}

thud_event thud_event_first(const thud_simulation *sim) {
    thud_event first = {THUD_EVENT_NONE, 0, sim->motion.series.step};
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        switch (t->phase) {
        case THUD_PHASE_ACTIVE: look_at_active(sim, t, &first); break;
        case THUD_PHASE_RELEASED: look_at_detached(sim, t, &first); break;
        case THUD_PHASE_STICKING: look_at_stuck(sim, t, &first); break;
        case THUD_PHASE_OPEN: break;
        }
    }
    if (sim->contacts.closed_count < sim->contacts.count) thud_series_reach(sim, first.at);
    for (size_t i = 0; i < sim->contacts.count; i++)
        if (sim->contacts.list[i].phase == THUD_PHASE_OPEN) look_at_open(sim, &sim->contacts.list[i], &first);
    if (sim->links.acting_count > 0) thud_links_look(sim, &first);
    return first;
}
