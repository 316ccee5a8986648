/* The page of a study. */

#include "report/page/pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "report/page/page.h"
#include "report/study/nonfinite.h"
#include "report/study/notes.h"
#include "report/study/sensitivity.h"
#include "study/store/store_read.h"

/* limit in bytes for numbers and texts: with uPlot, style and programs a page stays below 5 MB */
enum { BUDGET = 4300000, INDICES_MOST = 2000 };

/* The whole of a store, column by column. */
typedef struct results {
    const thud_columns *columns;
    const thud_role *roles;
    size_t rows, capacity;
    double *numbers;        /* [columns][capacity]; columns of texts leave theirs unused */
    thud_page_words *words; /* [columns], for texts and labels */
    double *cases;          /* [capacity] */
    thud_page_words status, reason;
    thud_nonfinite nonfinite;
    thud_study_notes notes;
    thud_results *again; /* read a second time for the influences; NULL: the axes are in no design */
    thud_influences influences;
} results;

static bool is_words(const thud_column *column) {
    return column->kind == THUD_COLUMN_TEXT || column->kind == THUD_COLUMN_LABEL;
}

static void results_free(results *r) {
    thud_influences_clear(&r->influences);
    thud_results_close(r->again);
    for (size_t i = 0; r->words && i < r->columns->count; i++) thud_page_words_free(&r->words[i]);
    thud_page_words_free(&r->status);
    thud_page_words_free(&r->reason);
    free(r->words);
    free(r->numbers);
    free(r->cases);
}

static bool take_row(results *r, const thud_results *reader, const thud_results_row *row) {
    bool good = thud_page_words_add(&r->status, row->status) && thud_page_words_add(&r->reason, row->reason);
    r->cases[r->rows] = (double)row->case_index;
    for (size_t i = 0; i < r->columns->count && good; i++) {
        if (is_words(&r->columns->list[i])) good = thud_page_words_add(&r->words[i], thud_results_text(reader, i));
        else r->numbers[i * r->capacity + r->rows] = thud_results_number(reader, i);
    }
    r->rows++;
    return good;
}

/* a sweep may add rows meanwhile; reads as many as there is room for */
static bool results_read(results *r, thud_results *reader, const thud_error *note, thud_error *failure) {
    thud_results_row row;
    bool found = true;
    r->columns = thud_results_columns(reader);
    r->roles = thud_results_roles(reader);
    r->capacity = thud_results_info(reader)->done + 1;
    r->numbers = malloc(r->columns->count * r->capacity * sizeof *r->numbers + 1);
    r->words = calloc(r->columns->count + 1, sizeof *r->words);
    r->cases = malloc(r->capacity * sizeof *r->cases);
    if (!r->numbers || !r->words || !r->cases) return thud_fail_memory(failure);
    while (r->rows < r->capacity) {
        thud_status status = thud_results_next(reader, &row, &found);
        if (status != THUD_OK) return thud_fail_with(failure, status, note->text);
        if (!found) break;
        thud_study_notes_add(&r->notes, &row);
        thud_nonfinite_row(&r->nonfinite, reader, &row);
        if (!take_row(r, reader, &row)) return thud_fail_memory(failure);
    }
    return true;
}

/* indices of a design; the page computes correlations itself */
static bool find_influences(results *r, const char *directory, thud_error *note, thud_error *failure) {
    bool designed = false;
    for (size_t i = 0; i < r->columns->count; i++) designed = designed || r->roles[i].design != THUD_DESIGN_NONE;
    if (!designed || r->rows == 0) return true;
    thud_status status = thud_results_open(directory, note, &r->again);
    if (status == THUD_OK) status = thud_influences_find(r->again, &r->influences);
    return status == THUD_OK || thud_fail_with(failure, status, note->text);
}

/* order of importance: thresholds and counts, then peaks, then the rest; solver statistics last */
static int rank(const thud_column *column) {
    if (column->kind != THUD_COLUMN_RESULT) return 0;
    if (!strchr(column->name, '.')) return 1;
    if (strncmp(column->name, "solver.", 7) == 0) return 5;
    if (strstr(column->name, ".final_")) return 4;
    if (strncmp(column->name, "energy.", 7) == 0) return 3;
    return 2;
}

/* which columns fit */
static void choose(const results *r, bool *chosen) {
    double left = BUDGET - 12.0 * (double)r->rows;
    for (int turn = 0; turn <= 5; turn++)
        for (size_t i = 0; i < r->columns->count; i++) {
            const thud_column *column = &r->columns->list[i];
            if (rank(column) != turn) continue;
            size_t size = is_words(column)
                              ? 3 * r->rows + 64 * r->words[i].count
                              : thud_page_packed_size(r->numbers + i * r->capacity, r->rows, turn == 0);
            chosen[i] = turn == 0 || (double)size <= left;
            if (chosen[i]) left -= (double)size;
        }
}

static bool write_column(const results *r, size_t index, thud_json *json) {
    const thud_column *column = &r->columns->list[index];
    thud_json_write(json, "{name: %s, kind: %s, index: %g, unit: %s, role: %s, group: %g, strength: %d, about: %s",
                    column->name, thud_column_kind_name(column->kind), (double)column->index, column->unit,
                    thud_role_name(r->roles[index].kind), (double)r->roles[index].group, r->roles[index].strength,
                    r->roles[index].about);
    const bool exact = column->kind == THUD_COLUMN_AXIS;
    bool good = is_words(column) ? thud_page_words_write(&r->words[index], json)
                                 : thud_page_pack(json, r->numbers + index * r->capacity, r->rows, exact);
    thud_json_write(json, "}");
    return good;
}

static bool write_words(thud_json *json, const char *key, const thud_page_words *words) {
    thud_json_write(json, "%s: {", key);
    bool good = thud_page_words_write(words, json);
    thud_json_write(json, "}");
    return good;
}

static void write_info(thud_json *json, const thud_store_info *info, size_t rows, size_t nonfinite) {
    thud_json_write(json, "title: %s, version: %s, total: %g, done: %g, failed: %g, wall_seconds: %g", info->title,
                    info->version, (double)info->total, (double)rows, (double)(info->failed + nonfinite),
                    info->wall_seconds);
}

/* over all columns of one quantity and all rows, also those left out: the largest value, its column and case */
static void write_extreme(const results *r, thud_json *json, const char *quantity) {
    size_t best_column = r->columns->count, best_row = 0;
    bool partial = false; /* a column omits what impulses do */
    for (size_t i = 0; i < r->columns->count; i++) {
        const thud_column *column = &r->columns->list[i];
        const char *dot = strrchr(column->name, '.');
        if (column->kind != THUD_COLUMN_RESULT || r->roles[i].kind != THUD_ROLE_RESULT) continue;
        if (strcmp(dot ? dot + 1 : column->name, quantity) != 0 || (strcmp(quantity, "impacts") == 0 && dot))
            continue;
        partial = partial || *r->roles[i].about;
        for (size_t row = 0; row < r->rows; row++) {
            const double value = r->numbers[i * r->capacity + row];
            if (!isnan(value) &&
                (best_column == r->columns->count || value > r->numbers[best_column * r->capacity + best_row])) {
                best_column = i;
                best_row = row;
            }
        }
    }
    if (best_column == r->columns->count) return;
    thud_json_write(json, "{quantity: %s, column: %s, unit: %s, partial: %d, value: %g, case: %g}", quantity,
                    r->columns->list[best_column].name, r->columns->list[best_column].unit, partial,
                    r->numbers[best_column * r->capacity + best_row], r->cases[best_row]);
}

static void write_extremes(const results *r, thud_json *json) {
    static const char *const quantities[] = {"impacts",   "max_displacement", "max_velocity",  "max_acceleration",
                                             "max_angle", "max_force",        "resting_force", "max_penetration"};
    thud_json_write(json, "extremes: [");
    for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++) write_extreme(r, json, quantities[i]);
    thud_json_write(json, "]");
}

/* cases that have their own page, next to this one */
static void write_pages(const results *r, thud_json *json, const char *directory) {
    thud_json_write(json, "pages: [");
    for (size_t i = 0; i < r->rows; i++) {
        char name[64];
        thud_print(name, sizeof name, "case-%.0f.html", r->cases[i]);
        char *path = thud_path_join(directory, name);
        if (path && thud_file_is_regular(path)) thud_json_number(json, r->cases[i]);
        free(path);
    }
    thud_json_write(json, "]");
}

static bool write_study(const results *r, thud_json *json, const thud_store_info *info, const char *directory) {
    bool *chosen = calloc(r->columns->count + 1, sizeof *chosen);
    if (!chosen) return false;
    choose(r, chosen);
    thud_json_write(json, "{");
    write_info(json, info, r->rows, r->nonfinite.cases);
    write_extremes(r, json);
    if (r->influences.count > 0 && r->influences.count <= INDICES_MOST)
        thud_sensitivity_write_json(json, r->again, &r->influences);
    thud_study_notes_write(&r->notes, json);
    thud_json_write(json, "left_out: [");
    for (size_t i = 0; i < r->columns->count; i++)
        if (!chosen[i]) thud_json_string(json, r->columns->list[i].name);
    thud_json_write(json, "], columns: [");
    bool good = true;
    for (size_t i = 0; i < r->columns->count && good; i++)
        if (chosen[i]) good = write_column(r, i, json);
    thud_json_write(json, "], cases: {");
    good = good && thud_page_floats(json, "data", r->cases, r->rows);
    thud_json_write(json, "}");
    good = good && write_words(json, "status", &r->status) && write_words(json, "reason", &r->reason);
    write_pages(r, json, directory);
    thud_json_write(json, "}");
    free(chosen);
    return good;
}

static bool add_study(thud_page *page, const results *r, const thud_store_info *info, const char *directory,
                      thud_error *failure) {
    thud_json json;
    if (!thud_page_begin(page, &json, failure)) return false;
    if (!write_study(r, &json, info, directory)) return thud_fail_memory(failure);
    return thud_page_end(page, &json, "study", failure);
}

bool thud_page_study_write(const char *directory, const char *path, thud_error *failure) {
    thud_results *reader = NULL;
    thud_error note;
    thud_page page = {0};
    results r = {0};
    thud_status status = thud_results_open(directory, &note, &reader);
    if (status != THUD_OK) return thud_fail_with(failure, status, note.text);
    const thud_store_info *info = thud_results_info(reader);
    bool good = results_read(&r, reader, &note, failure) && find_influences(&r, directory, &note, failure) &&
                thud_page_open(&page, THUD_PAGE_STUDY, path, info->title, failure) &&
                add_study(&page, &r, info, directory, failure) && thud_page_commit(&page, failure);
    thud_page_abort(&page);
    if (good) thud_nonfinite_describe(&r.nonfinite, failure);
    if (r.columns) results_free(&r);
    thud_results_close(reader);
    return good;
}
