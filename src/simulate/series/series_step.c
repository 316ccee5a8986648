/*
 * One step of the general series: expand the motion, find what happens first, account for the way there, go there.
 */
#include <math.h>
#include <string.h>

#include "simulate/contacts/accumulate.h"
#include "simulate/contacts/event.h"
#include "simulate/contacts/rest.h"
#include "simulate/contacts/transition.h"
#include "simulate/series/series_bodies.h"
#include "simulate/stepper.h"

/* a branch of a link that ends where it begins: what sticks gives way at once. Its force is none that there is, and
 * what there is to be seen of the instant is seen on the next branch */
static bool is_passed_over(const thud_event *event) { return event->at == 0 && thud_event_is_of_link(event); }

/* accounts for the way to an event and goes there */
static void go(thud_simulation *sim, const thud_event *event) {
    const thud_series *s = &sim->motion.series;
    double sigma = event->at;
    if (!is_passed_over(event)) thud_account_samples(sim, sigma, event->kind != THUD_EVENT_NONE);
    if (sigma == 0) return;
    thud_series_values(s->x, sim->structure.n, s->order, sigma, sim->motion.next_x);
    thud_series_values(s->v, sim->structure.n, s->order, sigma, sim->motion.next_v);
    thud_account_energy(sim, sigma);
    thud_account_peaks(sim, sigma);
    bool whole = s->to_horizon && sigma == s->step;
    sim->motion.time =
        whole ? sim->motion.time + s->horizon : sim->motion.time + thud_series_value(s->time, s->order, sigma);
    memcpy(sim->motion.x, sim->motion.next_x, sim->structure.n * sizeof *sim->motion.x);
    memcpy(sim->motion.v, sim->motion.next_v, sim->structure.n * sizeof *sim->motion.v);
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
    }
}

void thud_series_show_start(thud_simulation *sim) {
    sim->motion.end = 1; /* a series needs a way to go; only its start is looked at */
    bool expanded = expand(sim);
    sim->motion.end = 0;
    if (!expanded) return;
    if (sim->links.count > 0) thud_links_gather(sim);
    memcpy(sim->motion.next_x, sim->motion.x, sim->structure.n * sizeof *sim->motion.x);
    memcpy(sim->motion.next_v, sim->motion.v, sim->structure.n * sizeof *sim->motion.v);
    thud_account_samples(sim, 0, false);
    thud_account_peaks(sim, 0);
}

bool thud_series_look(thud_simulation *sim, thud_sample *now) {
    sim->motion.end = sim->motion.time + 1;
    if (!expand(sim)) return false;
    if (sim->links.count > 0) thud_links_gather(sim);
    *now = thud_account_sample(sim, sim->motion.time, 0, false);
    return true;
}

static bool fits(const thud_simulation *sim) {
    (void)sim;
    return true;
}

static thud_step_result advance(thud_simulation *sim, thud_event *event) {
    if (!expand(sim)) return THUD_STEP_ENDS;
    if (sim->links.count > 0) thud_links_gather(sim);
    *event = thud_event_first(sim);
    go(sim, event);
    return move_loads(sim) ? THUD_STEP_TAKEN : THUD_STEP_ENDS;
}

const thud_stepper thud_stepper_series = {"series", fits, advance};
