/*
 * Reads a row of a store and checks the types and the checksum of its cells.
 */
#ifndef THUD_STUDY_STORE_ROW_H
#define THUD_STUDY_STORE_ROW_H

#include <stdbool.h>

#include "study/store/columns.h"

/* All rows of the study in the order of its cases, with all their cells. */
#define THUD_ROW_QUERY "SELECT * FROM cases WHERE \"case\" >= 0 ORDER BY \"case\""

typedef struct thud_store_row {
    int64_t number, hash;
    const char *status;   /* until the next step of the statement, as the other texts */
    const char *reason;   /* why it failed; NULL: it did not */
    const char *notes;    /* notes of a successful case, one per line; NULL: none */
    const char *executor; /* NULL: unknown */
    double wall_seconds;
} thud_store_row;

/* The row of a statement like THUD_ROW_QUERY; false if it is damaged. Its number is valid in any case. */
bool thud_store_row_read(sqlite3_stmt *statement, const thud_columns *columns, thud_store_row *row);

/* "ok", "accuracy" …: the status of a row */
const char *thud_store_status_name(thud_status status);
bool thud_store_is_status(const char *name);
bool thud_store_is_ok(const char *status);

/* The text with a status: the reason of a failure, or the notes of a successful case. */
void thud_store_row_explain(thud_store_row *row, const char *text);

#endif
