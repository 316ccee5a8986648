/*
 * Tries every value of every axis once in the scenario, before anything runs. The other axes are at their first
 * values. A refused value is tried again with the others at their last, so that combinations that are only
 * sometimes impossible are left to those cases. For ranges and samples the ends are enough, because scenarios
 * accept intervals.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study/settings.h"

typedef struct checker {
    thud_study_reading *reading;
    thud_settings settings;
    char reason[256];
} checker;

/* the case with one group at a position and the others at their first or last value */
static size_t case_of(const thud_study *study, size_t group, size_t position, bool last) {
    size_t out = position * study->groups[group].stride;
    for (size_t i = 0; last && i < study->group_count; i++)
        if (i != group) out += (study->groups[i].count - 1) * study->groups[i].stride;
    return out;
}

/* the scenario's message about the values of one axis; "" for none */
static void try_case(checker *c, size_t case_index, size_t axis) {
    thud_study_reading *r = c->reading;
    const size_t place = r->study->scenario_bytes.size + 1 + axis;
    size_t nothing;
    thud_messages messages;
    thud_model *model = NULL;
    c->reason[0] = '\0';
    thud_settings_take(&c->settings, case_index);
    if (!thud_settings_write(&c->settings, &nothing)) {
        if (nothing == axis) snprintf(c->reason, sizeof c->reason, "it is not a number");
        return;
    }
    const thud_status status = thud_draft_build(r->draft, r->study->motions, NULL, &messages, &model);
    const char *text = thud_messages_find(&messages, place, place);
    if (text) snprintf(c->reason, sizeof c->reason, "%s", text);
    if (status == THUD_ERROR_MEMORY) r->file.out_of_memory = true;
    thud_messages_free(&messages);
    thud_model_free(model);
}

static void report(checker *c, const thud_axis *axis, size_t position) {
    thud_messages *messages = &c->reading->file.messages;
    const bool listed = axis->kind == THUD_AXIS_VALUES;
    const size_t offset = listed                            ? axis->items[position].offset
                          : axis->kind == THUD_AXIS_DERIVED ? axis->formula_offset
                                                            : axis->offset;
    const char *file = listed && axis->is_file ? axis->items[position].text : "";
    if (*file && !strstr(c->reason, file))
        thud_messages_error(messages, offset, "%.60s: '%.200s': %s", axis->name, file, c->reason);
    else thud_messages_error(messages, offset, "%.60s: %s", axis->name, c->reason);
}

/* false: no need to look at more values of this axis */
static bool check_value(checker *c, size_t axis, size_t group, size_t position) {
    const thud_study *study = c->reading->study;
    try_case(c, case_of(study, group, position, false), axis);
    if (!c->reason[0]) return true;
    try_case(c, case_of(study, group, position, true), axis);
    if (!c->reason[0]) return true;
    report(c, &study->axes[axis], position);
    return study->axes[axis].kind == THUD_AXIS_VALUES;
}

/* the positions of the smallest and the largest sample */
static void find_extremes(const thud_axis *axis, size_t extremes[2]) {
    double low = INFINITY, high = -INFINITY;
    extremes[0] = extremes[1] = 0;
    for (size_t i = 0; i < axis->count; i++) {
        const double value = thud_sampler_value(&axis->sampler, i);
        if (value < low) low = value, extremes[0] = i;
        if (value > high) high = value, extremes[1] = i;
    }
}

static void check_axis(checker *c, size_t index) {
    const thud_axis *axis = &c->reading->study->axes[index];
    if (!axis->path || axis->is_integer) return;
    if (axis->kind == THUD_AXIS_VALUES) {
        for (size_t i = 0; i < axis->count; i++)
            if (!check_value(c, index, axis->group, i)) return;
        return;
    }
    size_t ends[2] = {0, axis->count - 1};
    if (axis->kind == THUD_AXIS_SAMPLES) find_extremes(axis, ends);
    if (check_value(c, index, axis->group, ends[0])) (void)check_value(c, index, axis->group, ends[1]);
}

/* derived values at the ends of the axes that they come from */
static void check_derived(checker *c, size_t index) {
    const thud_study *study = c->reading->study;
    if (!study->axes[index].path) return;
    for (size_t i = 0; i < study->base_count; i++) {
        if (!thud_expression_uses(study->axes[index].expression, i)) continue;
        const size_t group = study->axes[i].group;
        if (!check_value(c, index, group, 0) || !check_value(c, index, group, study->groups[group].count - 1))
            return;
    }
}

void thud_study_check_values(thud_study_reading *r) {
    checker c = {.reading = r};
    if (thud_settings_create(r->study, r->draft, &c.settings) != THUD_OK) r->file.out_of_memory = true;
    for (size_t i = 0; !r->file.out_of_memory && i < r->study->axis_count; i++) {
        if (i < r->study->base_count) check_axis(&c, i);
        else check_derived(&c, i);
    }
    thud_settings_free(&c.settings);
}
