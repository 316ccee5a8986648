/*
 * Columns that show how far the numbers of a case can be trusted: the range of its impacts, the time up to which
 * histories agree, and for each quantity of bodies, contacts, links and signals three times the standard deviation
 * over runs with varied inputs.
 */
#include <stdio.h>
#include <string.h>

#include <thud/spread.h>

#include "base/hash.h"
#include "contact/run_quantity.h"
#include "model/model.h"
#include "study/study.h"

static const thud_result_column RUN_COLUMNS[] = {
    {"spread.impacts_lowest", "", {0, 0, 0, 0}, "impacts_lowest", SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, NULL},
    {"spread.impacts_highest", "", {0, 0, 0, 0}, "impacts_highest", SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, NULL},
    {"spread.agreed_until", "s", {0, 0, 1, 0}, "agreed_until", SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, NULL},
};
enum { RUN_COUNT = sizeof RUN_COLUMNS / sizeof RUN_COLUMNS[0] };

static bool has_range(thud_run_quantities quantities, const char *name) {
    return thud_run_quantity_find(quantities, name) < quantities.ranges;
}

/* quantities of bodies, rods, contacts, links and signals, except those undefined for impulsive contacts */
static bool is_spread(const thud_result_column *column) {
    if (column->contact != SIZE_MAX)
        return !column->about && has_range(thud_quantities_of_contact, column->quantity);
    if (column->link != SIZE_MAX) return has_range(thud_quantities_of_link, column->quantity);
    if (column->watch != SIZE_MAX) return true;
    return column->coordinate != SIZE_MAX && (has_range(thud_quantities_of_body, column->quantity) ||
                                              has_range(thud_quantities_of_rod, column->quantity));
}

static const char *name_of(thud_study *study, const thud_result_column *column) {
    char text[760];
    const int length = snprintf(text, sizeof text, "spread.%s", column->name);
    return thud_arena_text(&study->arena, text, (size_t)length);
}

thud_status thud_study_add_spread(thud_study *study) {
    if (!study) return THUD_ERROR_ARGUMENT;
    if (study->spread_first > 0) return THUD_OK;
    const size_t before = study->column_count;
    size_t size = (2 * before + RUN_COUNT) * sizeof(thud_result_column);
    thud_result_column *all = thud_arena_take(&study->arena, size);
    if (!all) return THUD_ERROR_MEMORY;
    memcpy(all, study->columns, before * sizeof *all);
    memcpy(all + before, RUN_COLUMNS, sizeof RUN_COLUMNS);
    size_t count = before + RUN_COUNT;
    for (size_t i = 0; i < before; i++) {
        if (!is_spread(&all[i])) continue;
        all[count] = all[i];
        all[count].name = name_of(study, &all[i]);
        if (!all[count++].name) return THUD_ERROR_MEMORY;
    }
    /* they were requested explicitly, so `keep` does not remove them */
    if (study->kept) {
        size_t *kept = thud_arena_take(&study->arena, (study->kept_count + count - before) * sizeof *kept);
        if (!kept) return THUD_ERROR_MEMORY;
        if (study->kept_count > 0) memcpy(kept, study->kept, study->kept_count * sizeof *kept);
        for (size_t i = before; i < count; i++) kept[study->kept_count++] = i;
        study->kept = kept;
    }
    study->columns = all;
    study->column_count = count;
    study->spread_first = before;
    study->contents = thud_hash_text(study->contents, "spread");
    thud_study_fingerprint(study);
    return THUD_OK;
}

/* ranges are in the order of the quantities of their part */
static const thud_range *range_of(const thud_spread *spread, const thud_model *model,
                                  const thud_result_column *column) {
    const bool rod = column->coordinate >= model->body_count;
    if (column->contact != SIZE_MAX)
        return &spread->contacts[column->contact].impacts +
               thud_run_quantity_find(thud_quantities_of_contact, column->quantity);
    if (column->link != SIZE_MAX)
        return &spread->links[column->link].max_force +
               thud_run_quantity_find(thud_quantities_of_link, column->quantity);
    if (column->watch != SIZE_MAX)
        return &spread->watches[column->watch].max +
               thud_run_quantity_find(thud_quantities_of_watch(THUD_WATCH_GROUND), column->quantity);
    return &spread->bodies[column->coordinate].max_displacement +
           thud_run_quantity_find(rod ? thud_quantities_of_rod : thud_quantities_of_body, column->quantity);
}

thud_status thud_study_take_spread(const thud_study *study, const thud_model *model, double *values) {
    if (study->spread_first == 0) return THUD_OK;
    thud_spread_options options = thud_spread_options_default();
    thud_spread *spread;
    options.precision = thud_model_precision(model);
    const thud_status status = thud_spread_estimate(model, &options, NULL, NULL, &spread);
    if (status != THUD_OK) return status;
    double *to = values + study->spread_first;
    *to++ = spread->impacts.lowest;
    *to++ = spread->impacts.highest;
    *to++ = spread->agreed_until;
    for (size_t i = study->spread_first + RUN_COUNT; i < study->column_count; i++)
        *to++ = 3 * range_of(spread, model, &study->columns[i])->deviation;
    thud_spread_free(spread);
    return THUD_OK;
}

static bool is_closest(const thud_study *study, size_t column) {
    const char *name = study->columns[column].name, *dot = strrchr(name, '.');
    return dot && strcmp(dot, ".closest_approach") == 0;
}

/* whether the study names a closest approach, which kernels do not follow: in a threshold, or among what it keeps
 */
static bool wants_closest(const thud_study *study) {
    for (size_t i = 0; i < study->kept_count; i++)
        if (is_closest(study, study->kept[i])) return true;
    for (size_t i = 0; i < study->collect_count; i++)
        for (size_t k = 0; k < study->collects[i].column_count; k++)
            if (is_closest(study, study->collects[i].columns[k])) return true;
    return false;
}

const char *thud_study_needs_core(const thud_study *study) {
    if (study->mode_count > 0) return "modes are asked for";
    if (wants_closest(study)) return "a closest approach is asked for";
    return study->spread_first > 0 ? "the spread of cases is asked for" : NULL;
}
