/*
 * One step of the general series: expand the motion, find what happens first, account for the way there, go there.
 */
#include <math.h>
#include <string.h>

#include "simulate/contacts/accumulate.h"
#include "simulate/contacts/event.h"
#include "simulate/contacts/rest.h"
#include "simulate/contacts/transition.h"
#include "simulate/modal/modal.h"
#include "simulate/propagator.h"
#include "simulate/series/series_bodies.h"

/* a branch of a link that ends where it begins: what sticks gives way at once. Its force is none that there is, and
 * what there is to be seen of the instant is seen on the next branch */
static bool is_passed_over(const thud_event *event) { return event->at == 0 && thud_event_is_of_link(event); }

/* the bodies at σ, and how far they may be off straight lines to there; in time, coordinates and velocities follow
 * from what accelerations may be */
static void find_end(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    size_t n = sim->structure.n;
    if (s->by_modes) {
        thud_modal_end(sim, sigma);
        return;
    }
    thud_series_bends(s->a, n, s->order, sigma, s->end_a, s->off_a);
    if (!s->in_time) {
        thud_series_bends(s->x, n, s->order, sigma, sim->motion.next_x, s->off_x);
        thud_series_bends(s->v, n, s->order, sigma, s->end_v, s->off_v);
        return;
    }
    thud_series_values(s->x, n, s->order, sigma, sim->motion.next_x);
    thud_series_values(s->v, n, s->order, sigma, s->end_v);
    thud_series_bends_before(n, sigma, s->a, s->end_a, s->off_a, s->off_x, s->off_v);
}

/* earlier than where bounds are known to: they hold there as well */
static void find_end_before(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    thud_series_at(sim, sigma, sim->motion.next_x, s->end_v, s->end_a);
}

/* the series of one link that may come to the end of its branch, and how far it gets */
static void gather_link(thud_simulation *sim, size_t number) {
    const thud_links *m = &sim->links;
    const thud_series *s = &sim->motion.series;
    const thud_link_bounds *b = &s->links;
    const thud_body_link *l = &m->list[number];
    for (int k = 0; k <= s->order; k++) {
        size_t at = (size_t)k * m->count + number;
        m->deformation[at] = thud_coefficient(sim, s->x, l->right, k) - thud_coefficient(sim, s->x, l->left, k);
        m->rate[at] = thud_coefficient(sim, s->v, l->right, k) - thud_coefficient(sim, s->v, l->left, k);
    }
    m->way[number] = fabs(b->end_d[number] - b->d[number]) + b->off_d[number];
    m->change[number] = fabs(b->end_rate[number] - b->rate[number]) + b->off_rate[number];
}

/* where all links are on straight branches, bounds say which of them may come to an end and need series */
static void gather_links(thud_simulation *sim) {
    thud_series *s = &sim->motion.series;
    const thud_links *m = &sim->links;
    s->links_bounded = m->count > 0 && s->in_time && m->shaped_count == 0 &&
                       sim->rest.count == sim->rest.contact_count; /* no link is held */
    if (!s->links_bounded) {
        if (m->count > 0) thud_links_gather(sim);
        return;
    }
    find_end(sim, s->step);
    thud_link_bounds_list(&s->links, sim);
    thud_link_bounds_take(&s->links, sim,
                          &(thud_link_step){.h = s->step,
                                            .x0 = s->x,
                                            .x1 = sim->motion.next_x,
                                            .v0 = s->v,
                                            .v1 = s->end_v,
                                            .a0 = s->a,
                                            .a1 = s->end_a,
                                            .bent = s->off_a});
    if (!thud_link_bounds_may_end(&s->links, sim)) return;
    for (size_t i = 0; i < m->acting_count; i++)
        if (!(s->links.room[m->acting[i]] > 0)) gather_link(sim, m->acting[i]);
}

void thud_series_reach(const thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    double *bound = sim->motion.bound;
    if (s->by_modes) thud_modal_reach(sim, sigma);
    else if (!s->links_bounded) thud_series_bounds(s->x, sim->structure.n, s->order, sigma, bound);
    for (size_t i = 0; s->links_bounded && i < sim->structure.n; i++)
        bound[i] = fabs(sim->motion.next_x[i] - s->x[i]) + s->off_x[i];
}

/* accounts for the way to an event and goes there */
static void go(thud_simulation *sim, const thud_event *event) {
    const thud_series *s = &sim->motion.series;
    double sigma = event->at;
    if (!is_passed_over(event)) thud_account_samples(sim, sigma, event->kind != THUD_EVENT_NONE);
    if (sigma == 0) return;
    if (!s->links_bounded) find_end(sim, sigma);
    else if (sigma < s->step) find_end_before(sim, sigma);
    thud_account_energy(sim, sigma);
    thud_account_peaks(sim, sigma);
    bool whole = s->to_horizon && sigma == s->step;
    sim->motion.time =
        whole ? sim->motion.time + s->horizon : sim->motion.time + thud_series_value(s->time, s->order, sigma);
    memcpy(sim->motion.x, sim->motion.next_x, sim->structure.n * sizeof *sim->motion.x);
    memcpy(sim->motion.v, s->end_v, sim->structure.n * sizeof *sim->motion.v);
    if (s->by_modes) thud_modal_move(sim);
    thud_interfaces_move(sim, sigma);
    if (sim->links.acting_count > 0) thud_links_move(sim, sigma);
}

static bool move_loads(thud_simulation *sim) {
    const thud_series *s = &sim->motion.series;
    double until = thud_simulation_break(sim);
    /* at a break to the bit, whatever the sum of steps has become */
    if (s->to_horizon && fabs(sim->motion.time - until) <= 1e-9 * s->horizon) sim->motion.time = until;
    thud_loads_move(&sim->loads, sim->motion.time);
    thud_supports_move(&sim->supports, sim->motion.time);
    return !sim->links.bridged || thud_transition_settle(sim); /* motions that are given may have set out */
}

/* The series of the present state, with the sticking contacts as they must be. Each accumulation that is carried to
 * its limit changes the motion, one contact after the other; a change is always followed by another expansion. */
static bool expand(thud_simulation *sim) {
    const size_t rounds = sim->contacts.count + 2;
    for (size_t round = 0;; round++) {
        if (!thud_series_expand(sim))
            return thud_transition_fail(sim, THUD_ERROR_OVERFLOW, NULL, "the motion is too large for a double");
        bool changed = round < rounds && (thud_accumulate(sim) || (round < 2 && thud_rest_is_over(sim)));
        if (!changed) return true;
        if (!thud_transition_settle(sim)) return false;
        if (sim->follower) sim->follower->event(sim->follower->context, sim, NULL);
    }
}

void thud_series_show_start(thud_simulation *sim) {
    sim->motion.end = 1; /* a series needs a way to go; only its start is looked at */
    bool expanded = expand(sim);
    sim->motion.end = 0;
    if (!expanded) return;
    gather_links(sim);
    find_end(sim, 0);
    thud_account_samples(sim, 0, false);
    thud_account_peaks(sim, 0);
}

bool thud_series_look(thud_simulation *sim, thud_sample *now) {
    sim->motion.end = sim->motion.time + 1;
    if (!expand(sim)) return false;
    *now = thud_account_sample(sim, sim->motion.time, 0, false);
    return true;
}

static bool fits(const thud_simulation *sim, const void *memory) {
    (void)sim;
    (void)memory;
    return true;
}

static thud_step_result advance(thud_simulation *sim, void *memory, thud_event *event) {
    (void)memory;
    if (!expand(sim)) return THUD_STEP_ENDS;
    gather_links(sim);
    *event = thud_event_first(sim);
    go(sim, event);
    return move_loads(sim) ? THUD_STEP_TAKEN : THUD_STEP_ENDS;
}

const thud_propagator thud_propagator_series = {.name = "series", .fits = fits, .advance = advance};
