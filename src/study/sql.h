/*
 * SQLite as the store uses it: statements that fail with a sentence for the user.
 */
#ifndef THUD_STUDY_SQL_H
#define THUD_STUDY_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include <thud/status.h>

/* One sentence without a full stop. */
typedef struct thud_note {
    char text[768];
} thud_note;

typedef struct thud_sql {
    sqlite3 *db;
    const char *path;
    thud_note *note;             /* where failures are explained */
    bool (*stop)(void *context); /* asked now and then while a statement runs; NULL: it is never stopped */
    void *context;
} thud_sql;

#if defined(__GNUC__)
#define THUD_STUDY_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define THUD_STUDY_PRINTF(text, first)
#endif

/* Writes the sentence and returns the status, so that a failing function can end with it. */
thud_status thud_note_set(thud_note *note, thud_status status, const char *format, ...) THUD_STUDY_PRINTF(3, 4);

/* Explains what SQLite says: `doing` is "read" or "write". THUD_ERROR_SYNTAX for a damaged file,
 * THUD_ERROR_ARGUMENT for one in use, THUD_ERROR_MEMORY, THUD_ERROR_STOPPED, THUD_ERROR_FILE for the rest. */
thud_status thud_sql_explain(const thud_sql *sql, int code, const char *doing);

/* Opens a file that may be anybody's: what is in it runs nothing, and is never larger than a store could be.
 * Returns what SQLite says. */
int thud_sql_open(thud_sql *sql, const char *name, int flags);

/* From here on nothing is stopped: a statement that changes rows would take all others back. */
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
