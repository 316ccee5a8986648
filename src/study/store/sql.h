/*
 * SQLite as used by the store: failed statements are explained in a sentence for the user.
 */
#ifndef THUD_STUDY_SQL_H
#define THUD_STUDY_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include <thud/status.h>

#include "base/error.h"

typedef struct thud_sql {
    sqlite3 *db;
    const char *path;
    thud_error *note;            /* receives explanations of failures */
    bool (*stop)(void *context); /* called from time to time during a statement; NULL: never stop */
    void *context;
} thud_sql;

/* Explains an SQLite error: `doing` is "read" or "write". THUD_ERROR_SYNTAX for a damaged file, THUD_ERROR_IN_USE
 * for one in use, THUD_ERROR_MEMORY, THUD_ERROR_STOPPED, and THUD_ERROR_FILE for the rest. */
thud_status thud_sql_explain(const thud_sql *sql, int code, const char *doing);

/* Opens an untrusted file: it cannot execute anything, and its size is limited to that of a store. Returns
 * SQLite's code. */
int thud_sql_open(thud_sql *sql, const char *name, int flags);

/* Disables stopping: interrupting a statement that changes rows would roll back all others. */
void thud_sql_finish_all(thud_sql *sql);

/* Runs statements without results. */
thud_status thud_sql_run(const thud_sql *sql, const char *text);

thud_status thud_sql_prepare(const thud_sql *sql, const char *text, sqlite3_stmt **statement);

/* The number that a query has as its only answer. */
thud_status thud_sql_number(const thud_sql *sql, const char *text, int64_t *number);

/* One step of a statement without results, which is then ready to run again. */
thud_status thud_sql_once(const thud_sql *sql, sqlite3_stmt *statement);

/* The next row. At the end, or when it fails, `found` is false. */
thud_status thud_sql_next(const thud_sql *sql, sqlite3_stmt *statement, int *found);

#endif
