/*
 * The columns of a store: the content of a row between the case number and the status.
 *
 * Axes come first, as numbers or texts, each with a column for its labels where it has them; then the results. The
 * field of a column is its name in the table of cases: the same, or with a number behind it where SQLite, to which
 * A and a are one, would confuse it with another.
 *
 * `own` is how many cells every row has before those of the columns; stores of format 2 have no executor.
 */
#ifndef THUD_STUDY_COLUMNS_H
#define THUD_STUDY_COLUMNS_H

#include <thud/results.h>
#include <thud/study.h>

#include "study/store/sql.h"

/* The cells of every row, before those of the columns. */
enum {
    THUD_ROW_CASE,
    THUD_ROW_HASH,
    THUD_ROW_STATUS,
    THUD_ROW_REASON,
    THUD_ROW_WALL_SECONDS,
    THUD_ROW_CHECKSUM,
    THUD_ROW_OWN_2,                     /* how many they were in format 2 */
    THUD_ROW_EXECUTOR = THUD_ROW_OWN_2, /* who ran the case */
    THUD_ROW_OWN                        /* how many they are */
};

typedef struct thud_column {
    thud_column_kind kind;
    size_t index; /* index of the axis or the result in the study */
    char *name, *unit, *field;
} thud_column;

typedef struct thud_columns {
    thud_column *list;
    size_t count;
    int own; /* THUD_ROW_OWN, or THUD_ROW_OWN_2 */
} thud_columns;

/* "axis", "text", "label", "result" */
const char *thud_column_kind_name(thud_column_kind kind);

/* Those of a study. THUD_ERROR_MEMORY. */
thud_status thud_columns_of_study(const thud_study *study, thud_columns *columns);

/* The table that they are kept in. */
#define THUD_COLUMNS_TABLE                                                                                         \
    "CREATE TABLE columns(position INTEGER PRIMARY KEY, kind TEXT NOT NULL, number INTEGER NOT NULL, "             \
    "name TEXT NOT NULL, unit TEXT NOT NULL, field TEXT NOT NULL)"

/* The same in a store whose rows have another number of cells of their own: fields are chosen again. */
thud_status thud_columns_set_own(thud_columns *columns, int own);

/* Those that a store has: such as a study could have made, with at least one result. THUD_ERROR_SYNTAX. */
thud_status thud_columns_read(const thud_sql *sql, int own, thud_columns *columns);

/* Fills the table with them alone. */
thud_status thud_columns_write(const thud_columns *columns, const thud_sql *sql);

/* Whether they say the same; units too. */
bool thud_columns_equal(const thud_columns *a, const thud_columns *b);

void thud_columns_clear(thud_columns *columns);

#endif
