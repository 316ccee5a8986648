/*
 * Where the branch of a link ends: d(σ) reaches a level, or ḋ(σ) changes its sign; and the branch after it.
 */
#include <math.h>
#include <stdlib.h>

#include "numeric/series/polynomial.h"
#include "simulate/links/link_ends.h"
#include "simulate/links/links.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* the first σ at which a series that is below zero rises above it; at once where it sets out upwards from zero */
static double rise(double *c, int order, double limit) {
    if (c[0] > 0) c[0] = 0; /* a step has ended there, to rounding */
    int leading = 0;
    while (leading < order && c[leading] == 0) leading++;
    if (c[leading] >= 0) return c[leading] > 0 ? 0 : INFINITY;
    return thud_polynomial_first_root(c, order, limit);
}

/* the rate, and what is known to be zero of it */
static void gather_rate(const thud_simulation *sim, const thud_body_link *l, int side, double *rate) {
    const thud_series *s = &sim->motion.series;
    for (int k = 0; k <= s->order; k++)
        rate[k] = side * (thud_coefficient(sim, s->v, l->right, k) - thud_coefficient(sim, s->v, l->left, k));
    if (!thud_link_is_at_rest(sim, l)) return;
    rate[0] = 0;
    for (int k = 1; k < l->zeros && k <= s->order && l->zeros_at == sim->motion.time; k++) rate[k] = 0;
    thud_links_clear_rounding(sim, l, rate);
}

/* from rest d follows the rate: dd/dσ = dt/dσ ḋ */
static void integrate_rate(const thud_simulation *sim, const thud_body_link *l, int side, double *c) {
    const thud_series *s = &sim->motion.series;
    double rate[WIDTH];
    gather_rate(sim, l, side, rate);
    for (int k = 0; k < s->order; k++)
        c[k + 1] = (s->in_time ? rate[k] : thud_series_product(s->pace, rate, k)) * THUD_RECIPROCAL[k + 1];
}

/* when d, or the inner variable, reaches a level, from below (side 1) or from above (−1) */
static double reach(const thud_simulation *sim, const thud_body_link *l, double level, int side, double limit) {
    const thud_series *s = &sim->motion.series;
    double c[WIDTH] = {0};
    size_t number = (size_t)(l - sim->links.list);
    for (int k = 0; k <= s->order; k++)
        c[k] = side * (l->model->has_inner ? l->series.inner[k]
                                           : sim->links.deformation[(size_t)k * sim->links.count + number]);
    c[0] -= side * level;
    if (!l->model->has_inner && thud_link_is_at_rest(sim, l)) integrate_rate(sim, l, side, c);
    return rise(c, s->order, limit);
}

static double turn(const thud_simulation *sim, const thud_body_link *l, int direction, double limit) {
    const thud_series *s = &sim->motion.series;
    double c[WIDTH] = {0};
    gather_rate(sim, l, -direction, c);
    if (c[0] > 0) return 0; /* an impact has sent it back */
    return rise(c, s->order, limit);
}

static void consider(thud_event *first, size_t number, thud_link_end end, double sigma) {
    if (sigma < first->at || (sigma == first->at && first->kind == THUD_EVENT_NONE))
        *first = (thud_event){THUD_EVENT_LINK + (thud_event_kind)end, number, sigma};
}

/* whether it may get to a level, from below (side 1) or from above (−1), by how far it gets at most */
static bool may_come_to(const thud_simulation *sim, const thud_body_link *l, size_t number, double level,
                        int side) {
    if (!(fabs(level) < INFINITY)) return false;
    return l->model->has_inner || !(side * (level - sim->links.deformation[number]) > sim->links.way[number]);
}

/* whether it may get to an end of its branch within the step, by how far it gets at most */
static bool may_end(const thud_simulation *sim, const thud_body_link *l, size_t number) {
    const thud_link_branch *b = &l->branch;
    if (l->model->has_inner) return true;
    double d = sim->links.deformation[number], way = sim->links.way[number];
    if (!(d - way > b->low && d + way < b->high)) return true;
    return b->direction != 0 && !(b->direction * sim->links.rate[number] > sim->links.change[number]);
}

/* when what holds it gets larger than it may be; not for what rounding makes of equal forces */
static double give_way(const thud_simulation *sim, const thud_body_link *l, int side, double limit) {
    double c[WIDTH] = {0};
    for (int k = 0; k <= sim->motion.series.order; k++) c[k] = side * l->hold[k];
    c[0] -= thud_link_grip(l) + l->slack;
    return thud_rest_gives_way(sim, c, limit);
}

void thud_links_look_at(const thud_simulation *sim, size_t number, thud_event *first) {
    const thud_body_link *l = &sim->links.list[number];
    const thud_link_branch *b = &l->branch;
    if (l->held) return; /* it moves when what keeps it at rest gives way */
    if (thud_link_sticks(l)) {
        consider(first, number, THUD_LINK_FALLS, give_way(sim, l, -1, first->at));
        consider(first, number, THUD_LINK_RISES, give_way(sim, l, 1, first->at));
        return;
    }
    if (l->damper > 0) {
        thud_link_end end = THUD_LINK_GOES_ON;
        double sigma = thud_damper_ends(sim, l, first->at, &end);
        consider(first, number, end, sigma);
        if (abs(l->zone) == 1) consider(first, number, THUD_LINK_STOPS, turn(sim, l, l->zone, first->at));
    }
    if (!may_end(sim, l, number)) return;
    if (may_come_to(sim, l, number, b->low, -1))
        consider(first, number, THUD_LINK_FALLS, reach(sim, l, b->low, -1, first->at));
    if (may_come_to(sim, l, number, b->high, 1))
        consider(first, number, THUD_LINK_RISES, reach(sim, l, b->high, 1, first->at));
    if (b->direction != 0) consider(first, number, THUD_LINK_TURNS, turn(sim, l, b->direction, first->at));
}

void thud_links_look(const thud_simulation *sim, thud_event *first) {
    const thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const size_t number = sim->links.acting[i];
        if (!(s->links_bounded && s->links.room[number] > 0)) thud_links_look_at(sim, number, first);
    }
}

void thud_links_pass(thud_simulation *sim, const thud_event *event) {
    thud_body_link *l = &sim->links.list[event->contact];
    double d = thud_coordinate(sim->motion.x, l->right) - thud_coordinate(sim->motion.x, l->left);
    bool sticks = thud_link_sticks(l);
    thud_link_end end = (thud_link_end)(event->kind - THUD_EVENT_LINK);
    if (end == THUD_LINK_SLOWS || end == THUD_LINK_SPEEDS) {
        thud_damper_pass(l, end);
        return;
    }
    /* for all together: see rest.h */
    if (sticks || end == THUD_LINK_STOPS || l->given->hysteresis.model == THUD_HYSTERESIS_FRICTION) {
        thud_link_note_rest(sim, l, sticks || event->at > 0 || thud_link_is_at_rest(sim, l));
        return;
    }
    if (l->model->has_inner && end == THUD_LINK_FALLS) l->inner = l->branch.low;
    if (l->model->has_inner && end == THUD_LINK_RISES) l->inner = l->branch.high;
    l->model->pass(l->given, end, d, &l->branch);
    thud_links_apply_one(sim, event->contact);
    thud_mechanism_follow(sim);
    if (end != THUD_LINK_TURNS) return; /* at rest it may be still */
    /* by an impact it turns at a speed, otherwise where it has none */
    thud_link_note_rest(sim, l,
                        event->at > 0 || thud_link_is_at_rest(sim, l) ||
                            thud_link_is_rounding(sim, l, thud_link_rate(sim, l)));
}
