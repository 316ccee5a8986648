/* Compares a run with the same run with all contacts open. */
#include <math.h>

#include "base/print.h"
#include "model/model.h"
#include "report/run/answer.h"
#include "report/run/model.h"

thud_run_report thud_run_report_open(const thud_run_report *report) {
    return (thud_run_report){
        .model = report->model, .title = report->title, .options = report->options, .summary = report->open};
}

static thud_text change_of(double with, double without) {
    thud_text out;
    if (without > 0 && with > 0) thud_print(out.text, sizeof out.text, "%+.0f %%", 100 * (with / without - 1));
    else snprintf(out.text, sizeof out.text, "–");
    return out;
}

static void add_row(thud_table *table, const char *name, const char *what, thud_text with, thud_text without,
                    thud_text change) {
    thud_table_cells(table, "%s\t%s\t%s\t%s\t%s", name, what, with.text, without.text, change.text);
}

static void add_quantity(thud_table *table, const char **name, const char *what, const thud_largest *with,
                         const thud_largest *without, const char *unit) {
    if (!with->name && !without->name) return;
    add_row(table, *name, what, thud_answer_number(with->value, NULL, unit),
            thud_answer_number(without->value, NULL, unit), change_of(with->value, without->value));
    *name = "";
}

static void add_acceleration(thud_table *table, const thud_model *model, const thud_run_structure *with,
                             const thud_run_structure *without) {
    const double a = with->acceleration.value, b = without->acceleration.value;
    if (a == 0 && b == 0) return;
    add_row(table, "", with->is_struck ? "acceleration between impacts" : "acceleration",
            thud_answer_acceleration(model, a, NULL, false), thud_answer_acceleration(model, b, NULL, false),
            change_of(a, b));
}

static void add_rods(thud_table *table, const thud_run_report *report) {
    for (size_t i = thud_model_body_count(report->model); i < report->summary->body_count; i++) {
        const double a = report->summary->bodies[i].max_displacement, b = report->open->bodies[i].max_displacement;
        add_row(table, thud_coordinate_name(report->model, i), "angle", thud_answer_number(a, NULL, "rad"),
                thud_answer_number(b, NULL, "rad"), change_of(a, b));
    }
}

bool thud_open_print(const thud_run_report *report, FILE *stream) {
    const thud_run_report open = thud_run_report_open(report);
    thud_run_structures with, without;
    if (!thud_run_structures_find(report, &with)) return false;
    if (!thud_run_structures_find(&open, &without)) {
        thud_run_structures_free(&with);
        return false;
    }
    thud_table table = thud_table_start("llrrr");
    thud_table_cells(&table, "compared\tmax\twith contacts\tall open\tchange");
    for (size_t i = 0; i < with.count; i++) {
        const thud_run_structure *a = &with.list[i], *b = &without.list[i];
        const char *name = a->name;
        add_quantity(&table, &name, "drift", &a->drift, &b->drift, "");
        add_quantity(&table, &name, "base shear", &a->base_shear, &b->base_shear, "N");
        add_quantity(&table, &name, "displacement", &a->displacement, &b->displacement, "m");
        add_acceleration(&table, report->model, a, b);
    }
    add_rods(&table, report);
    thud_run_structures_free(&with);
    thud_run_structures_free(&without);
    return thud_table_finish(&table, stream, 2);
}
