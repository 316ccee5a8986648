/*
 * The values of an axis: one by one, by a pattern of files, as a range, or at random.
 */
#define _POSIX_C_SOURCE 200809L /* glob */

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/number.h"
#include "base/unit.h"
#include "model/scenario/other_case.h"
#include "study/study.h"

enum { LONGEST_TEXT = sizeof((thud_axis_value *)0)->text - 1 };

static thud_messages *messages_of(thud_study_reading *r) { return &r->file.messages; }

/* ---- one by one ---- */

static bool is_word(const char *text) { return strchr("+-.0123456789", *text) == NULL; }

static bool read_integer(const char *text, double *number) {
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    *number = (double)value;
    return text[strspn(text, "0123456789")] == '\0' && errno == 0;
}

static bool read_number(thud_study_reading *r, thud_axis *axis, const thud_yaml_node *node, double *number) {
    thud_error error;
    if (axis->is_integer) {
        if (read_integer(node->text, number)) return true;
        thud_messages_error(messages_of(r), node->offset,
                            "'%.60s': expected a whole number from 0 to 18446744073709551615", node->text);
        return false;
    }
    if (thud_quantity_parse(node->text, axis->dimension, number, &error) == THUD_OK) return true;
    thud_messages_error(messages_of(r), node->offset, "'%.60s': expected %s", node->text, error.text);
    return false;
}

/* the path of a file, and its content */
static bool find_file(thud_study_reading *r, thud_axis_item *item) {
    thud_error error;
    thud_bytes bytes = {0};
    char *path = thud_scenario_resolve(r->study->folder, item->text);
    if (!path) {
        r->file.out_of_memory = true;
        return false;
    }
    item->setting = thud_study_keep(r, path);
    const thud_status status = thud_bytes_load(path, &bytes, &error);
    if (status == THUD_OK) item->content = thud_hash_bytes(THUD_HASH_START, bytes.data, bytes.size);
    else if (status == THUD_ERROR_MEMORY) r->file.out_of_memory = true;
    else thud_messages_error(messages_of(r), item->offset, "cannot read '%.200s': %s", path, error.text);
    free(bytes.data);
    free(path);
    return status == THUD_OK;
}

bool thud_study_read_item(thud_study_reading *r, thud_axis *axis, const thud_yaml_node *node,
                          thud_axis_item *item) {
    *item = (thud_axis_item){.number = NAN, .offset = node->offset};
    if (node->kind != THUD_YAML_TEXT || node->count == 0) {
        thud_messages_error(messages_of(r), node->offset, "expected one value%s",
                            node->kind == THUD_YAML_TEXT ? "" : ", found a list or a map");
        return false;
    }
    if (node->count > LONGEST_TEXT) {
        thud_messages_error(messages_of(r), node->offset, "the value is longer than %d bytes", (int)LONGEST_TEXT);
        return false;
    }
    item->text = item->setting = thud_study_keep(r, node->text);
    if (axis->is_file) return find_file(r, item);
    return axis->is_text || read_number(r, axis, node, &item->number);
}

thud_yaml_node *thud_study_read_list(thud_fields *f, const char *key) {
    thud_yaml_node *list = thud_fields_node(f, key);
    if (list->kind != THUD_YAML_LIST) thud_fields_error(f, key, "%s: expected a list, as in [1, 2, 3]", key);
    else if (list->count == 0) thud_fields_error(f, key, "%s: the list is empty", key);
    else return list;
    return NULL;
}

static bool read_labels(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    if (!thud_fields_given(f, "labels")) return true;
    const thud_yaml_node *list = thud_study_read_list(f, "labels");
    if (!list) return false;
    if (list->count != axis->count) {
        thud_fields_error(f, "labels", "%u labels for %zu values", (unsigned)list->count, axis->count);
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const thud_yaml_node *node = &list->children[i];
        if (node->kind != THUD_YAML_TEXT || node->count == 0 || node->count > LONGEST_TEXT) {
            thud_messages_error(messages_of(r), node->offset, "expected a label");
            return false;
        }
        axis->items[i].label = thud_study_keep(r, node->text);
    }
    return true;
}

bool thud_study_read_items(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    const thud_yaml_node *list = thud_study_read_list(f, "values");
    bool good = list != NULL;
    if (!list) return false;
    /* a damping is a number or a word; one word among them makes all of them words */
    for (uint32_t i = 0; axis->key && axis->key->kind == THUD_VALUE_DAMPING && i < list->count; i++)
        if (list->children[i].kind == THUD_YAML_TEXT && is_word(list->children[i].text)) axis->is_text = true;
    axis->items = thud_study_take(r, list->count, sizeof *axis->items);
    axis->count = axis->items ? list->count : 0;
    for (uint32_t i = 0; i < axis->count; i++)
        if (!thud_study_read_item(r, axis, &list->children[i], &axis->items[i])) good = false;
    return read_labels(r, axis, f) && good;
}

/* ---- files ---- */

static int compare_texts(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool take_files(thud_study_reading *r, thud_axis *axis, size_t offset, const glob_t *found) {
    const size_t skip = *r->study->folder ? strlen(r->study->folder) + 1 : 0;
    qsort(found->gl_pathv, found->gl_pathc, sizeof *found->gl_pathv, compare_texts);
    axis->items = thud_study_take(r, found->gl_pathc, sizeof *axis->items);
    axis->count = axis->items ? found->gl_pathc : 0;
    bool good = axis->items != NULL;
    for (size_t i = 0; i < axis->count; i++) {
        const char *path = found->gl_pathv[i];
        const bool inside = skip && strncmp(path, r->study->folder, skip - 1) == 0 && path[skip - 1] == '/';
        thud_axis_item *item = &axis->items[i];
        *item = (thud_axis_item){.number = NAN, .offset = offset};
        item->text = thud_study_keep(r, inside ? path + skip : path);
        if (strlen(item->text) > LONGEST_TEXT) {
            thud_messages_error(messages_of(r), offset, "a file's name is longer than %d bytes", (int)LONGEST_TEXT);
            return false;
        }
        if (!find_file(r, item)) good = false;
    }
    return good;
}

bool thud_study_read_files(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    const char *text = thud_fields_text(f, "files");
    if (!text) return false;
    if (!axis->is_file) {
        thud_fields_error(f, "files", "files need the path of a file, as in ground.record");
        return false;
    }
    char *pattern = thud_scenario_resolve(r->study->folder, text);
    glob_t found = {0};
    const int failed = pattern ? glob(pattern, GLOB_NOSORT, NULL, &found) : GLOB_NOSPACE;
    bool good = false;
    if (failed == 0) good = take_files(r, axis, thud_fields_node(f, "files")->offset, &found);
    else if (failed == GLOB_NOSPACE) r->file.out_of_memory = true;
    else {
        char hint[300];
        thud_other_case_hint(pattern, hint, sizeof hint);
        thud_fields_error(f, "files", "no file matches '%.200s'%s", pattern, hint);
    }
    globfree(&found);
    free(pattern);
    return good && read_labels(r, axis, f);
}

/* ---- ranges ---- */

/* so that case numbers are exact in doubles */
static const double MOST_VALUES = 1e12;

bool thud_study_read_count(thud_fields *f, thud_axis *axis, size_t least) {
    if (!thud_fields_given(f, "count")) {
        if (!thud_fields_is_faulty(f, "count")) thud_fields_error(f, "count", "count is missing");
        return false;
    }
    const uint64_t count = thud_fields_integer(f, "count");
    if (thud_fields_is_faulty(f, "count")) return false;
    if (count < least || (double)count > MOST_VALUES) {
        thud_fields_error(f, "count", "count (%llu given) must lie between %zu and %.0e", (unsigned long long)count,
                          least, MOST_VALUES);
        return false;
    }
    axis->count = (size_t)count;
    return true;
}

bool thud_study_read_quantity(thud_axis *axis, thud_fields *f, const char *key, double *value) {
    if (!thud_fields_given(f, key)) {
        if (!thud_fields_is_faulty(f, key)) thud_fields_error(f, key, "%s is missing", key);
        return false;
    }
    *value = thud_fields_number_of(f, key, axis->dimension);
    if (isnan(*value)) return false;
    if (!isinf(*value)) return true;
    thud_fields_error(f, key, "%s must be finite", key);
    return false;
}

static bool is_whole(double x) { return x == floor(x) && x >= 0 && x < 0x1p53; }

/* detects "10" together with "30 mm"; zero is zero in all units */
static bool has_unit(const thud_fields *f, const char *key, bool *is_zero) {
    const thud_yaml_node *node = thud_fields_node(f, key);
    const char *text = node && node->kind == THUD_YAML_TEXT ? node->text : "0", *rest = text;
    *is_zero = thud_number_value(text, &rest) == 0;
    return rest[strspn(rest, " ")] != '\0';
}

bool thud_study_mixes_units(const thud_axis *axis, thud_fields *f, const char *low, const char *high) {
    bool zero[2];
    const bool units[2] = {has_unit(f, low, &zero[0]), has_unit(f, high, &zero[1])};
    if (units[0] == units[1] || zero[0] || zero[1] || thud_dimension_same(axis->dimension, THUD_DIMENSION_NONE))
        return false;
    thud_fields_error(f, units[0] ? high : low, "%s has no unit and %s has one: give both a unit, as in 30 mm",
                      units[0] ? high : low, units[0] ? low : high);
    return true;
}

bool thud_study_read_range(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    (void)r;
    axis->kind = THUD_AXIS_RANGE;
    if (thud_study_mixes_units(axis, f, "from", "to")) return false;
    const bool from = thud_study_read_quantity(axis, f, "from", &axis->from);
    const bool to = thud_study_read_quantity(axis, f, "to", &axis->to);
    const size_t spacing = thud_fields_choice(f, "spacing");
    if (!thud_study_read_count(f, axis, 2) || !from || !to || spacing > 1) return false;
    axis->logarithmic = spacing == 1;
    if (axis->logarithmic && !(axis->from > 0 && axis->to > 0)) {
        thud_fields_error(f, axis->from > 0 ? "to" : "from", "a range with log spacing must be positive");
        return false;
    }
    const double step = (axis->to - axis->from) / (double)(axis->count - 1);
    const bool whole = is_whole(axis->from) && is_whole(axis->to) && step == floor(step) && !axis->logarithmic;
    if (axis->is_integer && !whole) {
        thud_fields_error(f, "from", "%s takes whole numbers, but the range has others", axis->path);
        return false;
    }
    return true;
}
