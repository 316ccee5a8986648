/* What whoever reads the results of a run should know beside them: sentences, for people, as JSON and on pages. */

#include <math.h>
#include <stdio.h>

#include "link/branch.h"
#include "model/model.h"
#include "report/run/summary.h"
#include "report/text/format.h"

enum { LONGEST = 400 };

/*
 * How far in one go makes a mechanism that drifts, of the deformation at which a link yields. An elastic–plastic
 * oscillator that yields with a speed v in free vibration goes on for m v/F_y and m v²/(2 F_y): if for as long as
 * its elastic period, by 2π² of the deformation at which it yields. Up to there it vibrates; beyond, it travels.
 */
static const double DRIFTS = 19.739208802178716;

/* when a sampled motion of the ground comes to rest for good, s; 0: there is none */
static double motion_end(const thud_model *model) {
    const thud_motion *motion = model->ground.kind == THUD_SIGNAL_SAMPLES ? model->ground.samples : NULL;
    size_t count = motion ? motion->count : 0;
    while (count > 0 && motion->acceleration[count - 1] == 0) count--;
    return count > 0 ? thud_motion_time(motion, count - 1) : 0;
}

static bool tell_of_ground(const thud_run_report *report, char *text) {
    const double shaken = motion_end(report->model);
    if (!(shaken > (1 + 1e-9) * thud_run_options_of(report).duration)) return false;
    snprintf(text, LONGEST, "the ground motion goes on until %s s, and the run does not",
             thud_format_short(shaken).text);
    return true;
}

static bool tell_of_link(const thud_run_report *report, size_t link, char *text) {
    const double way = report->summary->links[link].mechanism,
                 yield = thud_link_yield_deformation(&report->model->links[link].given);
    if (!(way > DRIFTS * yield)) return false;
    snprintf(text, LONGEST,
             "a mechanism: link '%.60s' yielded by %s in one go, %s times the deformation at which it yields, and "
             "nothing else held what it holds",
             report->model->links[link].name, thud_format_quantity(way, "m").text,
             thud_format_short(round(way / yield)).text);
    return true;
}

/* a support whose record leaves it on its way: integrated as it is, a baseline that is off goes on for ever */
static bool tell_of_support(const thud_run_report *report, size_t i, char *text) {
    const thud_model_support *support = &report->model->supports[i];
    const thud_body_summary *s = &report->summary->supports[i];
    const bool recorded = support->given.acceleration.kind == THUD_SIGNAL_SAMPLES && support->given.velocity == 0;
    if (!recorded || fabs(s->final_displacement) < 0.99 * s->max_displacement ||
        !(fabs(s->final_velocity) > 0.01 * s->max_velocity))
        return false;
    snprintf(text, LONGEST,
             "support '%.60s' drifts: at the end it is %s from the ground and moves on at %s; its record, or that "
             "of the "
             "ground, has no corrected baseline (thud motion filter)",
             support->name, thud_format_quantity(s->final_displacement, "m").text,
             thud_format_quantity(s->final_velocity, "m/s").text);
    return true;
}

static void write_note(thud_json *json, size_t *count, const char *text) {
    if ((*count)++ == 0) thud_json_write(json, "notes: [");
    thud_json_string(json, text);
}

void thud_notes_write(thud_json *json, const thud_run_report *report) {
    char text[LONGEST];
    size_t count = 0;
    if (tell_of_ground(report, text)) write_note(json, &count, text);
    for (size_t i = 0; i < report->summary->link_count; i++)
        if (tell_of_link(report, i, text)) write_note(json, &count, text);
    for (size_t i = 0; i < report->summary->support_count; i++)
        if (tell_of_support(report, i, text)) write_note(json, &count, text);
    if (count > 0) thud_json_write(json, "]");
}

void thud_notes_print(const thud_run_report *report, FILE *stream) {
    char text[LONGEST];
    if (tell_of_ground(report, text)) fprintf(stream, "  note     %s\n", text);
    for (size_t i = 0; i < report->summary->link_count; i++)
        if (tell_of_link(report, i, text)) fprintf(stream, "  note     %s\n", text);
    for (size_t i = 0; i < report->summary->support_count; i++)
        if (tell_of_support(report, i, text)) fprintf(stream, "  note     %s\n", text);
}
