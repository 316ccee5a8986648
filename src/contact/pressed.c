/*
 * The impacts under way, what they have left to give to contacts that they press, and what is said of contacts that
 * began slowly.
 */
#include "contact/pressed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "contact/notes.h"

double thud_press_threshold(double impact_threshold) { return fmax(impact_threshold, 1e-12); }

thud_status thud_press_calibrate(thud_contact *element, const thud_gap_contact *given, double speed) {
    if (given->restitution_curve.kind == THUD_RESTITUTION_CONSTANT) return thud_contact_begin(element, speed);
    const double e = thud_gap_contact_restitution(given, speed);
    return e > 0 ? thud_contact_begin_with(element, speed, e) : THUD_ERROR_UNREACHABLE;
}

double thud_press_restitution(const thud_gap_contact *given, double speed) {
    return given->damping == THUD_DAMPING_GIVEN ? 1 : thud_gap_contact_restitution(given, speed);
}

/* whether the damping of a contact goes with the speed that it is found for */
static bool minds_speed(const thud_gap_contact *given) {
    const thud_force_kind kind = given->law->structure->kind;
    if (given->restitution_speed > 0 || kind == THUD_FORCE_IMPULSIVE || kind == THUD_FORCE_ELASTIC) return false;
    if (given->restitution_curve.kind != THUD_RESTITUTION_CONSTANT) return given->damping != THUD_DAMPING_GIVEN;
    if (kind == THUD_FORCE_BILINEAR || given->damping == THUD_DAMPING_GIVEN || given->restitution == 1)
        return false;
    if (kind == THUD_FORCE_GENERAL) return true;
    return thud_law_damper_exponent(given->law, given->exponent) != (given->exponent - 1) / 2;
}

static thud_pressed_contact contact_of(const thud_pressing *p, size_t i) { return p->contact(p->engine, i); }

/* N·s: what an impact with this speed gives, were it left to itself */
static double promise_of(const thud_pressing *p, size_t i, double speed) {
    return (1 + thud_press_restitution(contact_of(p, i).given, speed)) * speed / p->coupling(p->engine, i, i);
}

static double left_to_give(const thud_pressed_contact *c) {
    return fmax(c->state->promised - (c->impulse - c->state->given_before), 0);
}

/* m/s: what an impulse of one contact does to the speed of another; 0 where it opens it, or does nothing */
static double lead_by(const thud_pressing *p, size_t from, double impulse, size_t to) {
    return fmax(-p->coupling(p->engine, to, from), 0) * impulse;
}

void thud_press_resume(const thud_pressing *p, size_t contact, double speed) {
    thud_pressed *s = contact_of(p, contact).state;
    s->given_before = 0;
    s->promised = speed < p->threshold ? 0 : promise_of(p, contact, speed);
}

void thud_press_find(const thud_pressing *p, size_t contact, double speed) {
    thud_pressed *s = contact_of(p, contact).state;
    double lead = speed;
    for (size_t i = 0; i < p->count; i++) {
        const thud_pressed_contact c = contact_of(p, i);
        if (i != contact && c.in_force) lead += lead_by(p, i, left_to_give(&c), contact);
    }
    s->slow = speed < p->threshold;
    s->speed = fmax(lead, p->threshold);
    thud_press_resume(p, contact, lead);
}

/* ---- slow starts ---- */

static void spread_to(thud_pressed *s, double speed) {
    s->least = s->slow_pressed > 0 ? fmin(s->least, speed) : speed;
    s->most = fmax(s->most, speed);
    s->slow_pressed++;
}

void thud_press_count(const thud_pressing *p, size_t contact) {
    const thud_pressed_contact c = contact_of(p, contact);
    if (!c.state->slow || !minds_speed(c.given)) return;
    if (c.state->speed > p->threshold) spread_to(c.state, c.state->speed);
    else c.state->slow_alone++;
}

/* an impact reaches one that is in force already */
static thud_status strike(const thud_pressing *p, size_t i, double speed) {
    const thud_pressed_contact c = contact_of(p, i);
    const bool was_pressed = c.state->speed > p->threshold;
    if (!(speed > c.state->speed)) return THUD_OK;
    c.state->speed = speed;
    if (!minds_speed(c.given)) return THUD_OK;
    const thud_status status = p->calibrate(p->engine, i, speed);
    if (status != THUD_OK || !c.state->slow) return status;
    if (was_pressed) c.state->slow_pressed--;
    else if (c.state->slow_alone > 0) c.state->slow_alone--;
    spread_to(c.state, speed);
    return THUD_OK;
}

/* ---- from one to the next ---- */

/* a contact that has just been reached passes on to the others: the strongest way to each counts */
static void reach_from(const thud_pressing *p, size_t at, double impulse, bool begins) {
    for (size_t i = 0; i < p->count; i++) {
        const thud_pressed_contact c = contact_of(p, i);
        if (c.state->reached || !c.in_force) continue;
        /* one that pressed it as it began has nothing back of what it has given itself */
        const double own = begins ? promise_of(p, at, lead_by(p, i, left_to_give(&c), at)) : 0;
        c.state->reach = fmax(c.state->reach, lead_by(p, at, fmax(impulse - own, 0), i));
    }
}

static size_t next_reached(const thud_pressing *p) {
    size_t next = p->count;
    double most = p->threshold;
    for (size_t i = 0; i < p->count; i++) {
        const thud_pressed_contact c = contact_of(p, i);
        if (c.state->reached || !c.in_force || !(c.state->reach > most)) continue;
        next = i;
        most = c.state->reach;
    }
    return next;
}

thud_status thud_press_pass_on(const thud_pressing *p, size_t contact) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < p->count; i++) {
        thud_pressed *s = contact_of(p, i).state;
        s->reached = i == contact;
        s->reach = 0;
    }
    reach_from(p, contact, contact_of(p, contact).state->promised, true);
    for (size_t i; status == THUD_OK && (i = next_reached(p)) < p->count;) {
        const thud_pressed_contact c = contact_of(p, i);
        const double more = promise_of(p, i, c.state->reach);
        c.state->reached = true;
        c.state->promised = left_to_give(&c) + more;
        c.state->given_before = c.impulse;
        status = strike(p, i, fmin(c.rate, c.state->speed) + c.state->reach);
        reach_from(p, i, more, false);
    }
    return status;
}

void thud_press_before_impulse(const thud_pressing *p) {
    for (size_t i = 0; i < p->count; i++) {
        const thud_pressed_contact c = contact_of(p, i);
        c.state->reach = c.rate;
    }
}

thud_status thud_press_after_impulse(const thud_pressing *p) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < p->count && status == THUD_OK; i++) {
        const thud_pressed_contact c = contact_of(p, i);
        const double lead = c.rate - c.state->reach;
        if (c.in_force && lead > p->threshold) status = strike(p, i, fmin(c.state->reach, c.state->speed) + lead);
    }
    return status;
}

/* ---- notes ---- */

enum { NAMED = 3, LIST = 200 };

/* the contacts that one note is about */
typedef struct {
    char names[LIST];
    size_t count;
} list;

static void name(list *l, const thud_model *model, size_t contact) {
    char one[80];
    if (l->count++ >= NAMED) return;
    if (model) snprintf(one, sizeof one, "'%.40s'", thud_model_contact_name(model, contact));
    else snprintf(one, sizeof one, "%zu", contact);
    const size_t used = strlen(l->names);
    snprintf(l->names + used, sizeof l->names - used, "%s%s", used > 0 ? ", " : "", one);
}

/* "contacts 'a', 'b', 'c' and 2 more" */
static const char *subject(const list *l, char *text, size_t size) {
    const int used = snprintf(text, size, "contact%s %s", l->count > 1 ? "s" : "", l->names);
    if (l->count > NAMED) snprintf(text + used, size - (size_t)used, " and %zu more", l->count - NAMED);
    return text;
}

void thud_press_say(const thud_pressing *p, const thud_model *model, thud_notes *notes) {
    list pressed = {.count = 0}, alone = {.count = 0};
    char who[LIST + 40];
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < p->count; i++) {
        const thud_pressed *s = contact_of(p, i).state;
        if (s->slow_alone > 0) name(&alone, model, i);
        if (s->slow_pressed == 0) continue;
        name(&pressed, model, i);
        least = fmin(least, s->least);
        most = fmax(most, s->most);
    }
    const thud_text from = thud_format_quantity(least, "m/s"), to = thud_format_quantity(most, "m/s"),
                    threshold = thud_format_quantity(p->threshold, "m/s");
    const bool one = strcmp(from.text, to.text) == 0;
    if (pressed.count > 0)
        thud_notes_add(
            notes,
            "%s began more slowly than impact_threshold, %s, pressed by an impact: the damping is that of "
            "the speed to which the impact leads, %s%s%s; restitution_speed would set it",
            subject(&pressed, who, sizeof who), threshold.text, from.text, one ? "" : " to ", one ? "" : to.text);
    if (alone.count > 0)
        thud_notes_add(notes,
                       "%s began more slowly than impact_threshold, and no impact pressed: the damping is that of "
                       "impact_threshold, %s; restitution_speed would set it",
                       subject(&alone, who, sizeof who), threshold.text);
}
