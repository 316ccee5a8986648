/*
 * The roles of a study's axes and results.
 */
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "base/text.h"
#include "study/store/roles.h"
#include "study/study.h"

/* the axis's own role, without those zipped with it */
static thud_role_kind own_kind(const thud_axis *axis) {
    if (axis->kind == THUD_AXIS_DERIVED) return THUD_ROLE_DERIVED;
    if (axis->kind == THUD_AXIS_SAMPLES) return THUD_ROLE_RANDOM;
    const bool seed = axis->key && strcmp(axis->key->name, "seed") == 0;
    return axis->is_file || seed ? THUD_ROLE_RECORD : THUD_ROLE_DESIGN;
}

static thud_role_kind kind_of(const thud_study *study, size_t axis) {
    thud_role_kind kind = own_kind(&study->axes[axis]);
    for (size_t i = 0; kind == THUD_ROLE_DESIGN && i < study->base_count; i++) {
        const thud_role_kind other = own_kind(&study->axes[i]);
        const bool together = study->axes[i].group == study->axes[axis].group;
        if (together && (other == THUD_ROLE_RANDOM || other == THUD_ROLE_RECORD)) kind = other;
    }
    return kind;
}

bool thud_study_axis_is_design(const thud_study *study, size_t axis) {
    return study && axis < study->axis_count && kind_of(study, axis) == THUD_ROLE_DESIGN;
}

static bool is_one_of(const char *word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (thud_text_same(word, list[i])) return true;
    return false;
}

static bool is_strength(const thud_axis *axis) {
    static const char *const keys[] = {"scale", "amplitude", "pga", "rms"};
    static const char *const names[] = {"scale", "pga", "intensity", "amplitude", "sa", "im", "ag"};
    if (axis->is_text || axis->kind == THUD_AXIS_DERIVED) return false;
    return (axis->key && is_one_of(axis->key->name, keys, sizeof keys / sizeof keys[0])) ||
           is_one_of(axis->name, names, sizeof names / sizeof names[0]);
}

thud_role thud_study_axis_role(const thud_study *study, size_t index) {
    const thud_axis *axis = &study->axes[index];
    thud_role role = {.kind = kind_of(study, index),
                      .group = index < study->base_count ? axis->group : index + study->axis_count,
                      .design = study->design,
                      .strength = is_strength(axis)};
    const char *about = axis->kind == THUD_AXIS_DERIVED ? axis->formula : axis->path;
    snprintf(role.about, sizeof role.about, "%s", about ? about : "");
    return role;
}

/* a threshold in words: "contacts.*.impacts > 0", "bodies.deck.max_velocity > 0.3 m/s" */
thud_role thud_study_result_role(const thud_study *study, size_t index) {
    thud_role role = {.kind = THUD_ROLE_RESULT};
    const thud_result_column *column = thud_study_result_column(study, index);
    const thud_collect *collect = thud_study_result_collect(study, index);
    if (column) snprintf(role.about, sizeof role.about, "%s", column->about ? column->about : "");
    if (!collect) return role;
    const char *unit = study->columns[collect->columns[0]].unit;
    role.kind = THUD_ROLE_THRESHOLD;
    thud_print(role.about, sizeof role.about, "%.200s %c %.15g%s%s", collect->quantity, collect->above ? '>' : '<',
               collect->limit, *unit ? " " : "", unit);
    return role;
}
