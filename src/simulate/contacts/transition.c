/*
 * What each event does to its contact and to the ledger: closing, turning, reloading, releasing, opening, resuming.
 */
#include "simulate/contacts/transition.h"

#include <math.h>
#include <stdio.h>

#include "base/print.h"
#include "contact/pressed.h"
#include "model/model.h"
#include "simulate/contacts/dent.h"
#include "simulate/contacts/graze.h"
#include "simulate/contacts/impulse.h"
#include "simulate/contacts/pressed.h"
#include "simulate/contacts/rest.h"
#include "simulate/contacts/skin.h"
#include "simulate/state.h"

/* from this restitution on an impact loses less than a flight of rounding does */
#define LOSSLESS (1 - 1e-5)

bool thud_transition_fail(thud_simulation *sim, thud_status status, const thud_body_contact *t,
                          const char *reason) {
    sim->motion.failure = status;
    char *stop = sim->accounts.summary.error.text;
    size_t size = sizeof sim->accounts.summary.error.text;
    if (t)
        thud_print(stop, size, "at %.9g s, contact '%s': %s", sim->motion.time,
                   sim->model->contacts[t->number].name, reason);
    else thud_print(stop, size, "at %.9g s: %s", sim->motion.time, reason);
    return false;
}

static bool fail_crowded(thud_simulation *sim, const thud_body_contact *t) {
    return thud_transition_fail(sim, THUD_ERROR_STEPS, t, "too many contacts are closed at once");
}

/* energy that leaves the contact's spring, or comes back to it, for good */
static void account_loss(thud_simulation *sim, thud_body_contact *t, double energy) {
    t->entry.energy_lost += energy;
    sim->accounts.energy.impact += energy;
}

static double closing_acceleration(thud_simulation *sim, const thud_body_contact *t) {
    thud_series_accelerations(sim);
    return thud_simulation_closing(sim, t);
}

/* the speed at δ = 0, from that at the skin, between which no force is seen but those of others */
static double speed_outside(thud_simulation *sim, thud_body_contact *t, double speed) {
    if (!(t->enter_at > 0)) return speed;
    thud_phase phase = t->phase;
    if (phase == THUD_PHASE_ACTIVE) t->phase = THUD_PHASE_RELEASED; /* without its own */
    double square = speed * speed - 2 * closing_acceleration(sim, t) * t->enter_at;
    t->phase = phase;
    return copysign(square > 0 ? sqrt(square) : 0, speed);
}

static void enter_into_ledger(thud_simulation *sim, thud_body_contact *t, bool ended) {
    thud_impact_entry *e = &t->entry;
    double depth = thud_simulation_depth(sim, t);
    e->separation_speed = -thud_simulation_rate(sim, t);
    e->duration = sim->motion.time - e->time;
    bool returned = ended && t->ends_at_return && !t->pulls_off;
    if (returned && t->enter_at > 0 && e->separation_speed > 0) { /* the way through the skin */
        double inside = e->separation_speed, time;
        if (!thud_skin_cross(sim, t, &e->separation_speed, &time)) {
            e->separation_speed = -speed_outside(sim, t, -inside);
            time = 2 * t->enter_at / (inside + e->separation_speed);
        }
        e->duration += time;
    }
    e->restitution = e->approach_speed > 0 ? e->separation_speed / e->approach_speed : NAN;
    e->separation_penetration = returned ? 0 : depth;
    e->ended = ended;
    thud_approach_enter(sim, t, e->max_penetration);
    thud_ledger_enter(&sim->accounts.ledger, e);
}

/*
 * Bodies that lose their energy in one contact after the other, with no load on them, get slower until numbers end.
 */
static void come_to_rest(thud_simulation *sim, thud_body_contact *t, double speed) {
    double impulse = speed / thud_contact_coupling(sim, t, t);
    thud_interfaces_strike(sim, t, impulse);
    thud_interface_rest(sim, t);
}

static bool fail_calibration(thud_simulation *sim, const thud_body_contact *t, thud_status status, double speed) {
    if (status != THUD_ERROR_UNREACHABLE) return thud_transition_fail(sim, status, t, thud_status_text(status));
    char reason[160];
    thud_print(
        reason, sizeof reason,
        "its restitution is zero at an approach of %.6g m/s, which no damping returns; `least` keeps it above",
        speed);
    return thud_transition_fail(sim, status, t, reason);
}

static bool close_compliant(thud_simulation *sim, thud_body_contact *t) {
    double speed = thud_simulation_rate(sim, t);
    bool rests = thud_interface_rests(t);
    if (speed < 0) speed = 0; /* rounding of a contact that rests */
    if (speed > 0 && t->enter_at == 0 && speed <= thud_interface_stillness(sim, thud_contact_direction(t))) {
        come_to_rest(sim, t, speed);
        return true;
    }
    const thud_pressing pressing = thud_simulation_pressing(sim);
    const bool enters = t->enter_at > 0 && !t->leaving; /* its skin: how it was struck is known */
    if (!enters) thud_press_find(&pressing, t->number, speed);
    thud_status status = thud_body_contact_calibrate(t, t->pressed.speed);
    if (status != THUD_OK) return fail_calibration(sim, t, status, speed);
    double skin = thud_skin_for(sim, t, speed);
    if (skin > 0) {
        t->enter_at = skin;
        t->closed_at = sim->motion.time;
        t->closed_with = speed;
        thud_interface_clear(t);
        status = thud_press_pass_on(&pressing, t->number); /* now, though its own force is seen only later */
        return status == THUD_OK || fail_calibration(sim, t, status, t->pressed.speed);
    }
    double inside = speed, start = sim->motion.time;
    if (t->leaving) { /* back before the gap has opened */
        double time = 0;
        if (!(inside > 0 && thud_skin_cross(sim, t, &speed, &time))) {
            speed = speed_outside(sim, t, inside);
            if (inside > 0) time = 2 * t->enter_at / (inside + speed);
        }
        start -= fmin(time, sim->motion.time);
        thud_press_find(&pressing, t->number, speed);
    } else if (t->enter_at > 0) {
        speed = t->closed_with;
        start = t->closed_at;
    }
    if (!thud_contacts_add(&sim->contacts, t)) return fail_crowded(sim, t);
    t->leaving = false;
    status = thud_body_contact_begin(t, start, speed);
    if (status == THUD_OK && !enters) status = thud_press_pass_on(&pressing, t->number);
    if (status != THUD_OK) return fail_calibration(sim, t, status, t->pressed.speed);
    thud_press_count(&pressing, t->number);
    thud_interface_close(sim, t);
    if (rests) thud_interface_turn(sim, t);
    return true;
}

/* to the other branch of a law that has two, where the rate changes its sign */
static void turn(thud_simulation *sim, thud_body_contact *t) {
    if (!t->bilinear) {
        t->approaching = !t->approaching;
        t->branch.c = t->approaching ? t->element.damping : 0;
        return;
    }
    double depth = thud_simulation_depth(sim, t), before = thud_body_contact_potential(t, depth);
    t->approaching = false;
    t->top = depth;
    t->branch = thud_branch_unloading(t->branch.k, t->element.unloading_stiffness, depth, t->branch.offset);
    account_loss(sim, t, before - thud_body_contact_potential(t, depth));
}

static void reload(thud_simulation *sim, thud_body_contact *t) {
    double depth = thud_simulation_depth(sim, t), before = thud_body_contact_potential(t, depth);
    t->approaching = true;
    t->branch.k = t->given.stiffness;
    t->branch.offset = t->base;
    account_loss(sim, t, before - thud_body_contact_potential(t, depth));
}

/* an impact elsewhere has changed the rates of contacts in force, past zero as it may be; bilinear ones load again
 * only at the top that they came from */
static void turn_those_that_jumped(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase != THUD_PHASE_ACTIVE || !(t->approach_only || t->bilinear)) continue;
        double rate = thud_simulation_rate(sim, t);
        if (t->approaching ? rate < 0 : rate > 0 && t->approach_only) turn(sim, t);
    }
}

/* it sets out inwards from rest, or would if it were not for rounding: to be held. What others hold already has no
 * speed but rounding, unless it is that of a support, which nothing holds: below a thousand times the speed of
 * rest it is rounding there, too */
static bool is_at_rest(const thud_simulation *sim, const thud_body_contact *t) {
    double rate = thud_simulation_rate(sim, t);
    double still = thud_interface_stillness(sim, thud_contact_direction(t));
    if (rate <= still) return true;
    return (sim->supports.count == 0 || rate <= 1000 * still) && thud_rest_holds(sim, t);
}

/* Where others take from impacts without loss, as friction does, these get smaller for ever. A body that is pushed
 * to its stop has come to rest when its flight, v²/2a high, rises by no more than some u of where it has been, or
 * by up to a thousand times as much and is no slower than the one before: what it loses then, below a part in a
 * million, is rounding of so short a flight. An e that grows to 1 as impacts get slower is as good as 1 where
 * neither it nor others take more than a part in 1e4. */
static bool is_unseen(thud_simulation *sim, thud_body_contact *t) {
    double speed = thud_simulation_rate(sim, t), before = t->closed_with, least = 1e-6;
    double e = sim->links.acting_count > 0 ? thud_gap_contact_restitution(&t->given, speed) : 0;
    if (e < LOSSLESS) return false;
    if (e < 1) least = 1e-4;
    t->closed_with = speed;
    double energy = closing_acceleration(sim, t) * thud_interface_rounding(sim, t); /* J/kg, at that height */
    bool slows = speed < (1 - least) * before;
    if (slows && e < 1) return false;
    return speed * speed <= (slows ? 2 : 2e3) * energy;
}

static bool close_contact(thud_simulation *sim, thud_body_contact *t) {
    if (!t->impulsive) return close_compliant(sim, t);
    if (is_at_rest(sim, t) || is_unseen(sim, t)) {
        thud_interface_rest(sim, t);
        thud_interface_follow_group(sim, t);
        return true;
    }
    const thud_pressing pressing = thud_simulation_pressing(sim);
    thud_press_before_impulse(&pressing);
    thud_status status = thud_impulse_apply(sim, t->number);
    if (status == THUD_ERROR_STEPS) return fail_crowded(sim, t);
    if (status != THUD_OK)
        return thud_transition_fail(sim, status, t, "the impulses of this impact cannot be found");
    turn_those_that_jumped(sim);
    status = thud_press_after_impulse(&pressing);
    return status == THUD_OK || fail_calibration(sim, t, status, thud_simulation_rate(sim, t));
}

/* `by_jump`: at once, since an impact elsewhere has changed the speed and with it the force */
static void release(thud_simulation *sim, thud_body_contact *t, bool by_jump) {
    double depth = thud_simulation_depth(sim, t);
    /* with next to no damping the force is zero where the gap opens, to rounding */
    bool opens = depth <= thud_interface_rounding(sim, t);
    bool returned = opens || (t->ends_at_return && !t->pulls_off);
    if (returned) t->enter_at = (int)t->number == sim->motion.series.clock ? 0 : fmin(t->enter_at, depth);
    if (!returned) account_loss(sim, t, thud_body_contact_potential(t, depth));
    /* a rigid stop at the same place may have sent the bodies back before it acted */
    if (sim->motion.time > t->entry.time || t->entry.impulse != 0) enter_into_ledger(sim, t, true);
    t->element.active = false;
    if (t->permanent) {
        thud_dent_keep(sim, t);
        thud_contacts_remove(&sim->contacts, t);
        thud_interface_close(sim, t);
    } else if (returned) {
        double level = opens || t->linear ? 0 : t->enter_at;
        thud_contacts_remove(&sim->contacts, t);
        t->enter_at = level;
        t->leaving = level > 0;
        thud_interface_close(sim, t);
    } else {
        t->phase = THUD_PHASE_RELEASED;
        t->state.force_is_zero = !by_jump;
    }
}

/*
 * A bilinear contact is struck anew before its gap has opened: it loads from the set that the impact before has
 * left, and returns its restitution. One that is slower than an impact goes on along the line that it came from:
 * loaded anew without end, a body at rest would sink in.
 */
static thud_status load_from_set(const thud_simulation *sim, thud_body_contact *t, double speed) {
    if (!t->bilinear || speed < thud_press_threshold(sim->accounts.ledger.threshold)) return THUD_OK;
    bool constant = t->given.restitution_curve.kind == THUD_RESTITUTION_CONSTANT;
    thud_status status = constant ? THUD_OK : thud_body_contact_calibrate(t, speed);
    t->base = t->branch.offset;
    t->approaching = true;
    t->branch.k = t->given.stiffness;
    return status;
}

static bool resume(thud_simulation *sim, thud_body_contact *t, bool by_jump) {
    double speed = thud_simulation_rate(sim, t);
    thud_status status = load_from_set(sim, t, speed);
    if (status != THUD_OK) return fail_calibration(sim, t, status, speed);
    t->phase = THUD_PHASE_ACTIVE;
    t->state.force_is_zero = !by_jump;
    t->entry = (thud_impact_entry){
        .contact = t->number, .time = sim->motion.time, .approach_speed = fmax(speed, 0), .damping = t->branch.c};
    const thud_pressing pressing = thud_simulation_pressing(sim);
    thud_press_resume(&pressing, t->number, t->entry.approach_speed);
    account_loss(sim, t, -thud_body_contact_potential(t, thud_simulation_depth(sim, t)));
    return true;
}

static void release_stuck(thud_simulation *sim, thud_body_contact *t) {
    thud_rest_end(sim, t);
    thud_interface_rest(sim, t);
    t->state.level = true;
}

bool thud_transition_settle(thud_simulation *sim) {
    bool settled = thud_rest_settle(sim);
    thud_interfaces_share(sim);
    if (settled) return true;
    return thud_transition_fail(sim, THUD_ERROR_STEPS, NULL,
                                sim->supports.count > 0
                                    ? "no way is left between rigid contacts: supports may have "
                                      "closed in on a body"
                                    : "too many contacts stick at once");
}

bool thud_transition_apply(thud_simulation *sim, const thud_event *event) {
    sim->accounts.summary.solver.events++;
    sim->contacts.known = true;
    thud_rest_note_rates(sim);
    thud_account_stored(sim);
    if (thud_event_is_of_link(event)) {
        thud_links_pass(sim, event);
        return thud_transition_settle(sim);
    }
    thud_body_contact *t = &sim->contacts.list[event->contact];
    bool going = true;
    switch (event->kind) {
    case THUD_EVENT_CLOSE:
        thud_approach_enter(sim, t, 0);
        going = close_contact(sim, t);
        break;
    case THUD_EVENT_TURN:
        turn(sim, t);
        thud_interface_turn(sim, t);
        break;
    case THUD_EVENT_RELOAD: reload(sim, t); break;
    case THUD_EVENT_PULL:
    case THUD_EVENT_RELEASE:
        t->pulls_off = event->kind == THUD_EVENT_PULL;
        if (t->phase == THUD_PHASE_STICKING) release_stuck(sim, t);
        else release(sim, t, event->at == 0);
        break;
    case THUD_EVENT_OPEN:
        if (thud_graze_is_one(t)) thud_graze_enter(sim, t);
        thud_contacts_remove(&sim->contacts, t);
        thud_interface_close(sim, t);
        break;
    case THUD_EVENT_RESUME: going = resume(sim, t, event->at == 0); break;
    default: break;
    }
    return going && thud_transition_settle(sim);
}

/* δ = 0, to rounding */
static bool is_just_closed(const thud_simulation *sim, const thud_body_contact *t) {
    double rounding = thud_interface_rounding(sim, t);
    return isfinite(rounding) && fabs(thud_simulation_depth(sim, t)) <= rounding;
}

bool thud_transition_start(thud_simulation *sim) {
    sim->contacts.known = true;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        thud_body_contact *t = &sim->contacts.list[i];
        if (!is_just_closed(sim, t)) continue;
        if (thud_simulation_rate(sim, t) == 0) thud_interface_rest(sim, t);
        else thud_interface_close(sim, t);
    }
    for (size_t i = 0; i < sim->contacts.count; i++) {
        thud_body_contact *t = &sim->contacts.list[i];
        if (!thud_interface_begins(t) || t->phase != THUD_PHASE_OPEN || !(thud_simulation_rate(sim, t) > 0))
            continue;
        if (!close_contact(sim, t)) return false;
    }
    thud_account_stored(sim);
    return (!sim->links.may_stick || thud_dampers_start(sim)) && thud_transition_settle(sim);
}

void thud_transition_end(thud_simulation *sim) {
    thud_account_stored(sim);
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_ACTIVE) {
            thud_dent_end(sim, t);
            enter_into_ledger(sim, t, false);
        }
        if (t->phase != THUD_PHASE_STICKING) continue;
        sim->accounts.contacts[t->number].stick_time += fmax(sim->motion.time - t->stick_start, 0);
        t->entry.duration = sim->motion.time - t->entry.time;
        thud_ledger_enter(&sim->accounts.ledger, &t->entry);
    }
}
