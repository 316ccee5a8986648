/* The roles of a store's columns, stored with them, so that tables, curves and pages need no study file. */
#include "study/store/roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/store_frame.h"

static const char *const NAMES[] = {"design", "random", "record", "derived", "result", "threshold"};
enum { NAME_COUNT = sizeof NAMES / sizeof NAMES[0] };

const char *thud_role_name(thud_role_kind kind) { return NAMES[kind]; }

/* ---- in a store: a key such as "role of axis 3", a value such as "design 3 0 contacts.*.gap" ---- */

static void write_key(bool result, size_t index, char key[48]) {
    snprintf(key, 48, "role of %s %zu", result ? "result" : "axis", index);
}

static thud_status write_role(const thud_sql *sql, sqlite3_stmt *insert, bool result, size_t index,
                              const thud_role *role) {
    char key[48], value[400];
    write_key(result, index, key);
    snprintf(value, sizeof value, "%s %zu %d %s", NAMES[role->kind], role->group, role->strength, role->about);
    sqlite3_bind_text(insert, 1, key, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(insert, 2, value, -1, SQLITE_TRANSIENT);
    return thud_sql_once(sql, insert);
}

/* THUD_DESIGN_NONE has no entry, so that a store says the same as before there were designs */
static const char *const DESIGNS[] = {"none", "sobol", "morris"};

static thud_status write_design(const thud_sql *sql, const thud_study *study) {
    const thud_design_kind design =
        thud_study_axis_count(study) > 0 ? thud_study_axis_role(study, 0).design : THUD_DESIGN_NONE;
    return design == THUD_DESIGN_NONE ? THUD_OK : thud_frame_set(sql, "design", DESIGNS[design]);
}

thud_status thud_roles_write(const thud_sql *sql, const thud_study *study) {
    sqlite3_stmt *insert = NULL;
    thud_status status = write_design(sql, study);
    if (status == THUD_OK) status = thud_sql_prepare(sql, "INSERT OR REPLACE INTO meta VALUES(?,?)", &insert);
    for (size_t i = 0; status == THUD_OK && i < thud_study_axis_count(study); i++) {
        const thud_role role = thud_study_axis_role(study, i);
        status = write_role(sql, insert, false, i, &role);
    }
    for (size_t i = 0; status == THUD_OK && i < thud_study_result_count(study); i++) {
        const thud_role role = thud_study_result_role(study, i);
        if (*role.about) status = write_role(sql, insert, true, i, &role);
    }
    sqlite3_finalize(insert);
    return status;
}

/* false for an invalid entry: an unknown word, an axis with the role of a result, or an impossible group */
static bool read_value(const char *value, bool result, size_t group_limit, thud_role *role) {
    char name[16];
    size_t group;
    int kind = 0, strength, at = 0;
    if (sscanf(value, "%15s %18zu %1d %n", name, &group, &strength, &at) != 3 || at == 0) return false;
    while (kind < NAME_COUNT && strcmp(name, NAMES[kind]) != 0) kind++;
    if (kind == NAME_COUNT || result != (kind >= THUD_ROLE_RESULT) || group >= group_limit) return false;
    *role = (thud_role){.kind = (thud_role_kind)kind, .group = group, .strength = strength != 0};
    snprintf(role->about, sizeof role->about, "%.319s", value + at);
    return true;
}

static thud_status read_role(const thud_sql *sql, sqlite3_stmt *query, const thud_columns *columns, size_t which,
                             thud_role *role) {
    char key[48];
    int found = 0;
    const thud_column *column = &columns->list[which];
    const bool result = column->kind == THUD_COLUMN_RESULT;
    *role = (thud_role){.kind = result ? THUD_ROLE_RESULT : THUD_ROLE_DESIGN, .group = column->index};
    write_key(result, column->index, key);
    sqlite3_bind_text(query, 1, key, -1, SQLITE_TRANSIENT);
    thud_status status = thud_sql_next(sql, query, &found);
    const char *value = status == THUD_OK && found ? (const char *)sqlite3_column_text(query, 0) : NULL;
    /* derived axes have separate groups after those of the others; every axis has a column */
    if (value && !read_value(value, result, 2 * columns->count, role))
        status = thud_frame_damaged(sql, "what a column is for");
    sqlite3_reset(query);
    return status;
}

/* no entry: none */
static thud_status read_design(const thud_sql *sql, sqlite3_stmt *query, thud_design_kind *design) {
    int found = 0;
    *design = THUD_DESIGN_NONE;
    sqlite3_bind_text(query, 1, "design", -1, SQLITE_STATIC);
    thud_status status = thud_sql_next(sql, query, &found);
    const char *value = status == THUD_OK && found ? (const char *)sqlite3_column_text(query, 0) : NULL;
    for (int i = 1; value && i < 3; i++)
        if (strcmp(value, DESIGNS[i]) == 0) *design = (thud_design_kind)i;
    if (value && *design == THUD_DESIGN_NONE) status = thud_frame_damaged(sql, "how its samples are arranged");
    sqlite3_reset(query);
    return status;
}

thud_status thud_roles_read(const thud_sql *sql, const thud_columns *columns, thud_role **roles) {
    sqlite3_stmt *query = NULL;
    thud_role *list = calloc(columns->count + 1, sizeof *list);
    if (!list) return thud_sql_explain(sql, SQLITE_NOMEM, "read");
    thud_status status = thud_sql_prepare(sql, "SELECT value FROM meta WHERE key = ?", &query);
    thud_design_kind design = THUD_DESIGN_NONE;
    if (status == THUD_OK) status = read_design(sql, query, &design);
    for (size_t i = 0; status == THUD_OK && i < columns->count; i++) {
        status = read_role(sql, query, columns, i, &list[i]);
        if (columns->list[i].kind == THUD_COLUMN_AXIS && list[i].kind == THUD_ROLE_RANDOM) list[i].design = design;
    }
    sqlite3_finalize(query);
    if (status == THUD_OK) *roles = list;
    else free(list);
    return status;
}
