#define _XOPEN_SOURCE 700 /* strdup */

#include "study/store_read.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "study/place.h"
#include "study/store.h"

enum { PATIENCE = 2000, FIRST_COLUMN = 4 }; /* ms; case, status, reason, wall_seconds come before */

struct thud_results {
    thud_sql sql;
    char *path, *study;
    thud_store_info info;
    thud_columns columns;
    sqlite3_stmt *rows;
};

void thud_results_close(thud_results *results) {
    if (!results) return;
    sqlite3_finalize(results->rows);
    sqlite3_close(results->sql.db);
    thud_columns_clear(&results->columns);
    free(results->study);
    free(results->path);
    free(results);
}

/* ---- opening ---- */

static int try_open(thud_results *results, const char *name, int flags) {
    sqlite3_close(results->sql.db);
    results->sql.db = NULL;
    int code = sqlite3_open_v2(name, &results->sql.db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) return code;
    sqlite3_busy_timeout(results->sql.db, PATIENCE);
    return sqlite3_exec(results->sql.db, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
}

/* a path as SQLite wants it where options follow */
static char *as_address(const char *path) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "file:");
    for (; *path; path++)
        if (strchr("?#%", *path)) sqlite3_str_appendf(text, "%%%02x", (unsigned char)*path);
        else sqlite3_str_appendchar(text, 1, *path);
    sqlite3_str_appendall(text, "?immutable=1");
    return sqlite3_str_finish(text);
}

static bool has_log(const char *path) {
    struct stat file;
    char *name = sqlite3_mprintf("%s-wal", path);
    bool there = !name || stat(name, &file) == 0;
    sqlite3_free(name);
    return there;
}

/* SQLite's answers where it cannot keep its shared memory: a medium or a folder that is locked, a file that is
 * another's */
static bool is_locked_away(int code) {
    return (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY;
}

/* one that may write takes the log away when it was the last to use it. Where nothing can be written, SQLite cannot
 * keep its shared memory; a store without a log needs none. */
static thud_status open_database(thud_results *results) {
    int code = try_open(results, results->path, SQLITE_OPEN_READWRITE);
    if (is_locked_away(code) && !has_log(results->path)) {
        char *address = as_address(results->path);
        code = address ? try_open(results, address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI) : SQLITE_NOMEM;
        sqlite3_free(address);
    }
    return code == SQLITE_OK ? THUD_OK : thud_sql_explain(&results->sql, code, "read");
}

static thud_status check_head(const thud_sql *sql) {
    int64_t application = 0, format = 0;
    thud_status status = thud_sql_number(sql, "PRAGMA application_id", &application);
    if (status == THUD_OK) status = thud_sql_number(sql, "PRAGMA user_version", &format);
    if (status != THUD_OK) return status;
    if (application == THUD_STORE_APPLICATION && format == THUD_STORE_FORMAT) return THUD_OK;
    return thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is a database, but no store of this thud", sql->path);
}

/* ---- what it is of ---- */

static bool take_meta(thud_results *results, const char *key, const char *value) {
    thud_store_info *info = &results->info;
    if (strcmp(key, "title") == 0) snprintf(info->title, sizeof info->title, "%s", value);
    if (strcmp(key, "thud_version") == 0) snprintf(info->version, sizeof info->version, "%s", value);
    if (strcmp(key, "cases") == 0) info->total = (size_t)strtoull(value, NULL, 10);
    if (strcmp(key, "study_hash") == 0) info->hash = strtoull(value, NULL, 16);
    if (strcmp(key, "study") == 0) info->study = results->study = strdup(value);
    return strcmp(key, "study") != 0 || info->study;
}

static thud_status read_meta(thud_results *results) {
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

static thud_status read_counts(thud_results *results) {
    sqlite3_stmt *query = NULL;
    int found = 0;
    thud_status status = thud_sql_prepare(&results->sql,
                                          "SELECT count(*), count(*) - coalesce(sum(status = 'ok'), 0), "
                                          "total(wall_seconds) FROM cases WHERE \"case\" >= 0",
                                          &query);
    if (status == THUD_OK) status = thud_sql_next(&results->sql, query, &found);
    if (status == THUD_OK && found) {
        results->info.done = (size_t)sqlite3_column_int64(query, 0);
        results->info.failed = (size_t)sqlite3_column_int64(query, 1);
        results->info.wall_seconds = sqlite3_column_double(query, 2);
    }
    sqlite3_finalize(query);
    return status;
}

/* the fields by name, so that it does not matter how the table was made */
static thud_status prepare_rows(thud_results *results) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "SELECT \"case\", status, reason, wall_seconds");
    for (size_t i = 0; i < results->columns.count; i++)
        sqlite3_str_appendf(text, ", cases.\"%w\"", results->columns.list[i].field);
    sqlite3_str_appendall(text, " FROM cases WHERE \"case\" >= 0 ORDER BY \"case\"");
    char *statement = sqlite3_str_finish(text);
    thud_status status = statement ? thud_sql_prepare(&results->sql, statement, &results->rows)
                                   : thud_sql_explain(&results->sql, SQLITE_NOMEM, "read");
    sqlite3_free(statement);
    return status;
}

static thud_status read_all(thud_results *results) {
    bool there = false;
    thud_status status = thud_place_look(results->path, results->sql.note, &there);
    if (status == THUD_OK && !there)
        return thud_note_set(results->sql.note, THUD_ERROR_ARGUMENT,
                             "there is no '%s': 'thud sweep STUDY -o DIR' makes one", results->path);
    if (status == THUD_OK) status = open_database(results);
    if (status == THUD_OK) status = check_head(&results->sql);
    if (status == THUD_OK) status = read_meta(results);
    if (status == THUD_OK) status = thud_columns_read(&results->sql, &results->columns);
    if (status == THUD_OK) status = read_counts(results);
    if (status == THUD_OK) status = prepare_rows(results);
    return status;
}

thud_status thud_results_open(const char *directory, thud_note *note, thud_results **out) {
    thud_results *results = calloc(1, sizeof *results);
    if (results) results->path = thud_place_path(directory);
    if (!results || !results->path) {
        free(results);
        return thud_note_set(note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    }
    results->sql = (thud_sql){.path = results->path, .note = note};
    thud_status status = read_all(results);
    if (status == THUD_OK) *out = results;
    else thud_results_close(results);
    return status;
}

const thud_store_info *thud_results_info(const thud_results *results) { return &results->info; }
const thud_columns *thud_results_columns(const thud_results *results) { return &results->columns; }

/* ---- rows ---- */

thud_status thud_results_next(thud_results *results, thud_results_row *row, bool *found) {
    int more = 0;
    thud_status status = thud_sql_next(&results->sql, results->rows, &more);
    *found = more;
    if (status != THUD_OK || !more) return status;
    *row = (thud_results_row){
        .case_index = (size_t)sqlite3_column_int64(results->rows, 0),
        .status = (const char *)sqlite3_column_text(results->rows, 1),
        .reason = (const char *)sqlite3_column_text(results->rows, 2),
        .wall_seconds = sqlite3_column_double(results->rows, 3),
    };
    if (row->status) return THUD_OK;
    *found = false;
    return thud_note_set(results->sql.note, THUD_ERROR_SYNTAX, "'%s' is damaged: its row of case %zu",
                         results->path, row->case_index);
}

double thud_results_number(const thud_results *results, size_t column) {
    int at = (int)column + FIRST_COLUMN;
    return sqlite3_column_type(results->rows, at) == SQLITE_NULL ? NAN : sqlite3_column_double(results->rows, at);
}

const char *thud_results_text(const thud_results *results, size_t column) {
    return (const char *)sqlite3_column_text(results->rows, (int)column + FIRST_COLUMN);
}

thud_status thud_results_failures(thud_results *results, size_t room, thud_store_failures *failures,
                                  size_t *count) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    *count = 0;
    thud_status status =
        thud_sql_prepare(&results->sql,
                         "SELECT status, coalesce(reason, ''), count(*), min(\"case\") AS first FROM "
                         "cases WHERE \"case\" >= 0 AND status <> 'ok' GROUP BY 1, 2 "
                         "ORDER BY 3 DESC, 4",
                         &query);
    while (status == THUD_OK && found && *count < room) {
        status = thud_sql_next(&results->sql, query, &found);
        if (status != THUD_OK || !found) break;
        thud_store_failures *f = &failures[(*count)++];
        snprintf(f->status, sizeof f->status, "%s", (const char *)sqlite3_column_text(query, 0));
        snprintf(f->reason, sizeof f->reason, "%s", (const char *)sqlite3_column_text(query, 1));
        f->cases = (size_t)sqlite3_column_int64(query, 2);
        f->first = (size_t)sqlite3_column_int64(query, 3);
    }
    sqlite3_finalize(query);
    return status;
}
