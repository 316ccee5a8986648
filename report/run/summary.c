/* The results of a run as one JSON object, from the tables of quantities. */

#include "report/run/summary.h"

#include "contact/run_quantity.h"
#include "model/impulsive.h"
#include "model/model.h"
#include "report/run/answer.h"
#include "report/run/model.h"
#include "report/text/file.h"
#include "report/text/json.h"

bool thud_run_is_struck(const thud_run_report *report, size_t coordinate) {
    const thud_summary *summary = report->summary;
    size_t i = thud_model_impulsive_at(report->model, coordinate, 0);
    while (i < summary->contact_count && summary->contacts[i].impacts == 0 && summary->contacts[i].energy_lost == 0)
        i = thud_model_impulsive_at(report->model, coordinate, i + 1);
    return i < summary->contact_count;
}

static void write_quantities(thud_json *json, thud_run_quantities quantities, const void *part) {
    for (size_t i = 0; i < quantities.count; i++)
        thud_json_write(json, "%s: %g", quantities.list[i].name,
                        thud_run_quantity_value(&quantities.list[i], part));
}

/* bodies or rods, whichever they are from `first` on */
static void write_coordinates(thud_json *json, const thud_run_report *report, const char *key, size_t first,
                              size_t count, thud_run_quantities quantities) {
    thud_json_write(json, "%s: {", key);
    for (size_t i = first; i < first + count; i++) {
        thud_json_write(json, "%s: {", thud_coordinate_name(report->model, i));
        write_quantities(json, quantities, &report->summary->bodies[i]);
        thud_json_write(json, "impulsive: %d}", thud_run_is_struck(report, i));
    }
    thud_json_write(json, "}");
}

/* motion relative to the ground; accelerations are absolute, as for bodies */
static void write_supports(thud_json *json, const thud_run_report *report) {
    thud_json_write(json, "supports: {");
    for (size_t i = 0; i < report->summary->support_count; i++) {
        thud_json_write(json, "%s: {", thud_model_support_name(report->model, i));
        write_quantities(json, thud_quantities_of_body, &report->summary->supports[i]);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "}");
}

static void write_contacts(thud_json *json, const thud_run_report *report) {
    const thud_run_quantities quantities = thud_quantities_of_contact;
    thud_json_write(json, "contacts: {");
    for (size_t i = 0; i < report->summary->contact_count; i++) {
        const bool impulsive = thud_model_is_impulsive(report->model, i);
        thud_json_write(json, "%s: {", thud_model_contact_name(report->model, i));
        for (size_t k = 0; k < quantities.count; k++)
            thud_json_write(
                json, "%s: %g", quantities.list[k].name,
                thud_contact_quantity_value(&quantities.list[k], &report->summary->contacts[i], impulsive));
        thud_contact_law_write(json, &report->model->contacts[i].given);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "}");
}

static void write_links(thud_json *json, const thud_run_report *report) {
    const thud_summary *summary = report->summary;
    thud_json_write(json, "links: {");
    for (size_t i = 0; i < summary->link_count; i++) {
        const char *model = thud_hysteresis_name(report->model->links[i].given.hysteresis.model);
        thud_json_write(json, "%s: {", thud_model_link_name(report->model, i));
        write_quantities(json, thud_quantities_of_link, &summary->links[i]);
        thud_json_write(json, "hysteresis: %s}", model ? model : "none");
    }
    thud_json_write(json, "}");
}

static void write_watches(thud_json *json, const thud_run_report *report) {
    thud_json_write(json, "watch: {");
    for (size_t i = 0; i < report->summary->watch_count; i++) {
        const thud_run_quantities quantities = thud_quantities_of_watch(report->model->watches[i].given.kind);
        thud_json_write(json, "%s: {", thud_model_watch_name(report->model, i));
        write_quantities(json, quantities, &report->summary->watches[i]);
        thud_json_write(json, "unit: %s}", quantities.list[0].unit);
    }
    thud_json_write(json, "}");
}

static void write_energy(thud_json *json, const thud_run_report *report) {
    thud_json_write(json, "energy: {");
    write_quantities(json, thud_quantities_of_energy, &report->summary->energy);
    thud_json_write(json, "residual_limit: %g}", thud_residual_limit(report));
}

static void write_solver(thud_json *json, const thud_solver_summary *solver) {
    thud_json_write(json, "solver: {");
    write_quantities(json, thud_quantities_of_solver, solver);
    thud_json_write(json, "wall_seconds: %g}", solver->wall_seconds);
}

static void write_shown(thud_json *json, const char *key, thud_run_quantities quantities) {
    static const char *const impulsive[] = {"same", "none", "zero", "only", "between"};
    thud_json_write(json, "%s: [", key);
    for (size_t i = 0; i < quantities.count; i++) {
        const thud_run_quantity *q = &quantities.list[i];
        if (!q->head) continue;
        thud_json_write(json,
                        "{key: %s, head: %s, unit: %s, count: %d, impulsive: %s, of_rest: %d, of_endless: %d}",
                        q->name, q->head, q->unit, q->is_count, impulsive[q->impulsive], q->of_rest, q->of_endless);
    }
    thud_json_write(json, "]");
}

void thud_quantities_write_json(thud_json *json) {
    thud_json_write(json, "{");
    write_shown(json, "bodies", thud_quantities_of_body);
    write_shown(json, "rods", thud_quantities_of_rod);
    write_shown(json, "contacts", thud_quantities_of_contact);
    write_shown(json, "links", thud_quantities_of_link);
    write_shown(json, "watch", thud_quantities_of_watch(THUD_WATCH_DISPLACEMENT));
    write_shown(json, "energy", thud_quantities_of_energy);
    thud_json_write(json, "}");
}

/* the run with all contacts open, under the same keys */
static void write_open(thud_json *json, const thud_run_report *report) {
    const thud_run_report open = thud_run_report_open(report);
    const size_t bodies = thud_model_body_count(open.model), rods = thud_model_rod_count(open.model);
    thud_json_write(json, "open: {");
    write_coordinates(json, &open, "bodies", 0, bodies, thud_quantities_of_body);
    if (rods > 0) write_coordinates(json, &open, "rods", bodies, rods, thud_quantities_of_rod);
    write_contacts(json, &open);
    if (open.summary->link_count > 0) write_links(json, &open);
    if (open.summary->watch_count > 0) write_watches(json, &open);
    write_energy(json, &open);
    thud_json_write(json, "}");
}

void thud_summary_write_json(const thud_run_report *report, FILE *stream) {
    const thud_summary *summary = report->summary;
    size_t bodies = thud_model_body_count(report->model), rods = thud_model_rod_count(report->model);
    thud_json json = thud_json_start(stream);
    thud_json_write(&json, "{title: %s", thud_run_title(report));
    thud_answer_write(&json, report);
    write_quantities(&json, thud_quantities_of_run, summary);
    write_coordinates(&json, report, "bodies", 0, bodies, thud_quantities_of_body);
    if (rods > 0) write_coordinates(&json, report, "rods", bodies, rods, thud_quantities_of_rod);
    if (summary->support_count > 0) write_supports(&json, report);
    write_contacts(&json, report);
    if (summary->link_count > 0) write_links(&json, report);
    if (summary->watch_count > 0) write_watches(&json, report);
    if (report->modes) thud_modes_write(&json, report->model, report->modes);
    if (report->open) write_open(&json, report);
    write_energy(&json, report);
    write_solver(&json, &summary->solver);
    if (report->spread) thud_spread_write(&json, report->model, report->spread);
    if (report->derivatives) thud_derivatives_write(&json, report->derivatives);
    if (report->verification) thud_verification_write(&json, report);
    thud_notes_write(&json, report);
    if (*summary->error.text) thud_json_write(&json, "stop: %s", summary->error.text);
    thud_json_write(&json, "}\n");
}

bool thud_summary_write(const char *path, const thud_run_report *report, thud_error *failure) {
    thud_output output;
    if (!thud_output_open_inside(&output, path, failure)) return false;
    thud_summary_write_json(report, output.stream);
    return thud_output_commit(&output, failure);
}
