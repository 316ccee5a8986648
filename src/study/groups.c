/*
 * Which axes go together, and how many cases there are.
 */
#include <string.h>

#include "base/text.h"
#include "study/arrange.h"
#include "study/settings.h"

static const size_t ALONE = SIZE_MAX;

static void merge(thud_study *study, size_t from, size_t into) {
    for (size_t i = 0; i < study->base_count; i++)
        if (study->axes[i].group == from) study->axes[i].group = into;
}

/* puts an axis to the first of its list; lengths must agree */
static void join(thud_study_reading *r, size_t first, size_t axis, size_t offset) {
    thud_study *study = r->study;
    thud_axis *a = &study->axes[first], *b = &study->axes[axis];
    if (a->count > 0 && b->count > 0 && a->count != b->count)
        thud_messages_error(&r->file.messages, offset,
                            "'%.60s' has %zu values and '%.60s' has %zu; they cannot be paired", a->name, a->count,
                            b->name, b->count);
    merge(study, b->group, a->group);
}

static size_t find_axis(thud_study_reading *r, const thud_yaml_node *node) {
    const thud_study *study = r->study;
    const char *near = NULL;
    for (size_t i = 0; i < study->axis_count; i++) {
        if (strcmp(study->axes[i].name, node->text) == 0) {
            if (i < study->base_count) return i;
            thud_messages_error(&r->file.messages, node->offset,
                                "'%.60s' is derived, and already follows its source", node->text);
            return ALONE;
        }
        if (!near && thud_text_nearest(node->text, &study->axes[i].name, 1) == 0) near = study->axes[i].name;
    }
    if (near)
        thud_messages_error(&r->file.messages, node->offset, "no axis is called '%.60s'; did you mean '%.60s'?",
                            node->text, near);
    else thud_messages_error(&r->file.messages, node->offset, "no axis is called '%.60s'", node->text);
    return ALONE;
}

static bool is_list_of_words(const thud_yaml_node *node) {
    for (uint32_t i = 0; node->kind == THUD_YAML_LIST && i < node->count; i++)
        if (node->children[i].kind != THUD_YAML_TEXT) return false;
    return node->kind == THUD_YAML_LIST;
}

static void zip(thud_study_reading *r, const thud_yaml_node *list) {
    size_t first = ALONE;
    if (list->count < 2) thud_messages_error(&r->file.messages, list->offset, "zip needs two axes or more");
    for (uint32_t i = 0; i < list->count; i++) {
        const size_t axis = find_axis(r, &list->children[i]);
        if (axis == ALONE) continue;
        if (first == ALONE) first = axis;
        else join(r, first, axis, list->children[i].offset);
    }
}

static void read_zip(thud_study_reading *r, thud_fields *root) {
    const thud_yaml_node *node = thud_fields_node(root, "zip");
    if (!node) return;
    bool lists = node->kind == THUD_YAML_LIST && node->count > 0;
    for (uint32_t i = 0; lists && i < node->count; i++) lists = is_list_of_words(&node->children[i]);
    if (lists && node->children[0].kind == THUD_YAML_LIST)
        for (uint32_t i = 0; i < node->count; i++) zip(r, &node->children[i]);
    else if (is_list_of_words(node)) zip(r, node);
    else thud_fields_error(root, "zip", "zip: expected a list of axes, as in [a, b], or several such lists");
}

static void join_samples(thud_study_reading *r) {
    thud_study *study = r->study;
    for (size_t i = 0; i < study->base_count; i++)
        for (size_t j = 0; j < i; j++) {
            const thud_axis *a = &study->axes[j], *b = &study->axes[i];
            if (a->group != b->group && thud_study_samples_go_together(study, a, b)) join(r, j, i, b->offset);
        }
}

/* groups get numbers in the order of their first axes */
static void number_groups(thud_study_reading *r) {
    thud_study *study = r->study;
    study->groups = thud_study_take(r, study->base_count, sizeof *study->groups);
    for (size_t i = 0; study->groups && i < study->base_count; i++) {
        thud_axis *axis = &study->axes[i];
        if (axis->group < study->group_count) continue; /* its first axis was there before */
        const size_t old = axis->group;
        for (size_t j = i; j < study->base_count; j++)
            if (study->axes[j].group == old) study->axes[j].group = study->group_count;
        study->groups[study->group_count++].count = axis->count;
    }
}

/* ---- what changes the structure ---- */

static bool uses(const thud_study *study, size_t derived, size_t base) {
    const thud_expression *e = study->axes[derived].expression;
    if (thud_expression_uses(e, base)) return true;
    for (size_t i = study->base_count; i < derived; i++)
        if (thud_expression_uses(e, i) && uses(study, i, base)) return true;
    return false;
}

static void mark_structural(thud_study_reading *r) {
    thud_study *study = r->study;
    thud_settings settings;
    if (thud_settings_create(study, r->draft, &settings) != THUD_OK) r->file.out_of_memory = true;
    else
        for (size_t i = 0; i < study->axis_count; i++)
            for (size_t j = 0; (settings.list[i].structural || settings.list[i].of_ground) && j < study->base_count;
                 j++)
                if (i == j || (i >= study->base_count && uses(study, i, j)))
                    study->groups[study->axes[j].group].structural = true;
    thud_settings_free(&settings);
}

/* ---- counting ---- */

static void count_cases(thud_study_reading *r) {
    thud_study *study = r->study;
    double product = 1;
    for (size_t i = 0; i < study->group_count; i++) product *= (double)study->groups[i].count;
    if (product > 1e15) {
        thud_messages_error(&r->file.messages, THUD_WHOLE_FILE, "%.3g cases are more than can be numbered",
                            product);
        return;
    }
    size_t stride = 1, run_stride = 1;
    for (size_t i = study->group_count; i-- > 0;) {
        study->groups[i].stride = stride;
        stride *= study->groups[i].count;
    }
    for (int structural = 0; structural < 2; structural++)
        for (size_t i = study->group_count; i-- > 0;) {
            if (study->groups[i].structural != structural) continue;
            study->groups[i].run_stride = run_stride;
            run_stride *= study->groups[i].count;
        }
    study->case_count = stride;
}

void thud_study_read_groups(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    for (size_t i = 0; i < study->base_count; i++) study->axes[i].group = study->base_count + i;
    read_zip(r, root);
    thud_study_arrange(r, root);
    join_samples(r);
    if (r->file.messages.errors > 0 || r->file.out_of_memory) return;
    number_groups(r);
    if (r->file.out_of_memory) return;
    mark_structural(r);
    count_cases(r);
}

bool thud_study_crossed_samples(const thud_study *study, const char **first, const char **second) {
    for (size_t i = 0; i < study->base_count; i++)
        for (size_t j = 0; j < i; j++) {
            const thud_axis *a = &study->axes[j], *b = &study->axes[i];
            if (a->kind != THUD_AXIS_SAMPLES || b->kind != THUD_AXIS_SAMPLES || a->group == b->group) continue;
            *first = a->name;
            *second = b->name;
            return true;
        }
    return false;
}
