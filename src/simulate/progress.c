/*
 * Looks now and then how far the last steps have come, and ends runs that would not come to their end.
 */
#include "simulate/progress.h"

#include <math.h>
#include <stdio.h>

#include "base/print.h"
#include "simulate/contacts/transition.h"

enum { IDLE_LIMIT = 10000 };

static const double SLOWER = 0.999;   /* from 1 m/s to 1e-6 m/s within the limit of steps, by IDLE_LIMIT each */
static const double OVERDAMPED = 1e3; /* ζ: no spring that bodies swing on has it */
static const double MINUTES =
    1e7; /* steps to the end that a creeping contact, or impacts without loss, are left to */

static double damping_ratio(const thud_simulation *sim, const thud_body_contact *t) {
    double depth = thud_simulation_depth(sim, t);
    return t->phase == THUD_PHASE_ACTIVE && depth > 0 ? thud_body_contact_damping_ratio(t, depth) : 0;
}

static const thud_body_contact *most_damped(const thud_simulation *sim, double *ratio) {
    const thud_body_contact *found = NULL;
    *ratio = OVERDAMPED;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        double own = damping_ratio(sim, t);
        if (!(own > *ratio)) continue;
        *ratio = own;
        found = t;
    }
    return found;
}

static bool fail_creeping(thud_simulation *sim, const thud_body_contact *t, double ratio, double step) {
    char reason[160];
    thud_print(reason, sizeof reason,
               "it creeps under %.2g times the critical damping, in steps of %.2g s; %s has less", ratio, step,
               t->given.damping == THUD_DAMPING_PUBLISHED ? "damping: exact" : "a larger restitution");
    return thud_transition_fail(sim, THUD_ERROR_PROGRESS, t, reason);
}

/* impacts with a loss get slower, or their load ends; what swings by itself does not change */
static bool check_pace(thud_simulation *sim, const thud_progress *p) {
    double length = sim->motion.time - p->since, step = length / (double)p->steps,
           to_go = (sim->motion.end - sim->motion.time) / step;
    double limit = (double)sim->motion.step_limit, ratio;
    if (2 * p->lossless > p->steps && to_go > MINUTES)
        return thud_transition_fail(sim, THUD_ERROR_PROGRESS, p->elastic,
                                    "impacts without loss, too many to follow; a restitution below 1, or a "
                                    "compliant law, ends them");
    if (p->eventful || !(to_go > MINUTES)) return true;
    const thud_body_contact *creeping = most_damped(sim, &ratio);
    if (creeping) return fail_creeping(sim, creeping, ratio, step);
    if (to_go <= 2 * limit) return true;
    return thud_transition_fail(sim, THUD_ERROR_PROGRESS, NULL,
                                "more steps to the end than the limit of them; is the duration too long, or a "
                                "stiffness, damping or frequency too high?");
}

static void note_event(const thud_simulation *sim, thud_progress *p, const thud_event *event) {
    if (event->kind == THUD_EVENT_NONE) return;
    p->eventful = true;
    if (thud_event_is_of_link(event)) return;
    const thud_body_contact *t = &sim->contacts.list[event->contact];
    double slow = sim->accounts.ledger.threshold;
    if (event->kind == THUD_EVENT_CLOSE && t->impulsive && thud_gap_contact_restitution(&t->given, slow) == 1) {
        p->elastic = t;
        p->lossless++;
    }
}

/* Impacts at one instant, one after the other, may be many where they get slower all the time. */
static bool check_instant(const thud_simulation *sim, thud_progress *p, const thud_event *event, double before) {
    if (sim->motion.time > before) {
        p->idle = 0;
        p->speed = p->speed_before = 0;
        return true;
    }
    if (!thud_event_is_of_link(event) && event->contact < sim->contacts.count)
        p->speed = fmax(p->speed, fabs(thud_simulation_rate(sim, &sim->contacts.list[event->contact])));
    if (++p->idle % IDLE_LIMIT != 0) return true;
    bool slower = p->idle == IDLE_LIMIT || p->speed < SLOWER * p->speed_before;
    p->speed_before = p->speed;
    p->speed = 0;
    return slower;
}

bool thud_progress_check(thud_simulation *sim, thud_progress *p, const thud_event *event, double before) {
    if (!check_instant(sim, p, event, before))
        return thud_transition_fail(sim, THUD_ERROR_PROGRESS,
                                    thud_event_is_of_link(event) || event->contact >= sim->contacts.count
                                        ? NULL
                                        : &sim->contacts.list[event->contact],
                                    "the same instant over and over");
    note_event(sim, p, event);
    if (++p->steps >= sim->motion.pace_steps) {
        if (!check_pace(sim, p)) return false;
        p->since = sim->motion.time;
        p->steps = 0;
        p->eventful = false;
        p->lossless = 0;
    }
    if (sim->accounts.summary.solver.steps - p->begun < sim->motion.step_limit) return true;
    return thud_transition_fail(sim, THUD_ERROR_PROGRESS, NULL, "the limit of steps is reached");
}
