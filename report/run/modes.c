/* The modes of a run's structures: a member of its summary, and a table. */

#include <math.h>

#include "report/run/model.h"
#include "report/run/summary.h"
#include "report/text/format.h"

static void write_shape(thud_json *json, const thud_model *model, const thud_model_mode *mode, size_t bodies) {
    thud_json_write(json, "shape: {");
    for (size_t i = 0; i < bodies; i++)
        if (mode->shape[i] != 0) thud_json_write(json, "%s: %g", thud_model_body_name(model, i), mode->shape[i]);
    thud_json_write(json, "}");
}

static void write_mode(thud_json *json, const thud_model *model, const thud_modes *modes,
                       const thud_model_mode *mode) {
    const double mass = modes->masses[mode->structure];
    thud_json_write(
        json,
        "{structure: %g, period: %g, frequency: %g, free: %d, participating_mass: %g, participating_share: %g, "
        "damping_ratio: %g",
        (double)mode->structure + 1, mode->period, mode->is_free ? 0 : 1 / mode->period, mode->is_free,
        mode->participating_mass, mode->participating_mass / mass, mode->damping_ratio);
    write_shape(json, model, mode, modes->body_count);
    thud_json_write(json, "}");
}

void thud_modes_write(thud_json *json, const thud_model *model, const thud_modes *modes) {
    thud_json_write(json, "modes: [");
    for (size_t i = 0; i < modes->count; i++) write_mode(json, model, modes, &modes->list[i]);
    thud_json_write(json, "]");
}

/* modes of one structure per table, so that lines stay short */
enum { SIDE_BY_SIDE = 8 };

static void begin_row(thud_table *table, const char *head) { thud_table_cells(table, "%s", head); }

static bool print_few(const thud_model *model, const thud_modes *modes, size_t from, size_t to, size_t number,
                      FILE *stream) {
    const thud_model_mode *list = modes->list;
    const double mass = modes->masses[list[from].structure];
    thud_table table = thud_table_start("lrrrrrrrrrrrrrrrrrrr");
    table.columns = to - from + 1;
    begin_row(&table, "mode");
    for (size_t j = from; j < to; j++) thud_table_cells(&table, "%zu", number + j - from);
    begin_row(&table, "period");
    for (size_t j = from; j < to; j++)
        thud_table_cells(&table, "%s", list[j].is_free ? "free" : thud_format_quantity(list[j].period, "s").text);
    begin_row(&table, "damping ratio");
    for (size_t j = from; j < to; j++) {
        if (isnan(list[j].damping_ratio)) thud_table_cells(&table, "–");
        else thud_table_cells(&table, "%.2f %%", 100 * list[j].damping_ratio);
    }
    begin_row(&table, "participating mass");
    for (size_t j = from; j < to; j++) thud_table_cells(&table, "%.2f %%", 100 * list[j].participating_mass / mass);
    for (size_t i = 0; i < modes->body_count; i++) {
        bool moves = false;
        for (size_t j = from; j < to; j++) moves = moves || list[j].shape[i] != 0;
        if (!moves) continue;
        begin_row(&table, thud_model_body_name(model, i));
        for (size_t j = from; j < to; j++) thud_table_cells(&table, "%.4f", list[j].shape[i]);
    }
    return thud_table_finish(&table, stream, 4);
}

bool thud_modes_print(const thud_model *model, const thud_modes *modes, FILE *stream) {
    bool good = true;
    if (modes->count == 0) fprintf(stream, "  modes    none: no spring holds a body\n");
    for (size_t from = 0, to; from < modes->count && good; from = to) {
        const size_t structure = modes->list[from].structure;
        for (to = from; to < modes->count && modes->list[to].structure == structure;) to++;
        fprintf(stream, "  modes    of structure %zu, %s kg\n", structure + 1,
                thud_format_short(modes->masses[structure]).text);
        for (size_t at = from; at < to && good; at += SIDE_BY_SIDE)
            good =
                print_few(model, modes, at, at + SIDE_BY_SIDE < to ? at + SIDE_BY_SIDE : to, at - from + 1, stream);
    }
    return good;
}
