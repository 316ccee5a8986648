/*
 * Notes of a run, each of them once; and those that the summary of a model gives rise to.
 */
#include "contact/notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
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
    vsnprintf(text, sizeof text, format, arguments);
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

static void note_ground(const thud_model *model, const thud_run_options *options, thud_notes *notes) {
    const double shaken = motion_end(model);
    if (shaken > (1 + 1e-9) * options->duration)
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

void thud_notes_of_model(const thud_model *model, const thud_run_options *options, thud_summary *summary) {
    note_ground(model, options, &summary->notes);
    for (size_t i = 0; i < summary->link_count; i++)
        note_link(&model->links[i], &summary->links[i], &summary->notes);
    for (size_t i = 0; i < summary->support_count; i++)
        note_support(&model->supports[i], &summary->supports[i], &summary->notes);
}
