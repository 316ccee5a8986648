/*
 * From the number of a case to its values. Groups of axes are the digits of the number, with the first in the file
 * the most significant. In the order of running, axes that change the structure come before the others.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/print.h"
#include "study/run/queue.h"
#include "study/study.h"

const char *thud_study_title(const thud_study *study) { return study->title; }

const char *thud_study_path(const thud_study *study) { return study->path; }

size_t thud_study_case_count(const thud_study *study) { return study->case_count; }

size_t thud_study_axis_count(const thud_study *study) { return study->axis_count; }

const char *thud_study_axis_name(const thud_study *study, size_t axis) {
    return axis < study->axis_count ? study->axes[axis].name : NULL;
}

bool thud_study_axis_is_text(const thud_study *study, size_t axis) {
    return axis < study->axis_count && study->axes[axis].is_text;
}

size_t thud_study_axis_length(const thud_study *study, size_t axis) {
    if (axis >= study->axis_count) return 0;
    return axis < study->base_count ? study->axes[axis].count : study->case_count;
}

size_t thud_study_position(const thud_study *study, size_t case_index, const thud_axis *axis) {
    if (axis->kind == THUD_AXIS_DERIVED) return case_index;
    const thud_axis_group *group = &study->groups[axis->group];
    return case_index / group->stride % group->count;
}

size_t thud_study_axis_position(const thud_study *study, size_t case_index, size_t axis) {
    return axis < study->axis_count ? thud_study_position(study, case_index, &study->axes[axis]) : 0;
}

size_t thud_study_case_at(const thud_study *study, size_t position) {
    size_t out = 0;
    for (size_t i = 0; i < study->group_count; i++) {
        const thud_axis_group *group = &study->groups[i];
        out += position / group->run_stride % group->count * group->stride;
    }
    return out;
}

size_t thud_study_position_of(const thud_study *study, size_t case_index) {
    size_t out = 0;
    for (size_t i = 0; i < study->group_count; i++) {
        const thud_axis_group *group = &study->groups[i];
        out += case_index / group->stride % group->count * group->run_stride;
    }
    return out;
}

/* ---- values ---- */

static double range_value(const thud_axis *axis, size_t position) {
    if (position == 0) return axis->from;
    if (position == axis->count - 1) return axis->to;
    const double share = (double)position / (double)(axis->count - 1);
    if (axis->logarithmic) return axis->from * pow(axis->to / axis->from, share);
    if (axis->is_integer) /* whole steps, without a rounding */
        return axis->from + (double)position * ((axis->to - axis->from) / (double)(axis->count - 1));
    return axis->from + share * (axis->to - axis->from);
}

static double base_number(const thud_axis *axis, size_t position) {
    switch (axis->kind) {
    case THUD_AXIS_VALUES: return axis->items[position].number;
    case THUD_AXIS_RANGE: return range_value(axis, position);
    case THUD_AXIS_SAMPLES: return thud_sampler_value(&axis->sampler, position);
    case THUD_AXIS_DERIVED: break;
    }
    return NAN;
}

void thud_study_numbers(const thud_study *study, size_t case_index, double *numbers) {
    for (size_t i = 0; i < study->axis_count; i++) {
        const thud_axis *axis = &study->axes[i];
        numbers[i] = axis->kind == THUD_AXIS_DERIVED
                         ? thud_expression_value(axis->expression, numbers)
                         : base_number(axis, thud_study_position(study, case_index, axis));
    }
}

void thud_study_write_number(const thud_axis *axis, double number, char text[THUD_STUDY_DIGITS]) {
    const bool whole = axis->is_integer && number == floor(number) && fabs(number) < 1e17;
    thud_print(text, THUD_STUDY_DIGITS, whole ? "%.0f" : "%.17g", number);
}

/* the fewest digits that read back the same */
static void write_shortest(const thud_axis *axis, double number, char text[THUD_STUDY_DIGITS]) {
    for (int digits = 15; !axis->is_integer && digits < 17; digits++) {
        thud_print(text, THUD_STUDY_DIGITS, "%.*g", digits, number);
        if (thud_number_value(text, NULL) == number) return;
    }
    thud_study_write_number(axis, number, text);
}

/* one axis alone; a derived one needs the axes before it */
static double number_of(const thud_study *study, size_t case_index, size_t index) {
    const thud_axis *axis = &study->axes[index];
    if (axis->kind != THUD_AXIS_DERIVED) return base_number(axis, thud_study_position(study, case_index, axis));
    double few[32], *numbers = study->axis_count <= 32 ? few : malloc(study->axis_count * sizeof *numbers);
    if (!numbers) return NAN;
    thud_study_numbers(study, case_index, numbers);
    const double out = numbers[index];
    if (numbers != few) free(numbers);
    return out;
}

double thud_study_number(const thud_study *study, size_t case_index, size_t axis) {
    if (!study || axis >= study->axis_count || case_index >= study->case_count) return NAN;
    return number_of(study, case_index, axis);
}

/* the item of a list; NULL for other axes */
static const thud_axis_item *item_of(const thud_study *study, size_t case_index, size_t axis) {
    const thud_axis *a = &study->axes[axis];
    return a->kind == THUD_AXIS_VALUES ? &a->items[thud_study_position(study, case_index, a)] : NULL;
}

const char *thud_study_label(const thud_study *study, size_t case_index, size_t axis) {
    if (!study || axis >= study->axis_count || case_index >= study->case_count) return NULL;
    const thud_axis_item *item = item_of(study, case_index, axis);
    return item ? item->label : NULL;
}

thud_status thud_study_value(const thud_study *study, size_t case_index, size_t axis, thud_axis_value *value) {
    THUD_PLAIN_ENVIRONMENT;
    if (!study || !value || axis >= study->axis_count || case_index >= study->case_count)
        return THUD_ERROR_ARGUMENT;
    const thud_axis *a = &study->axes[axis];
    *value = (thud_axis_value){.number = number_of(study, case_index, axis)};
    const thud_axis_item *item = item_of(study, case_index, axis);
    if (item) value->label = item->label;
    if (item && (a->is_text || a->is_integer)) snprintf(value->text, sizeof value->text, "%s", item->text);
    else write_shortest(a, value->number, value->text);
    return THUD_OK;
}

bool thud_study_wants_history(const thud_study *study, size_t case_index) {
    size_t low = 0, high = study->history_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (study->histories[middle] < case_index) low = middle + 1;
        else high = middle;
    }
    return low < study->history_count && study->histories[low] == case_index;
}

/* ---- fingerprints ---- */

/* integers beyond 2^53 are not exact in doubles */
static uint64_t hash_item(const thud_axis *axis, const thud_axis_item *item, uint64_t hash) {
    const bool by_text = axis->is_text || (axis->is_integer && !(item->number < 0x1p53));
    hash = by_text ? thud_hash_text(hash, item->text) : thud_hash_number(hash, item->number);
    return thud_hash_count(hash, item->content);
}

static uint64_t hash_values(const thud_axis *axis, uint64_t hash) {
    hash = thud_hash_count(hash, axis->count);
    for (size_t i = 0; axis->kind == THUD_AXIS_VALUES && i < axis->count; i++) {
        hash = hash_item(axis, &axis->items[i], hash);
        hash = thud_hash_text(hash, axis->items[i].label ? axis->items[i].label : "");
    }
    if (axis->kind == THUD_AXIS_RANGE) {
        hash = thud_hash_number(thud_hash_number(hash, axis->from), axis->to);
        hash = thud_hash_count(hash, axis->logarithmic);
    }
    if (axis->kind != THUD_AXIS_SAMPLES) return hash;
    const thud_sampler *s = &axis->sampler;
    const thud_variate *v = &s->variate;
    const double numbers[] = {v->low,          v->high,         v->centre,      v->spread,
                              v->distribution, s->points.kind,  s->points.base, s->points.directions[1],
                              s->design,       (double)s->axes, (double)s->own};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) hash = thud_hash_number(hash, numbers[i]);
    for (size_t i = 0; i < v->value_count; i++)
        hash = thud_hash_number(thud_hash_number(hash, v->values[i]), v->shares ? v->shares[i] : 0);
    for (size_t i = 0; s->copula && i < s->copula->size; i++)
        hash = thud_hash_number(hash, s->copula->factor[s->row * s->copula->size + i]);
    return thud_hash_count(hash, s->points.key);
}

void thud_study_fingerprint(thud_study *study) {
    uint64_t frame = thud_hash_text(study->contents, thud_version()), values = THUD_HASH_START;
    for (size_t i = 0; i < study->axis_count; i++) {
        const thud_axis *axis = &study->axes[i];
        frame = thud_hash_text(frame, axis->name);
        frame = thud_hash_text(frame, axis->path ? axis->path : "");
        frame = thud_hash_text(frame, axis->formula ? axis->formula : "");
        frame = thud_hash_count(frame, axis->is_text);
        if (axis->scaled) frame = thud_hash_text(frame, "scale");
        values = thud_hash_count(values, axis->group);
        if (axis->kind != THUD_AXIS_DERIVED) values = hash_values(axis, values);
    }
    for (size_t i = 0; i < study->collect_count; i++) {
        const thud_collect *c = &study->collects[i];
        frame = thud_hash_number(thud_hash_text(frame, c->name), c->limit);
        frame = thud_hash_count(frame, c->above);
        for (size_t j = 0; j < c->column_count; j++) frame = thud_hash_count(frame, c->columns[j]);
    }
    for (size_t i = 0; i < study->kept_count; i++) frame = thud_hash_count(frame, study->kept[i]);
    study->frame = study->kept ? thud_hash_text(frame, "kept") : frame;
    study->values = values;
}

uint64_t thud_study_hash_without_values(const thud_study *study) { return thud_hash_finish(study->frame); }

uint64_t thud_study_hash(const thud_study *study) {
    return thud_hash_finish(thud_hash_count(study->frame, study->values));
}

uint64_t thud_study_case_hash(const thud_study *study, size_t case_index) {
    uint64_t hash = THUD_HASH_START;
    for (size_t i = 0; i < study->base_count; i++) {
        const thud_axis *axis = &study->axes[i];
        const size_t position = thud_study_position(study, case_index, axis);
        const thud_axis_item number = {.number = base_number(axis, position), .text = ""};
        hash = thud_hash_text(hash, axis->name);
        hash = hash_item(axis, axis->kind == THUD_AXIS_VALUES ? &axis->items[position] : &number, hash);
    }
    return thud_hash_finish(hash);
}
