/*
 * The impacts under way, and what they have left to give to contacts that they press.
 */
#include "simulate/contacts/pressed.h"

#include <math.h>

#include "contact/slow.h"
#include "simulate/contacts/impulse.h"

static bool is_in_force(const thud_body_contact *t) { return t->phase == THUD_PHASE_ACTIVE; }

/* N·s: what an impact with this speed gives, were it left to itself */
static double promise_of(const thud_simulation *sim, const thud_body_contact *t, double speed) {
    return (1 + thud_contact_expected_restitution(&t->given, speed)) * speed / thud_contact_coupling(sim, t, t);
}

static double left_to_give(const thud_body_contact *t) {
    return fmax(t->promised - (t->entry.impulse - t->given_before), 0);
}

/* m/s: what an impulse of one contact does to the speed of another; 0 where it opens it, or does nothing */
static double lead_by(const thud_simulation *sim, const thud_body_contact *from, double impulse,
                      const thud_body_contact *t) {
    return fmax(-thud_contact_coupling(sim, t, from), 0) * impulse;
}

void thud_pressed_find(thud_simulation *sim, thud_body_contact *t, double speed) {
    const double threshold = thud_pressed_threshold(sim);
    double lead = speed;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *other = &sim->contacts.list[sim->contacts.closed[i]];
        if (other != t && is_in_force(other)) lead += lead_by(sim, other, left_to_give(other), t);
    }
    t->given_before = 0;
    t->slow = speed < threshold;
    t->struck = fmax(lead, threshold);
    t->promised = lead < threshold ? 0 : promise_of(sim, t, lead); /* slower ones are no impacts */
}

void thud_pressed_resume(const thud_simulation *sim, thud_body_contact *t) {
    t->given_before = 0;
    t->promised =
        t->entry.approach_speed < thud_pressed_threshold(sim) ? 0 : promise_of(sim, t, t->entry.approach_speed);
}

void thud_pressed_count(const thud_simulation *sim, thud_body_contact *t) {
    if (t->slow && thud_contact_minds_speed(&t->given))
        thud_slow_add(&t->slow_starts, t->struck > thud_pressed_threshold(sim), t->struck);
}

/* an impact reaches one that is in force already */
static thud_status strike(const thud_simulation *sim, thud_body_contact *t, double speed) {
    const bool was_pressed = t->struck > thud_pressed_threshold(sim);
    if (!(speed > t->struck)) return THUD_OK;
    t->struck = speed;
    if (!thud_contact_minds_speed(&t->given)) return THUD_OK;
    const thud_status status = thud_body_contact_calibrate(t, speed);
    if (status != THUD_OK) return status;
    if (t->approaching || !t->approach_only) t->branch.c = t->element.damping;
    t->entry.damping = t->element.damping;
    if (t->slow) thud_slow_raise(&t->slow_starts, was_pressed, speed);
    return THUD_OK;
}

/* what a contact that has just been reached leads the others to: the strongest way to each counts */
static void reach_from(const thud_simulation *sim, const thud_body_contact *at, double promise, bool begins) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->reached || !is_in_force(t)) continue;
        /* one that pressed it as it began has nothing back of what it has given itself */
        const double own = begins ? promise_of(sim, at, lead_by(sim, t, left_to_give(t), at)) : 0;
        t->reach = fmax(t->reach, lead_by(sim, at, fmax(promise - own, 0), t));
    }
}

static thud_body_contact *next_reached(const thud_simulation *sim) {
    thud_body_contact *next = NULL;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (!t->reached && is_in_force(t) && t->reach > (next ? next->reach : thud_pressed_threshold(sim)))
            next = t;
    }
    return next;
}

thud_status thud_pressed_pass_on(thud_simulation *sim, thud_body_contact *from) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        t->reached = t == from;
        t->reach = 0;
    }
    reach_from(sim, from, from->promised, true);
    for (thud_body_contact *t; status == THUD_OK && (t = next_reached(sim));) {
        const double more = promise_of(sim, t, t->reach);
        t->reached = true;
        t->promised = left_to_give(t) + more;
        t->given_before = t->entry.impulse;
        status = strike(sim, t, fmin(thud_simulation_rate(sim, t), t->struck) + t->reach);
        reach_from(sim, t, more, false);
    }
    return status;
}

void thud_pressed_before_impulse(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        t->reach = thud_simulation_rate(sim, t);
    }
}

thud_status thud_pressed_by_impulse(thud_simulation *sim) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < sim->contacts.closed_count && status == THUD_OK; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        const double lead = thud_simulation_rate(sim, t) - t->reach;
        if (is_in_force(t) && lead > thud_pressed_threshold(sim))
            status = strike(sim, t, fmin(t->reach, t->struck) + lead);
    }
    return status;
}

static const thud_slow_starts *starts_of(const void *context, size_t contact) {
    const thud_simulation *sim = context;
    return &sim->contacts.list[contact].slow_starts;
}

void thud_pressed_say(thud_simulation *sim) {
    thud_slow_notes(&sim->accounts.summary.notes, sim->model, sim->contacts.count, starts_of, sim,
                    thud_pressed_threshold(sim));
}
