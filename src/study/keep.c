/*
 * `keep:`, the results to store, by name, where * matches anything. The others are still computed, since
 * thresholds may need them, but are not stored.
 */
#include <string.h>

#include "base/text.h"
#include "study/study.h"

static void report_unknown(thud_study_reading *r, const thud_yaml_node *node) {
    char hint[300];
    thud_study_result_hint(r->study, node->text, hint, sizeof hint);
    thud_messages_error(&r->file.messages, node->offset, "no result is called '%.100s'; %s", node->text, hint);
}

static void mark(thud_study_reading *r, const thud_yaml_node *node, bool *kept) {
    bool found = false;
    if (strlen(node->text) > 200) {
        thud_messages_error(&r->file.messages, node->offset, "the name is longer than 200 bytes");
        return;
    }
    for (size_t i = 0; i < r->study->column_count; i++) {
        if (!thud_study_name_fits(node->text, r->study->columns[i].name)) continue;
        kept[i] = found = true;
    }
    if (!found) report_unknown(r, node);
}

void thud_study_read_keep(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    const thud_yaml_node *list = thud_fields_node(root, "keep");
    if (!list || !study->columns) return;
    bool words = list->kind == THUD_YAML_LIST;
    for (uint32_t i = 0; words && i < list->count; i++) words = list->children[i].kind == THUD_YAML_TEXT;
    if (!words) {
        thud_fields_error(root, "keep", "keep: expected a list of results, as in [impacts, contacts.*.max_force]");
        return;
    }
    if (list->count == 0 && study->collect_count == 0) {
        thud_fields_error(root, "keep", "no results to keep and no thresholds: nothing would be stored");
        return;
    }
    bool *kept = thud_study_take(r, study->column_count, sizeof *kept);
    study->kept = thud_study_take(r, study->column_count, sizeof *study->kept);
    for (uint32_t i = 0; kept && study->kept && i < list->count; i++) mark(r, &list->children[i], kept);
    for (size_t i = 0; kept && study->kept && i < study->column_count; i++)
        if (kept[i]) study->kept[study->kept_count++] = i;
}
