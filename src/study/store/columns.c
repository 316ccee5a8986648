#define _XOPEN_SOURCE 700 /* strdup */

/* The columns of a store: the content of a row between the case number and the status. */
#include "study/store/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const KINDS[] = {"axis", "text", "label", "result"};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

/* fields of every row besides the columns */
static const char *const RESERVED[] = {"case",     "hash",  "status", "reason",  "wall_seconds",
                                       "checksum", "rowid", "oid",    "_rowid_", "executor"};
enum { RESERVED_COUNT = sizeof RESERVED / sizeof RESERVED[0] }; /* the last one is missing in format 2 */

const char *thud_column_kind_name(thud_column_kind kind) { return KINDS[kind]; }

void thud_columns_clear(thud_columns *columns) {
    for (size_t i = 0; i < columns->count; i++) {
        free(columns->list[i].name);
        free(columns->list[i].unit);
        free(columns->list[i].field);
    }
    free(columns->list);
    *columns = (thud_columns){0};
}

/* it fits: the list was made for as many as there can be */
static bool add(thud_columns *columns, thud_column_kind kind, size_t index, const char *name, const char *unit,
                const char *field) {
    thud_column *column = &columns->list[columns->count++];
    *column = (thud_column){.kind = kind, .index = index, .name = strdup(name), .unit = strdup(unit)};
    column->field = field ? strdup(field) : NULL;
    return column->name && column->unit && (column->field || !field);
}

static bool is_taken(const thud_columns *columns, size_t before, const char *field) {
    const size_t reserved = columns->own == THUD_ROW_OWN ? RESERVED_COUNT : RESERVED_COUNT - 1;
    for (size_t i = 0; i < reserved; i++)
        if (sqlite3_stricmp(field, RESERVED[i]) == 0) return true;
    for (size_t i = 0; i < before; i++)
        if (sqlite3_stricmp(field, columns->list[i].field) == 0) return true;
    return false;
}

/* the name, or name_2, name_3 … if it is taken */
static bool choose_field(thud_columns *columns, size_t which) {
    thud_column *column = &columns->list[which];
    size_t size = strlen(column->name) + 24;
    column->field = malloc(size);
    if (!column->field) return false;
    snprintf(column->field, size, "%s", column->name);
    for (size_t number = 2; is_taken(columns, which, column->field); number++)
        snprintf(column->field, size, "%s_%zu", column->name, number);
    return true;
}

static bool add_axis(thud_columns *columns, const thud_study *study, size_t axis) {
    const char *name = thud_study_axis_name(study, axis);
    thud_column_kind kind = thud_study_axis_is_text(study, axis) ? THUD_COLUMN_TEXT : THUD_COLUMN_AXIS;
    if (!add(columns, kind, axis, name, thud_study_axis_unit(study, axis), NULL)) return false;
    /* either all values of an axis have labels, or none */
    thud_axis_value value;
    if (thud_study_case_count(study) == 0 || thud_study_value(study, 0, axis, &value) != THUD_OK || !value.label)
        return true;
    size_t size = strlen(name) + sizeof " label";
    char *label = malloc(size);
    if (!label) return false;
    snprintf(label, size, "%s label", name);
    bool good = add(columns, THUD_COLUMN_LABEL, axis, label, "", NULL);
    free(label);
    return good;
}

thud_status thud_columns_of_study(const thud_study *study, thud_columns *columns) {
    size_t axes = thud_study_axis_count(study), results = thud_study_result_count(study);
    *columns = (thud_columns){.list = calloc(2 * axes + results + 1, sizeof *columns->list), .own = THUD_ROW_OWN};
    bool good = columns->list != NULL;
    for (size_t i = 0; good && i < axes; i++) good = add_axis(columns, study, i);
    for (size_t i = 0; good && i < results; i++) {
        const char *unit = thud_study_result_unit(study, i);
        good = add(columns, THUD_COLUMN_RESULT, i, thud_study_result_name(study, i), unit ? unit : "", NULL);
    }
    for (size_t i = 0; good && i < columns->count; i++) good = choose_field(columns, i);
    if (good) return THUD_OK;
    thud_columns_clear(columns);
    return THUD_ERROR_MEMORY;
}

thud_status thud_columns_set_own(thud_columns *columns, int own) {
    bool good = true;
    columns->own = own;
    for (size_t i = 0; i < columns->count; i++) {
        free(columns->list[i].field);
        columns->list[i].field = NULL;
    }
    for (size_t i = 0; good && i < columns->count; i++) good = choose_field(columns, i);
    return good ? THUD_OK : THUD_ERROR_MEMORY;
}

static bool find_kind(const char *name, thud_column_kind *kind) {
    for (int i = 0; name && i < KIND_COUNT; i++)
        if (strcmp(name, KINDS[i]) == 0) {
            *kind = (thud_column_kind)i;
            return true;
        }
    return false;
}

/* ---- in a store ---- */

/* the column at the statement's row */
static thud_status read_row(sqlite3_stmt *row, thud_columns *columns) {
    const char *name = (const char *)sqlite3_column_text(row, 1), *unit = (const char *)sqlite3_column_text(row, 3),
               *field = (const char *)sqlite3_column_text(row, 4);
    thud_column_kind kind;
    if (!name || !unit || !field || !find_kind((const char *)sqlite3_column_text(row, 0), &kind))
        return sqlite3_errcode(sqlite3_db_handle(row)) == SQLITE_NOMEM ? THUD_ERROR_MEMORY : THUD_ERROR_SYNTAX;
    const size_t index = (size_t)sqlite3_column_int64(row, 2);
    return add(columns, kind, index, name, unit, field) ? THUD_OK : THUD_ERROR_MEMORY;
}

/* a label column follows its axis and has its name */
static bool is_label_of(const thud_column *label, const thud_column *axis) {
    size_t length = strlen(axis->name);
    return (axis->kind == THUD_COLUMN_AXIS || axis->kind == THUD_COLUMN_TEXT) && label->index == axis->index &&
           strncmp(label->name, axis->name, length) == 0 && strcmp(label->name + length, " label") == 0;
}

/* axes in numerical order, each optionally with its labels, then results in order */
static bool are_in_order(const thud_columns *columns) {
    size_t axes = 0, results = 0;
    for (size_t i = 0; i < columns->count; i++) {
        const thud_column *column = &columns->list[i];
        bool good = false;
        switch (column->kind) {
        case THUD_COLUMN_AXIS:
        case THUD_COLUMN_TEXT: good = results == 0 && column->index == axes++; break;
        case THUD_COLUMN_LABEL: good = i > 0 && is_label_of(column, column - 1); break;
        case THUD_COLUMN_RESULT: good = column->index == results++; break;
        }
        if (!good) return false;
    }
    return results > 0;
}

/* the fields follow from the names */
static thud_status check_fields(const thud_columns *columns) {
    thud_columns made = {.list = calloc(columns->count + 1, sizeof *made.list), .own = columns->own};
    bool enough = made.list != NULL, same = true;
    for (size_t i = 0; enough && i < columns->count; i++)
        enough = add(&made, columns->list[i].kind, columns->list[i].index, columns->list[i].name, "", NULL);
    for (size_t i = 0; enough && same && i < made.count; i++) {
        enough = choose_field(&made, i);
        same = enough && strcmp(made.list[i].field, columns->list[i].field) == 0;
    }
    thud_columns_clear(&made);
    if (!enough) return THUD_ERROR_MEMORY;
    return same ? THUD_OK : THUD_ERROR_SYNTAX;
}

static thud_status explain(const thud_sql *sql, thud_status status) {
    if (status == THUD_ERROR_MEMORY) return thud_sql_explain(sql, SQLITE_NOMEM, "read");
    return thud_error_set(sql->note, status, "'%s' is damaged: its list of columns", sql->path);
}

static thud_status read_rows(const thud_sql *sql, sqlite3_stmt *query, size_t count, thud_columns *columns) {
    thud_status status = THUD_OK;
    int found = 1;
    while (found && columns->count < count) {
        status = thud_sql_next(sql, query, &found);
        if (status != THUD_OK) return status; /* it has said why */
        if (found) status = read_row(query, columns);
        if (status != THUD_OK) return explain(sql, status);
    }
    status = are_in_order(columns) ? check_fields(columns) : THUD_ERROR_SYNTAX;
    return status == THUD_OK ? THUD_OK : explain(sql, status);
}

thud_status thud_columns_read(const thud_sql *sql, int own, thud_columns *columns) {
    sqlite3_stmt *query = NULL;
    int64_t count = 0;
    *columns = (thud_columns){.own = own};
    thud_status status = thud_sql_number(sql, "SELECT count(*) FROM columns", &count);
    if (status == THUD_OK && count > sqlite3_limit(sql->db, SQLITE_LIMIT_COLUMN, -1))
        status = explain(sql, THUD_ERROR_SYNTAX);
    if (status == THUD_OK)
        status =
            thud_sql_prepare(sql, "SELECT kind, name, number, unit, field FROM columns ORDER BY position", &query);
    if (status == THUD_OK) {
        columns->list = calloc((size_t)count + 1, sizeof *columns->list);
        status = columns->list ? read_rows(sql, query, (size_t)count, columns)
                               : thud_sql_explain(sql, SQLITE_NOMEM, "read");
    }
    sqlite3_finalize(query);
    if (status != THUD_OK) thud_columns_clear(columns);
    return status;
}

thud_status thud_columns_write(const thud_columns *columns, const thud_sql *sql) {
    sqlite3_stmt *insert = NULL;
    thud_status status = thud_sql_run(sql, "DELETE FROM columns");
    if (status == THUD_OK) status = thud_sql_prepare(sql, "INSERT INTO columns VALUES(?,?,?,?,?,?)", &insert);
    for (size_t i = 0; status == THUD_OK && i < columns->count; i++) {
        const thud_column *column = &columns->list[i];
        sqlite3_bind_int64(insert, 1, (int64_t)i);
        sqlite3_bind_text(insert, 2, KINDS[column->kind], -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 3, (int64_t)column->index);
        sqlite3_bind_text(insert, 4, column->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 5, column->unit, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 6, column->field, -1, SQLITE_STATIC);
        status = thud_sql_once(sql, insert);
    }
    sqlite3_finalize(insert);
    return status;
}

bool thud_columns_equal(const thud_columns *a, const thud_columns *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        const thud_column *x = &a->list[i], *y = &b->list[i];
        if (x->kind != y->kind || x->index != y->index || strcmp(x->name, y->name) != 0 ||
            strcmp(x->unit, y->unit) != 0 || strcmp(x->field, y->field) != 0)
            return false;
    }
    return true;
}
