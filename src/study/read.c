#define _XOPEN_SOURCE 700 /* realpath */

/*
 * Reads a study: first the scenario, then the axes, then every value once in the scenario.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/hash.h"
#include "model/scenario/foreign.h"
#include "study/study.h"

/* collects messages while the scenario is read */
typedef struct listener {
    thud_error_report *report;
    void *context;
} listener;

/* ---- the scenario ---- */

static thud_status build_scenario(thud_study_reading *r, const listener *t) {
    thud_study *study = r->study;
    const thud_source source = {study->scenario_path, study->scenario_bytes.data, study->scenario_bytes.size};
    thud_messages messages = {.source = source};
    uint64_t contents = THUD_HASH_START;
    thud_status status = thud_draft_create(&source, study->scenario_folder, &messages, &r->draft);
    if (status == THUD_OK) status = thud_draft_build(r->draft, study->motions, &contents, &messages, &r->model);
    thud_messages_report(&messages, t->report, t->context);
    thud_messages_free(&messages);
    if (status == THUD_OK) study->contents = thud_draft_hash(r->draft, contents);
    return status;
}

static thud_status load_scenario(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    const char *name = thud_fields_text(root, "scenario");
    if (!name) return THUD_ERROR_ARGUMENT;
    thud_error error;
    char *path = thud_scenario_resolve(study->folder, name), *folder = path ? thud_scenario_folder(path) : NULL;
    thud_status status = THUD_ERROR_MEMORY;
    if (folder) {
        study->scenario_path = thud_study_keep(r, path);
        study->scenario_folder = thud_study_keep(r, folder);
        status = thud_bytes_load(path, &study->scenario_bytes, &error);
        if (status != THUD_OK) thud_fields_error(root, "scenario", "cannot read '%.200s': %s", path, error.text);
    } else {
        r->file.out_of_memory = true;
    }
    free(path);
    free(folder);
    return status;
}

/* ---- histories ---- */

static int compare_sizes(const void *a, const void *b) {
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

static bool read_case(const thud_yaml_node *node, size_t count, size_t *out) {
    if (node->kind != THUD_YAML_TEXT || node->count == 0 || node->count > 18) return false;
    if (node->text[strspn(node->text, "0123456789")] != '\0') return false;
    *out = (size_t)strtoull(node->text, NULL, 10);
    return *out < count;
}

void thud_study_read_histories(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    const thud_yaml_node *list = thud_fields_node(root, "histories");
    if (!list) return;
    if (list->kind == THUD_YAML_TEXT && strcmp(list->text, "all") == 0) {
        study->histories = thud_study_take(r, study->case_count, sizeof *study->histories);
        study->history_count = study->histories ? study->case_count : 0;
        for (size_t i = 0; i < study->history_count; i++) study->histories[i] = i;
        return;
    }
    if (list->kind != THUD_YAML_LIST) {
        thud_fields_error(root, "histories", "histories: expected a list of cases, as in [0, 17], or all");
        return;
    }
    study->histories = thud_study_take(r, list->count, sizeof *study->histories);
    for (uint32_t i = 0; study->histories && i < list->count; i++) {
        if (read_case(&list->children[i], study->case_count, &study->histories[i])) continue;
        thud_messages_error(&r->file.messages, list->children[i].offset,
                            "expected the number of a case, from 0 to %zu", study->case_count - 1);
        study->histories[i] = 0;
    }
    if (!study->histories) return;
    study->history_count = list->count;
    qsort(study->histories, study->history_count, sizeof *study->histories, compare_sizes);
}

/* ---- the file ---- */

static bool is_clean(const thud_study_reading *r) {
    return r->file.messages.errors == 0 && !r->file.out_of_memory && !r->file.messages.out_of_memory;
}

/* a scenario file given instead of a study */
static bool is_scenario(const thud_yaml_node *root) {
    bool found = false;
    for (uint32_t i = 0; root->kind == THUD_YAML_MAP && i < root->count; i++) {
        const char *key = root->children[i].key;
        if (strcmp(key, "scenario") == 0 || strcmp(key, "vary") == 0) return false;
        found = found || (thud_schema_find(THUD_SECTION_ROOT, key) && !thud_schema_find(THUD_SECTION_STUDY, key));
    }
    return found;
}

static thud_status read_root(thud_study_reading *r, const listener *t) {
    thud_fields root;
    if (!r->file.root) {
        r->file.messages.unquoted = true;
        thud_messages_error(&r->file.messages, 0, "the file is empty");
        return THUD_ERROR_ARGUMENT;
    }
    if (is_scenario(r->file.root)) {
        thud_messages_error(&r->file.messages, r->file.root->offset,
                            "this is a scenario: run it with thud run, or name it in a study as `scenario:`");
        return THUD_ERROR_ARGUMENT;
    }
    if (!thud_fields_read(&r->file, r->file.root, THUD_SECTION_STUDY, &root)) return THUD_ERROR_ARGUMENT;
    const char *title = thud_fields_given(&root, "title") ? thud_fields_text(&root, "title") : "";
    r->study->title = thud_study_keep(r, title ? title : "");
    thud_status status = load_scenario(r, &root);
    if (status == THUD_OK) status = build_scenario(r, t);
    if (status != THUD_OK) return status; /* paths cannot be checked */
    thud_study_read_axes(r, &root);
    thud_study_read_columns(r, &root);
    thud_study_read_groups(r, &root);
    if (!is_clean(r)) return THUD_OK;
    thud_study_read_histories(r, &root);
    thud_study_check_values(r);
    return THUD_OK;
}

static thud_status read_text(thud_study_reading *r, const listener *t) {
    const thud_source *source = &r->file.messages.source;
    thud_yaml *yaml;
    thud_yaml_fault fault;
    thud_status status = thud_yaml_parse(source->text, source->size, &yaml, &fault);
    if (status != THUD_OK) {
        thud_messages_yaml(&r->file.messages, THUD_SECTION_STUDY, status, &fault);
        return status;
    }
    r->file.root = thud_yaml_root(yaml);
    r->study->motions = thud_motions_create(NULL);
    status = r->study->motions ? read_root(r, t) : THUD_ERROR_MEMORY;
    thud_draft_free(r->draft);
    thud_model_free(r->model);
    thud_yaml_free(yaml);
    if (r->file.out_of_memory || r->file.messages.out_of_memory || status == THUD_ERROR_MEMORY) {
        thud_messages_error(&r->file.messages, THUD_WHOLE_FILE, "there is not enough memory for the study");
        return THUD_ERROR_MEMORY;
    }
    return status == THUD_OK && r->file.messages.errors > 0 ? THUD_ERROR_ARGUMENT : status;
}

/* takes ownership of the text; NULL when memory is short */
static const char *keep(thud_study *study, char *text) {
    const char *kept = text ? thud_arena_text(&study->arena, text, strlen(text)) : NULL;
    free(text);
    return kept;
}

static thud_status load(thud_study *study, const char *path, thud_error *error) {
    study->folder = keep(study, thud_scenario_folder(path));
    if (!study->folder) return THUD_ERROR_MEMORY;
    thud_status status = thud_bytes_load_or_input(path, &study->study_bytes, error);
    if (status != THUD_OK) return status;
    char *whole = thud_bytes_is_input(path) ? NULL : realpath(path, NULL);
    study->path = whole ? keep(study, whole) : ""; /* standard input has none */
    return study->path ? THUD_OK : THUD_ERROR_MEMORY;
}

thud_status thud_study_read(const char *path, thud_error_report *report, void *context, thud_study **study) {
    THUD_PLAIN_ENVIRONMENT;
    if (!path || !study) return THUD_ERROR_ARGUMENT;
    thud_study *made = calloc(1, sizeof *made);
    if (!made) return THUD_ERROR_MEMORY;
    thud_error error = {.file = path, .text = "there is not enough memory for the file"};
    thud_status status = load(made, path, &error);
    if (status == THUD_OK) {
        const listener t = {report, context};
        const thud_source source = {path, made->study_bytes.data, made->study_bytes.size};
        thud_study_reading r = {.study = made, .file = {.folder = made->folder, .messages = {.source = source}}};
        status = read_text(&r, &t);
        thud_messages_report(&r.file.messages, report, context);
        thud_messages_free(&r.file.messages);
    } else if (report) {
        report(context, &error);
    }
    if (status == THUD_OK) {
        thud_study_fingerprint(made);
        *study = made;
    } else {
        thud_study_free(made);
    }
    return status;
}

void thud_study_free(thud_study *study) {
    if (!study) return;
    for (size_t i = 0; i < study->axis_count; i++) thud_expression_free(study->axes[i].expression);
    thud_motions_free(study->motions);
    free(study->study_bytes.data);
    free(study->scenario_bytes.data);
    thud_arena_free(&study->arena);
    free(study);
}
