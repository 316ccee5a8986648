/*
 * A row of a store as it is read: its cells have the types and the checksum that they were written with.
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
    const char *notes;    /* of one that did not, one to a line; NULL: none */
    const char *executor; /* NULL: not known */
    double wall_seconds;
} thud_store_row;

/* The row of a statement like THUD_ROW_QUERY; false where it is not as it was written. The number is there
 * anyway. */
bool thud_store_row_read(sqlite3_stmt *statement, const thud_columns *columns, thud_store_row *row);

/* "ok", "accuracy" …: what a row has for a status */
const char *thud_store_status_name(thud_status status);
bool thud_store_is_status(const char *name);
bool thud_store_is_ok(const char *status);

/* The text beside a status: why a case failed, or the notes of one that did not. */
void thud_store_row_explain(thud_store_row *row, const char *text);

#endif
