/*
 * Notes of a run, each of them once; and those that the summary of a model gives rise to.
 */
#include "contact/notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/print.h"
#include "base/text.h"
#include "link/branch.h"
#include "model/model.h"

/*
 * How far in one go makes a mechanism that drifts, of the deformation at which a link yields. An elastic–plastic
 * oscillator that yields with a speed v in free vibration goes on for m v/F_y and m v²/(2 F_y): if for as long as
 * its elastic period, by 2π² of the deformation at which it yields. Up to there it vibrates; beyond, it travels.
 */
static const double DRIFTS = 19.739208802178716;

void thud_notes_add(thud_notes *notes, const char *format, ...) {
    char text[THUD_NOTE_SIZE] = "";
    va_list arguments;
    va_start(arguments, format);
    thud_print_list(text, sizeof text, format, arguments);
    va_end(arguments);
    thud_printable_make(text); /* names are the user's, and may be cut within a character */
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->text[i], text) == 0) return;
    if (notes->count < THUD_NOTES_MOST) memcpy(notes->text[notes->count++], text, sizeof text);
    else notes->left_out++;
}

/* when a sampled motion of the ground comes to rest for good, s; 0: there is none */
static double motion_end(const thud_model *model) {
    const thud_motion *motion = model->ground.kind == THUD_SIGNAL_SAMPLES ? model->ground.samples : NULL;
    size_t count = motion ? motion->count : 0;
    while (count > 0 && motion->acceleration[count - 1] == 0) count--;
    return count > 0 ? thud_motion_time(motion, count - 1) : 0;
}

/* when the motion of the ground is largest, s */
static double peak_time(const thud_motion *motion) {
    size_t peak = 0;
    for (size_t i = 1; i < motion->count; i++)
        if (fabs(motion->acceleration[i]) > fabs(motion->acceleration[peak])) peak = i;
    return thud_motion_time(motion, peak);
}

static void note_duration(const thud_model *model, const thud_run_options *options, thud_notes *notes) {
    if (!(model->record_end > 0) || options->duration != model->run.duration) return;
    if (model->tail_period > 0)
        thud_notes_add(notes,
                       "no duration is given: it is %s s, until the records end at %s s and five periods of %s s",
                       thud_format_short(options->duration).text, thud_format_short(model->record_end).text,
                       thud_format_short(model->tail_period).text);
    else
        thud_notes_add(notes, "no duration is given: it is %s s, until the records end",
                       thud_format_short(options->duration).text);
}

static void note_ground(const thud_model *model, const thud_run_options *options, thud_notes *notes) {
    const double shaken = motion_end(model);
    if (!(shaken > (1 + 1e-9) * options->duration)) return;
    /* a scaled record is scaled by its peak */
    const double peak = peak_time(model->ground.samples);
    if (peak > options->duration)
        thud_notes_add(notes,
                       "the ground motion goes on until %s s, its peak at %s s included, and the run does not",
                       thud_format_short(shaken).text, thud_format_short(peak).text);
    else
        thud_notes_add(notes, "the ground motion goes on until %s s, and the run does not",
                       thud_format_short(shaken).text);
}

static void note_link(const thud_model_link *link, const thud_link_summary *summary, thud_notes *notes) {
    const double way = summary->mechanism, yield = thud_link_yield_deformation(&link->given);
    if (way > DRIFTS * yield)
        thud_notes_add(notes,
                       "a mechanism: link '%.60s' yielded by %s in one go, %s times the deformation at which it "
                       "yields, and nothing else held what it holds",
                       link->name, thud_format_quantity(way, "m").text, thud_format_short(round(way / yield)).text);
}

/* a support whose record leaves it on its way: integrated as it is, a baseline that is off goes on for ever */
static void note_support(const thud_model_support *support, const thud_body_summary *s, thud_notes *notes) {
    const bool recorded = support->given.acceleration.kind == THUD_SIGNAL_SAMPLES && support->given.velocity == 0;
    if (!recorded || fabs(s->final_displacement) < 0.99 * s->max_displacement ||
        !(fabs(s->final_velocity) > 0.01 * s->max_velocity))
        return;
    thud_notes_add(notes,
                   "support '%.60s' drifts: at the end it is %s from the ground and moves on at %s; its record, or "
                   "that of the ground, has no corrected baseline (thud motion filter)",
                   support->name, thud_format_quantity(s->final_displacement, "m").text,
                   thud_format_quantity(s->final_velocity, "m/s").text);
}

/* bytes of as much of a note as fits into so many, cut between characters */
static size_t fitting(const char *note, size_t most) {
    size_t length = strlen(note);
    if (length <= most) return length;
    for (length = most; length > 0 && ((unsigned char)note[length] & 0xc0) == 0x80;) length--;
    return length;
}

void thud_notes_join(const thud_notes *notes, char *text, size_t size) {
    enum { FOR_REST = 32 }; /* "12 more notes are left out" */
    size_t used = 0, i = 0;
    *text = '\0';
    for (; i < notes->count; i++) {
        const bool is_last = i + 1 == notes->count && notes->left_out == 0;
        const size_t length = strlen(notes->text[i]), room = size - used - (is_last ? 1 : FOR_REST + 2);
        if (i > 0 && length + 1 > room) break;
        const size_t most = fitting(notes->text[i], room - (i > 0));
        used += (size_t)snprintf(text + used, size - used, "%s%.*s", i > 0 ? "\n" : "", (int)most, notes->text[i]);
    }
    const size_t rest = notes->count - i + notes->left_out;
    if (rest > 0)
        snprintf(text + used, size - used, "\n%zu more note%s left out", rest, rest == 1 ? " is" : "s are");
}

/* ---- what is hardly meant: never an error ---- */

/* a gap of metres that were meant to be millimetres; a drift at which no building stands; a record that is another
 * one after it is scaled */
static const double WIDE = 100, LEANING = 0.1, SCALED = 20;

/* the largest displacement of an end, at rest 0 */
static double motion_of(const thud_summary *summary, thud_body end) {
    if (end == THUD_BODY_GROUND) return 0;
    return end < 0 ? summary->supports[thud_support_index(end)].max_displacement
                   : summary->bodies[end].max_displacement;
}

static void note_gap(const thud_model_contact *contact, const thud_contact_summary *s, const thud_summary *summary,
                     thud_notes *notes) {
    const double gap = contact->given.gap;
    if (!thud_contact_is_of_bodies(contact) || contact->row.terms || s->impulse != 0 || !isfinite(gap)) return;
    const double motion = motion_of(summary, contact->left) + motion_of(summary, contact->right);
    if (motion > 0 && gap > WIDE * motion)
        thud_notes_add(notes, "contact '%.60s' is never struck: its gap of %s is %s times what its bodies move",
                       contact->name, thud_format_quantity(gap, "m").text,
                       thud_format_short(round(gap / motion)).text);
}

static void note_drift(const thud_model_watch *watch, const thud_watch_summary *s, thud_notes *notes) {
    if (watch->given.kind == THUD_WATCH_DRIFT && s->max > LEANING)
        thud_notes_add(notes, "the drift '%.60s' reaches %s %%: no building stands at that", watch->name,
                       thud_format_short(round(1000 * s->max) / 10).text);
}

static void note_scale(const thud_model *model, thud_notes *notes) {
    const thud_signal *ground = &model->ground;
    if (ground->kind == THUD_SIGNAL_SAMPLES && fabs(ground->scale) > SCALED)
        thud_notes_add(notes, "the ground motion is scaled by %s: another motion than was recorded",
                       thud_format_short(ground->scale).text);
}

static void note_odd(const thud_model *model, thud_notes *notes) {
    const thud_model_odd *odd = &model->odd;
    if (odd->period > 0)
        thud_notes_add(notes,
                       "the structure of '%.60s' has a first period of %s, where structures have 20 ms to 20 s: a "
                       "stiffness or a mass may be without its unit",
                       model->bodies[odd->of].name, thud_format_quantity(odd->period, "s").text);
    if (odd->share > 0)
        thud_notes_add(notes, "body '%.60s' has %s times the typical mass of its structure: a unit may be missing",
                       model->bodies[odd->body].name, thud_format_short(odd->share).text);
}

static void note_implausible(const thud_model *model, thud_summary *summary) {
    note_scale(model, &summary->notes);
    note_odd(model, &summary->notes);
    for (size_t i = 0; i < summary->contact_count; i++)
        note_gap(&model->contacts[i], &summary->contacts[i], summary, &summary->notes);
    for (size_t i = 0; i < summary->watch_count; i++)
        note_drift(&model->watches[i], &summary->watches[i], &summary->notes);
}

double thud_notes_widest_gap(const thud_model *model) {
    double widest = 0;
    if (model->odd.period > 0 || model->odd.share > 0) return NAN; /* there is a note in any case */
    for (size_t i = 0; i < model->contact_count; i++)
        if (isfinite(model->contacts[i].given.gap)) widest = fmax(widest, model->contacts[i].given.gap);
    return widest;
}

bool thud_notes_may_follow(const thud_summary *summary, double widest_gap) {
    double least = INFINITY;
    if (isnan(widest_gap)) return true;
    for (size_t i = 0; i < summary->link_count; i++) { /* ductility: the deformation over that at which it yields */
        const thud_link_summary *link = &summary->links[i];
        if (link->ductility * link->mechanism > DRIFTS * link->max_deformation) return true;
    }
    for (size_t i = 0; i < summary->body_count; i++)
        if (summary->bodies[i].max_displacement > 0) least = fmin(least, summary->bodies[i].max_displacement);
    for (size_t i = 0; i < summary->contact_count; i++)
        if (summary->contacts[i].impulse == 0 && widest_gap > WIDE * least) return true;
    return false;
}

void thud_notes_of_model(const thud_model *model, const thud_run_options *options, thud_summary *summary) {
    note_duration(model, options, &summary->notes);
    note_ground(model, options, &summary->notes);
    for (size_t i = 0; i < summary->link_count; i++)
        note_link(&model->links[i], &summary->links[i], &summary->notes);
    for (size_t i = 0; i < summary->support_count; i++)
        note_support(&model->supports[i], &summary->supports[i], &summary->notes);
    note_implausible(model, summary);
}
