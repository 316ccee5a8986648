/*
 * Which speed a compliant contact is calibrated for: its own approach, and what the impacts of its neighbours will
 * still do to that.
 *
 * An impact is followed as if it were the only one: of the impulse (1 + e) m v that it comes to, with the effective
 * mass m of its contact, some is left, and each newton-second of it changes the rate of a contact beside it by the
 * coupling of the two. What it does to the first contact, that one does to the next: the ways through a group of
 * contacts are followed from the strongest to the weakest.
 */
#include <math.h>

#include "verify/run.h"

static double impulse_of(const thud_verify_contact *c, double speed) {
    const bool given = c->given.damping == THUD_DAMPING_GIVEN;
    return (given ? 2 : 1 + thud_verify_restitution(c, speed)) * speed * c->element.options.mass;
}

static double rest_of(const thud_verify_contact *c) { return fmax(c->whole - (c->impulse - c->spent), 0); }

static double pushes(const thud_verify_model *v, const thud_verify_contact *from, const thud_verify_contact *to) {
    return fmax(-thud_verify_coupling(v, &from->row, &to->row), 0);
}

static bool acts(const thud_verify_contact *c) {
    return c->phase == THUD_VERIFY_CLOSED && c->branch != THUD_VERIFY_NO_FORCE;
}

void thud_verify_find_speed(const thud_verify_model *v, thud_verify_contact *c) {
    double speed = fmax(c->rate, 0);
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *other = &v->contacts[i];
        if (other != c && acts(other)) speed += pushes(v, other, c) * rest_of(other);
    }
    c->spent = c->impulse;
    c->whole = speed < c->slow ? 0 : impulse_of(c, speed); /* slower ones are no impacts */
    c->calibrated_for = fmax(speed, c->slow);
}

void thud_verify_take_up(thud_verify_contact *c) {
    c->spent = c->impulse;
    c->whole = c->rate < c->slow ? 0 : impulse_of(c, c->rate);
}

static thud_status raise(thud_verify_contact *c, double speed) {
    if (!(speed > c->calibrated_for)) return THUD_OK;
    c->calibrated_for = speed;
    if (c->given.damping == THUD_DAMPING_GIVEN) return THUD_OK;
    const double unloading = c->element.unloading_stiffness; /* the line that it is on stays */
    const thud_status status = thud_verify_calibrate(c, speed);
    if (c->given.restitution_curve.kind == THUD_RESTITUTION_CONSTANT) c->element.unloading_stiffness = unloading;
    return status;
}

static void reach(thud_verify_model *v, const thud_verify_contact *from, double impulse, bool first) {
    for (size_t i = 0; i < v->contact_count; i++) {
        thud_verify_contact *to = &v->contacts[i];
        if (to->reached || !acts(to)) continue;
        const double back = first ? impulse_of(from, pushes(v, to, from) * rest_of(to)) : 0;
        to->reach = fmax(to->reach, pushes(v, from, to) * fmax(impulse - back, 0));
    }
}

thud_status thud_verify_press_on(thud_verify_model *v, thud_verify_contact *from) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < v->contact_count; i++) {
        v->contacts[i].reached = &v->contacts[i] == from;
        v->contacts[i].reach = 0;
    }
    reach(v, from, from->whole, true);
    while (status == THUD_OK) {
        thud_verify_contact *next = NULL;
        for (size_t i = 0; i < v->contact_count; i++) {
            thud_verify_contact *c = &v->contacts[i];
            if (acts(c) && !c->reached && c->reach > (next ? next->reach : c->slow)) next = c;
        }
        if (!next) break;
        const double more = impulse_of(next, next->reach);
        next->whole = rest_of(next) + more;
        next->spent = next->impulse;
        next->reached = true;
        status = raise(next, fmin(next->rate, next->calibrated_for) + next->reach);
        reach(v, next, more, false);
    }
    return status;
}

void thud_verify_before_kick(thud_verify_model *v) {
    for (size_t i = 0; i < v->contact_count; i++) v->contacts[i].reach = v->contacts[i].rate;
}

thud_status thud_verify_after_kick(thud_verify_model *v) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < v->contact_count && status == THUD_OK; i++) {
        thud_verify_contact *c = &v->contacts[i];
        const double more = c->rate - c->reach;
        if (acts(c) && more > c->slow) status = raise(c, fmin(c->reach, c->calibrated_for) + more);
    }
    return status;
}
