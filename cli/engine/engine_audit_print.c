/*
 * thud engine audit: its tables.
 */
#include <math.h>
#include <stdio.h>

#include "base/print.h"
#include "cli/engine/engine_parts.h"
#include "report/text/json.h"
#include "report/text/print.h"
#include "report/text/table.h"

static const double PREDICTION_BOUND = 1e-4, MEAN_BOUND = 1e-3;

typedef struct audit_row {
    const engine_drops *drops;
    const thud_engine_model *model;
    engine_summary usual, ours;
} audit_row;

typedef void row_visitor(const audit_row *row, void *context);

static void visit(const engine_audit_result *result, row_visitor *visitor, void *context) {
    for (size_t i = 0; i < result->count; i++) {
        const engine_drops *drops = &result->drops[i];
        for (size_t j = 0; j < drops->engine->model_count; j++) {
            const thud_engine_model *model = &drops->engine->models[j];
            if (!model->run) continue;
            audit_row row = {drops, model, engine_drops_summary(drops, model, true),
                             engine_drops_summary(drops, model, false)};
            visitor(&row, context);
        }
    }
}

static double prediction_of(const audit_row *row) { return fmax(row->usual.prediction, row->ours.prediction); }

static void check_row(const audit_row *row, void *context) {
    bool *holds = context;
    if (!(prediction_of(row) <= PREDICTION_BOUND && row->ours.mean <= MEAN_BOUND)) *holds = false;
}

bool engine_audit_holds(const engine_audit_result *result) {
    bool holds = true;
    visit(result, check_row, &holds);
    return holds;
}

static void put_row(const audit_row *row, void *context) {
    thud_json *json = context;
    thud_json_write(json,
                    "{engine: %s, version: %s, model: %s, drops: %g, error_usual: %g, error_mean: %g, error_worst: "
                    "%g, error_prediction: %g}",
                    row->drops->engine->name, row->drops->version, row->model->name,
                    (double)(row->usual.drops + row->ours.drops), row->usual.drops ? row->usual.mean : NAN,
                    row->ours.mean, row->ours.worst, prediction_of(row));
}

void engine_audit_json(const engine_audit_result *result) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{holds: %d, rows: [", engine_audit_holds(result));
    visit(result, put_row, &json);
    thud_json_write(&json, "]}\n");
}

/* "0.142" or "–" */
static void put_usual(char *text, size_t size, const engine_summary *usual) {
    if (usual->drops) thud_print(text, size, "%.4f", usual->mean);
    else snprintf(text, size, "–");
}

static void mark_row(const audit_row *row, void *context) {
    char usual[16];
    (void)context;
    put_usual(usual, sizeof usual, &row->usual);
    thud_print_to(stdout, "| %s %s | `%s` | %zu | %s | %.1e | %.1e | %.0e |\n", row->drops->engine->title,
                  row->drops->version, row->model->name, row->usual.drops + row->ours.drops, usual, row->ours.mean,
                  row->ours.worst, prediction_of(row));
}

void engine_audit_markdown(const engine_audit_result *result) {
    printf("| simulator | model | drops | usual formula | thud, mean | thud, single drop | prediction |\n"
           "| --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
    visit(result, mark_row, NULL);
}

static void print_row(const audit_row *row, void *context) {
    thud_table *table = context;
    char usual[16];
    put_usual(usual, sizeof usual, &row->usual);
    thud_table_cells(table, "%s %s\t%s\t%zu\t%s\t%.1e\t%.1e\t%.0e", row->drops->engine->title, row->drops->version,
                     row->model->name, row->usual.drops + row->ours.drops, usual, row->ours.mean, row->ours.worst,
                     prediction_of(row));
}

bool engine_audit_print(const engine_audit_result *result) {
    thud_table table = thud_table_start("llrrrrr");
    thud_table_heading(&table, "Largest errors in e, at a step of a hundredth of the contact");
    thud_table_cells(&table, "simulator\tmodel\tdrops\tusual formula\tthud, mean\tsingle drop\tprediction");
    visit(result, print_row, &table);
    return thud_table_finish(&table, stdout, 2);
}
