#define _XOPEN_SOURCE 700 /* strdup */

/* Reads one store: its study, its progress, its rows in the order of the cases. */
#include "study/store/store_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/place.h"
#include "study/store/store_frame.h"
#include "study/store/store_log.h"
#include "study/store/store_walk.h"

struct thud_store_part {
    thud_sql sql;
    char *path, *study;
    thud_store_info info;
    thud_columns columns;
    thud_role *roles; /* [columns] */
    thud_store_walk walk;
    bool still; /* nobody was writing when it was opened, and it has no locks */
    thud_log_state state;
};

void thud_part_close(thud_store_part *results) {
    if (!results) return;
    thud_store_walk_end(&results->walk);
    sqlite3_close(results->sql.db);
    thud_columns_clear(&results->columns);
    free(results->roles);
    free(results->study);
    free(results->path);
    free(results);
}

/* ---- opening ---- */

/* SQLite's codes when it cannot use shared memory: a read-only medium or folder, a file of another user, a full
 * disk */
static bool is_locked_away(int code) {
    return (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY || (code & 0xff) == SQLITE_FULL ||
           code == SQLITE_IOERR_SHMSIZE || code == SQLITE_IOERR_SHMOPEN || code == SQLITE_IOERR_SHMMAP ||
           code == SQLITE_IOERR_WRITE;
}

/* concurrently with a sweep, by SQLite's own means: the writer sees its readers */
static int open_beside_writer(thud_store_part *results) {
    int code = thud_sql_open(&results->sql, results->path, SQLITE_OPEN_READONLY);
    if (code == SQLITE_OK)
        code = sqlite3_exec(results->sql.db, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    return code;
}

/* writes nothing, and leaves the log alone: a continued sweep merges it into the file */
static thud_status open_database(thud_store_part *results, const char *directory) {
    int code = SQLITE_CANTOPEN;
    if (thud_place_is_held(directory)) code = open_beside_writer(results);
    if (is_locked_away(code)) {
        const thud_status status = thud_log_check(results->path, results->sql.note);
        if (status != THUD_OK) return status;
        results->still = true;
        thud_log_look(results->path, &results->state);
        code = thud_log_open_still(&results->sql);
    }
    return code == SQLITE_OK ? THUD_OK : thud_sql_explain(&results->sql, code, "read");
}

/* data read during an unexpected write are invalid */
static thud_status settled(const thud_store_part *results, thud_status status) {
    if (!results->still || thud_log_is_still(results->path, &results->state)) return status;
    return thud_error_set(results->sql.note, THUD_ERROR_IN_USE, "'%s' changed while it was read; try again",
                          results->path);
}

/* ---- its study ---- */

static bool take_meta(thud_store_part *results, const char *key, const char *value) {
    thud_store_info *info = &results->info;
    if (strcmp(key, "title") == 0) snprintf(info->title, sizeof info->title, "%s", value);
    if (strcmp(key, "thud_version") == 0) snprintf(info->version, sizeof info->version, "%s", value);
    if (strcmp(key, "cases") == 0) info->total = (size_t)strtoull(value, NULL, 10);
    if (strcmp(key, "study_hash") == 0) info->hash = strtoull(value, NULL, 16);
    if (strcmp(key, "study") == 0) info->study = results->study = strdup(value);
    return strcmp(key, "study") != 0 || info->study;
}

static thud_status read_meta(thud_store_part *results) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    thud_status status = thud_sql_prepare(&results->sql, "SELECT key, value FROM meta", &query);
    while (status == THUD_OK && found) {
        status = thud_sql_next(&results->sql, query, &found);
        const char *key = found ? (const char *)sqlite3_column_text(query, 0) : NULL;
        const char *value = found ? (const char *)sqlite3_column_text(query, 1) : NULL;
        if (key && value && !take_meta(results, key, value))
            status = thud_sql_explain(&results->sql, SQLITE_NOMEM, "read");
    }
    sqlite3_finalize(query);
    return status;
}

/* ---- rows ---- */

static thud_status explain_damage(const thud_store_part *results, long long first, size_t count) {
    if (count == 1)
        return thud_error_set(
            results->sql.note, THUD_ERROR_SYNTAX,
            "'%s' is damaged: the row of case %lld is not what was written; 'thud sweep' computes it again",
            results->path, first);
    return thud_error_set(results->sql.note, THUD_ERROR_SYNTAX,
                          "'%s' is damaged: the row of case %lld, and %zu others, are not what was written; 'thud "
                          "sweep' computes them again",
                          results->path, first, count - 1);
}

/* checks all rows and the heads of all chunks once, before using any */
static thud_status check_rows(thud_store_part *results) {
    thud_store_walk_count count;
    thud_status status = thud_store_walk_check(&results->walk, &count);
    if (status != THUD_OK) return status;
    results->info.done = count.done;
    results->info.failed = count.failed;
    results->info.wall_seconds = count.wall_seconds;
    return count.damaged == 0 ? THUD_OK : explain_damage(results, count.first, count.damaged);
}

/* ---- all of it ---- */

static thud_status check_frame(thud_store_part *results) {
    bool empty = false, intact = false;
    const thud_sql *sql = &results->sql;
    thud_status status = thud_frame_check_head(sql, &empty);
    if (status == THUD_OK && empty)
        status = thud_error_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is a database, but not of thud", sql->path);
    if (status == THUD_OK) status = thud_frame_check_pages(sql);
    if (status == THUD_OK) status = thud_frame_check_tables(sql);
    if (status == THUD_OK) status = thud_frame_is_intact(sql, &intact);
    if (status == THUD_OK && !intact)
        status = thud_frame_damaged(sql, "the description of its study; 'thud sweep' writes it again");
    return status;
}

static thud_status read_all(thud_store_part *results, const char *directory) {
    bool there = false;
    int own = THUD_ROW_OWN;
    thud_status status = thud_place_look(results->path, results->sql.note, &there);
    if (status == THUD_OK && !there)
        return thud_error_set(results->sql.note, THUD_ERROR_ARGUMENT,
                              "there is no '%s': 'thud sweep STUDY -o DIR' makes one", results->path);
    if (status == THUD_OK) status = open_database(results, directory);
    if (status == THUD_OK) status = check_frame(results);
    if (status == THUD_OK) status = read_meta(results);
    if (status == THUD_OK) status = thud_frame_own(&results->sql, &own);
    if (status == THUD_OK) status = thud_columns_read(&results->sql, own, &results->columns);
    if (status == THUD_OK) status = thud_roles_read(&results->sql, &results->columns, &results->roles);
    if (status == THUD_OK) status = thud_frame_check_cases(&results->sql, &results->columns);
    if (status == THUD_OK)
        status = thud_store_walk_begin(&results->walk, &results->sql, &results->columns, results->info.total);
    if (status == THUD_OK) status = check_rows(results);
    return status;
}

thud_status thud_part_open(const char *directory, thud_error *note, thud_store_part **out) {
    thud_store_part *results = calloc(1, sizeof *results);
    if (results) results->path = thud_place_path(directory);
    if (!results || !results->path) {
        free(results);
        return thud_error_set(note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    }
    results->sql = (thud_sql){.path = results->path, .note = note};
    thud_status status = settled(results, read_all(results, directory));
    if (status == THUD_OK) *out = results;
    else thud_part_close(results);
    return status;
}

const thud_store_info *thud_part_info(const thud_store_part *results) { return &results->info; }
const thud_columns *thud_part_columns(const thud_store_part *results) { return &results->columns; }
const thud_role *thud_part_roles(const thud_store_part *results) { return results->roles; }

/* ---- one by one ---- */

/* the data must still be unchanged, or they are not returned */
thud_status thud_part_next(thud_store_part *results, thud_results_row *row, bool *found) {
    thud_store_row there;
    bool good = true;
    size_t rows = 1;
    thud_status status = thud_store_walk_next(&results->walk, &there, found, &good, &rows);
    if (status != THUD_OK || !*found) return settled(results, status);
    *found = good;
    if (!good) return settled(results, explain_damage(results, there.number, rows));
    *row = (thud_results_row){.case_index = (size_t)there.number,
                              .status = there.status,
                              .reason = there.reason,
                              .notes = there.notes,
                              .executor = there.executor,
                              .wall_seconds = there.wall_seconds};
    return THUD_OK;
}

thud_status thud_part_want(thud_store_part *results, const bool *columns) {
    return thud_store_walk_want(&results->walk, columns);
}

double thud_part_number(const thud_store_part *results, size_t column) {
    return thud_store_walk_number(&results->walk, column);
}

const char *thud_part_text(const thud_store_part *results, size_t column) {
    return thud_store_walk_text(&results->walk, column);
}

thud_status thud_part_failures(thud_store_part *results, size_t capacity, thud_store_failures *failures,
                               size_t *count) {
    return settled(results, thud_store_count_failures(&results->sql, &results->columns, results->info.total,
                                                      capacity, failures, count));
}
