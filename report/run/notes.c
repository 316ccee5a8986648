/* The notes of a run as JSON and text; and the note on forces that pull. */

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "model/model.h"
#include "report/run/answer.h"
#include "report/run/overlap.h"
#include "report/run/summary.h"

/* the force with which a contact pulls at the end of an impact, N, from its ratio to the peak force in a free
 * impact with its restitution; 0 if the law does not pull */
static double pull_of(const thud_model_contact *contact, double max_force) {
    const thud_gap_contact *given = &contact->given;
    if (!given->law || given->law->structure->kind != THUD_FORCE_VISCOUS || !(contact->effective_mass > 0) ||
        given->restitution_curve.kind != THUD_RESTITUTION_CONSTANT)
        return 0;
    thud_impact_options options = thud_gap_contact_impact(given);
    thud_impact impact;
    options.mass = contact->effective_mass;
    if (thud_impact_solve(&options, &impact) != THUD_OK || !(impact.max_force > 0)) return 0;
    return max_force * fmax(-impact.min_force / impact.max_force, 0);
}

/* a pull below this share of the largest push is not mentioned */
static const double MENTIONED = 0.02;

static bool note_pull(const thud_run_report *report, char *text, size_t size) {
    const thud_model *model = report->model;
    size_t strongest = 0;
    double most = 0;
    for (size_t i = 0; i < report->summary->contact_count; i++) {
        const double force = report->summary->contacts[i].max_force,
                     pull = force > 0 ? pull_of(&model->contacts[i], force) : 0;
        if (!(pull > MENTIONED * force) || !(pull > most)) continue;
        most = pull;
        strongest = i;
    }
    if (most == 0) return false;
    snprintf(text, size,
             "%s pulls the bodies together at the end of an impact, by about %s at '%.60s'; separation: zero-force "
             "leaves that out",
             model->contacts[strongest].given.law->name, thud_answer_number(most, NULL, "N").text,
             model->contacts[strongest].name);
    thud_printable_make(text);
    return true;
}

void thud_notes_write(thud_json *json, const thud_run_report *report) {
    const thud_notes *notes = &report->summary->notes;
    char rest[THUD_NOTE_SIZE];
    const bool pulls = note_pull(report, rest, sizeof rest);
    thud_overlaps_write(report->overlaps, report->summary, json);
    if (notes->count == 0 && !pulls && !report->spread_missing) return;
    thud_json_write(json, "notes: [");
    for (size_t i = 0; i < notes->count; i++) thud_json_string(json, notes->text[i]);
    if (pulls) thud_json_string(json, rest);
    snprintf(rest, sizeof rest, "%zu more notes are left out", notes->left_out);
    if (notes->left_out > 0) thud_json_string(json, rest);
    if (report->spread_missing) {
        snprintf(rest, sizeof rest, "the runs with varied inputs that give ± are left out: %s",
                 report->spread_missing);
        thud_json_string(json, rest);
    }
    thud_json_write(json, "]");
}

void thud_notes_print(const thud_run_report *report, FILE *stream) {
    const thud_notes *notes = &report->summary->notes;
    char pull[THUD_NOTE_SIZE];
    thud_overlaps_print(report->overlaps, report->summary, stream);
    for (size_t i = 0; i < notes->count; i++) fprintf(stream, "  note     %s\n", notes->text[i]);
    if (note_pull(report, pull, sizeof pull)) fprintf(stream, "  note     %s\n", pull);
    if (notes->left_out > 0) fprintf(stream, "  note     %zu more notes are left out\n", notes->left_out);
}
