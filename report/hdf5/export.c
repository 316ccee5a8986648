/* The results of a study as HDF5: data sets of known length, written in blocks of rows. */
#define _XOPEN_SOURCE 700 /* strdup */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/hdf5/hdf5.h"
#include "report/study/export.h"
#include "report/study/nonfinite.h"
#include "report/text/file.h"

enum {
    BLOCK = 1024,
    OWN_SETS = 5
}; /* rows that are written at once; case, status, reason, wall_seconds, executor */

/* A column of the file: numbers or texts, one block of them in memory. */
typedef struct set {
    hid_t id;
    bool is_text;
    double *numbers; /* [BLOCK] */
    char **texts;    /* [BLOCK], each to be freed */
} set;

typedef struct table {
    hid_t file, text_type;
    size_t rows; /* rows of the file */
    size_t written, waiting;
    set *sets; /* common columns first, then one for each column of the store */
    size_t count;
    bool times;
} table;

static bool write_attribute(const table *t, hid_t object, const char *name, const char *text) {
    hid_t space = thud_h5.H5Screate(H5S_SCALAR);
    hid_t attribute = thud_h5.H5Acreate2(object, name, t->text_type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = attribute >= 0 && thud_h5.H5Awrite(attribute, t->text_type, &text) >= 0;
    if (attribute >= 0) thud_h5.H5Aclose(attribute);
    if (space >= 0) thud_h5.H5Sclose(space);
    return good;
}

/* a unique name without a slash, which would create groups; NULL when memory is short */
static char *free_name(hid_t parent, const char *name) {
    size_t size = strlen(name) + 24;
    char *out = malloc(size);
    if (!out) return NULL;
    for (size_t number = 1;; number++) {
        if (number == 1) snprintf(out, size, "%s", name);
        else snprintf(out, size, "%s_%zu", name, number);
        thud_hdf5_make_name(out);
        if (thud_h5.H5Lexists(parent, out, H5P_DEFAULT) <= 0) return out;
    }
}

static bool add_set(table *t, hid_t parent, const char *name, const char *unit, bool is_text) {
    set *s = &t->sets[t->count++];
    hsize_t rows = t->rows;
    hid_t space = thud_h5.H5Screate_simple(1, &rows, NULL);
    char *place = free_name(parent, name);
    *s = (set){.id = H5I_INVALID_HID, .is_text = is_text};
    if (is_text) s->texts = calloc(BLOCK, sizeof *s->texts);
    else s->numbers = calloc(BLOCK, sizeof *s->numbers);
    if (place && space >= 0 && (s->texts || s->numbers))
        s->id = thud_h5.H5Dcreate2(parent, place, is_text ? t->text_type : thud_h5.native_double, space,
                                   H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    free(place);
    if (space >= 0) thud_h5.H5Sclose(space);
    return s->id >= 0 && write_attribute(t, s->id, "name", name) && write_attribute(t, s->id, "unit", unit);
}

/* the columns of one kind, in a group */
static bool add_columns(table *t, const thud_columns *columns, const char *group_name, bool results) {
    hid_t group = thud_h5.H5Gcreate2(t->file, group_name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (size_t i = 0; good && i < columns->count; i++) {
        const thud_column *column = &columns->list[i];
        bool is_text = column->kind == THUD_COLUMN_TEXT || column->kind == THUD_COLUMN_LABEL;
        if ((column->kind == THUD_COLUMN_RESULT) == results)
            good = add_set(t, group, column->name, column->unit, is_text);
    }
    if (group >= 0) thud_h5.H5Gclose(group);
    return good;
}

/* axes come before results in a store too */
static bool create_all(table *t, const thud_results *results, const char *path) {
    const thud_columns *columns = thud_results_columns(results);
    t->text_type = thud_h5.H5Tcopy(thud_h5.c_string);
    if (t->text_type < 0 || thud_h5.H5Tset_size(t->text_type, H5T_VARIABLE) < 0 ||
        thud_h5.H5Tset_cset(t->text_type, H5T_CSET_UTF8) < 0)
        return false;
    t->file = thud_h5.H5Fcreate(path, THUD_H5_TRUNCATE, H5P_DEFAULT, H5P_DEFAULT);
    return t->file >= 0 && write_attribute(t, t->file, "title", thud_results_info(results)->title) &&
           write_attribute(t, t->file, "thud_version", thud_results_info(results)->version) &&
           add_set(t, t->file, "case", "", false) && add_set(t, t->file, "status", "", true) &&
           add_set(t, t->file, "reason", "", true) &&
           (!t->times ||
            (add_set(t, t->file, "wall_seconds", "s", false) && add_set(t, t->file, "executor", "", true))) &&
           add_columns(t, columns, "axes", false) && add_columns(t, columns, "results", true);
}

static bool flush_set(table *t, set *s) {
    const void *data = s->is_text ? (const void *)s->texts : (const void *)s->numbers;
    bool good = thud_hdf5_write_rows(s->id, s->is_text ? t->text_type : thud_h5.native_double, t->written,
                                     t->waiting, data);
    for (size_t i = 0; s->is_text && i < t->waiting; i++) {
        free(s->texts[i]);
        s->texts[i] = NULL;
    }
    return good;
}

static bool flush(table *t) {
    bool good = true;
    for (size_t i = 0; t->waiting > 0 && i < t->count; i++) good = flush_set(t, &t->sets[i]) && good;
    t->written += t->waiting;
    t->waiting = 0;
    return good;
}

static bool put_text(table *t, size_t which, const char *text) {
    char *copy = strdup(text ? text : "");
    t->sets[which].texts[t->waiting] = copy;
    return copy;
}

static bool add_row(table *t, const thud_results *results, const thud_results_row *row) {
    size_t at = 0;
    if (t->written + t->waiting >= t->rows) return false;
    t->sets[at++].numbers[t->waiting] = (double)row->case_index;
    bool good = put_text(t, at++, row->status);
    good = put_text(t, at++, row->reason) && good;
    if (t->times) t->sets[at++].numbers[t->waiting] = row->wall_seconds;
    if (t->times) good = put_text(t, at++, row->executor) && good;
    for (size_t i = 0; i < thud_results_columns(results)->count; i++, at++)
        if (t->sets[at].is_text) good = put_text(t, at, thud_results_text(results, i)) && good;
        else t->sets[at].numbers[t->waiting] = thud_results_number(results, i);
    t->waiting++;
    return good && (t->waiting < BLOCK || flush(t));
}

/* false if buffered data could not be written */
static bool close_all(table *t) {
    bool good = true;
    for (size_t i = 0; i < t->count; i++) {
        set *s = &t->sets[i];
        if (s->id >= 0) good = thud_h5.H5Dclose(s->id) >= 0 && good;
        for (size_t k = 0; s->texts && k < BLOCK; k++) free(s->texts[k]);
        free(s->texts);
        free(s->numbers);
    }
    if (t->text_type >= 0) thud_h5.H5Tclose(t->text_type);
    if (t->file >= 0) good = thud_h5.H5Fclose(t->file) >= 0 && good;
    free(t->sets);
    return good;
}

static bool write_all(table *t, thud_results *results, const char *path, thud_nonfinite *nonfinite,
                      thud_status *read) {
    thud_results_row row;
    bool found = true, good = create_all(t, results, path);
    while (good && found) {
        *read = thud_results_next(results, &row, &found);
        if (*read != THUD_OK) return false;
        if (found) thud_nonfinite_row(nonfinite, results, &row);
        if (found) good = add_row(t, results, &row);
    }
    return good && flush(t);
}

static bool write_beside(thud_results *results, const thud_error *note, const char *path, const char *temporary,
                         bool times, thud_error *failure) {
    table t = {.file = H5I_INVALID_HID,
               .text_type = H5I_INVALID_HID,
               .rows = thud_results_info(results)->done,
               .times = times,
               .sets = calloc(OWN_SETS + thud_results_columns(results)->count, sizeof *t.sets)};
    thud_status read = THUD_OK;
    thud_nonfinite nonfinite = {0};
    bool good = t.sets != NULL;
    errno = 0;
    good = good && write_all(&t, results, temporary, &nonfinite, &read);
    good = close_all(&t) && good;
    good = good && thud_hdf5_commit(temporary, path);
    int error = errno;
    if (good) {
        thud_nonfinite_describe(&nonfinite, failure);
        return true;
    }
    unlink(temporary);
    if (read != THUD_OK) return thud_fail_with(failure, read, note->text);
    return thud_fail(failure, "cannot write '%s': %s", path, error ? strerror(error) : "HDF5 refuses");
}

bool thud_export_hdf5(thud_results *results, const thud_error *note, const char *path, bool times,
                      thud_error *failure) {
    if (!thud_output_check(path, failure) || !thud_hdf5_open(failure)) return false;
    char *temporary = thud_hdf5_begin(path);
    if (!temporary) return thud_fail(failure, "cannot write '%s': %s", path, strerror(errno));
    bool good = write_beside(results, note, path, temporary, times, failure);
    free(temporary);
    return good;
}
