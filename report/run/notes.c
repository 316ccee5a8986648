/* The notes of a run as JSON and for people. */

#include <stdio.h>

#include "report/run/overlap.h"
#include "report/run/summary.h"

void thud_notes_write(thud_json *json, const thud_run_report *report) {
    const thud_notes *notes = &report->summary->notes;
    char rest[160];
    thud_overlaps_write(report->overlaps, report->summary, json);
    if (notes->count == 0 && !report->spread_missing) return;
    thud_json_write(json, "notes: [");
    for (size_t i = 0; i < notes->count; i++) thud_json_string(json, notes->text[i]);
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
    thud_overlaps_print(report->overlaps, report->summary, stream);
    for (size_t i = 0; i < notes->count; i++) fprintf(stream, "  note     %s\n", notes->text[i]);
    if (notes->left_out > 0) fprintf(stream, "  note     %zu more notes are left out\n", notes->left_out);
}
