/*
 * Counts of contacts that began slowly, in sentences.
 */
#include "contact/slow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "contact/notes.h"

enum { NAMED = 3, LIST = 200 };

bool thud_contact_minds_speed(const thud_gap_contact *given) {
    const thud_force_kind kind = given->law->structure->kind;
    if (given->restitution_speed > 0 || kind == THUD_FORCE_IMPULSIVE || kind == THUD_FORCE_ELASTIC) return false;
    if (given->restitution_curve.kind != THUD_RESTITUTION_CONSTANT) return given->damping != THUD_DAMPING_GIVEN;
    if (kind == THUD_FORCE_BILINEAR || given->damping == THUD_DAMPING_GIVEN || given->restitution == 1) return false;
    if (kind == THUD_FORCE_GENERAL) return true;
    return thud_law_damper_exponent(given->law, given->exponent) != (given->exponent - 1) / 2;
}

double thud_contact_expected_restitution(const thud_gap_contact *given, double speed) {
    return given->damping == THUD_DAMPING_GIVEN ? 1 : thud_gap_contact_restitution(given, speed);
}

static void spread_to(thud_slow_starts *s, double speed) {
    s->least = s->pressed > 0 ? fmin(s->least, speed) : speed;
    s->most = fmax(s->most, speed);
    s->pressed++;
}

void thud_slow_add(thud_slow_starts *starts, bool pressed, double speed) {
    if (pressed) spread_to(starts, speed);
    else starts->alone++;
}

void thud_slow_raise(thud_slow_starts *starts, bool was_pressed, double speed) {
    if (was_pressed) starts->pressed--;
    else if (starts->alone > 0) starts->alone--;
    spread_to(starts, speed);
}

/* ---- notes ---- */

/* the contacts that one note is about */
typedef struct {
    char names[LIST];
    size_t count;
    double least, most;
} list;

static void name(list *l, const thud_model *model, size_t contact) {
    char one[80];
    if (l->count++ >= NAMED) return;
    if (model) snprintf(one, sizeof one, "'%.40s'", thud_model_contact_name(model, contact));
    else snprintf(one, sizeof one, "%zu", contact);
    size_t used = strlen(l->names);
    snprintf(l->names + used, sizeof l->names - used, "%s%s", used > 0 ? ", " : "", one);
}

static void finish(list *l) {
    const size_t used = strlen(l->names);
    if (l->count > NAMED) snprintf(l->names + used, sizeof l->names - used, " and %zu more", l->count - NAMED);
}

static void note_pressed(thud_notes *notes, list *l, double threshold) {
    const thud_text least = thud_format_quantity(l->least, "m/s"), most = thud_format_quantity(l->most, "m/s");
    const bool one = strcmp(least.text, most.text) == 0;
    finish(l);
    thud_notes_add(notes,
                   "%s %s began more slowly than impact_threshold, %s, pressed by an impact: the damping is that "
                   "of the speed to which the impact leads, %s%s%s; restitution_speed would set it",
                   l->count > 1 ? "contacts" : "contact", l->names, thud_format_quantity(threshold, "m/s").text,
                   least.text, one ? "" : " to ", one ? "" : most.text);
}

static void note_alone(thud_notes *notes, list *l, double threshold) {
    finish(l);
    thud_notes_add(notes,
                   "%s %s began more slowly than impact_threshold, and no impact pressed: the damping is that of "
                   "impact_threshold, %s; restitution_speed would set it",
                   l->count > 1 ? "contacts" : "contact", l->names, thud_format_quantity(threshold, "m/s").text);
}

void thud_slow_notes(thud_notes *notes, const thud_model *model, size_t count,
                     const thud_slow_starts *(*of)(const void *context, size_t contact), const void *context,
                     double threshold) {
    list pressed = {.least = INFINITY}, alone = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        const thud_slow_starts *s = of(context, i);
        if (s->pressed > 0) {
            name(&pressed, model, i);
            pressed.least = fmin(pressed.least, s->least);
            pressed.most = fmax(pressed.most, s->most);
        }
        if (s->alone > 0) name(&alone, model, i);
    }
    if (pressed.count > 0) note_pressed(notes, &pressed, threshold);
    if (alone.count > 0) note_alone(notes, &alone, threshold);
}
