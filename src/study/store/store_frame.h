/*
 * A store without its rows: the head of the file, the texts of its tables, and what `meta` and `columns` say.
 * Nothing is asked of a table before its text is the one that a store has: no view, trigger or computed column of
 * somebody else's is ever run.
 */
#ifndef THUD_STUDY_STORE_FRAME_H
#define THUD_STUDY_STORE_FRAME_H

#include <stdbool.h>

#include "study/store/columns.h"

#define THUD_STORE_APPLICATION 0x74687564 /* "thud", in the file's head */
#define THUD_STORE_FORMAT 3 /* 1 had no checksums; 2, which is still read, no chunks and no executors */
#define THUD_STORE_FORMAT_OLDEST 2

/* Whether it is a store that this thud reads, by its head; `empty` where it is nothing yet. */
thud_status thud_frame_check_head(const thud_sql *sql, bool *empty);

/* Cells that every row has before those of the columns, by the format: THUD_ROW_OWN, or THUD_ROW_OWN_2. */
thud_status thud_frame_own(const thud_sql *sql, int *own);

/* Every page is reached once and is as SQLite writes it. */
thud_status thud_frame_check_pages(const thud_sql *sql);

/* There are `meta`, `columns`, `cases`, and in format 3 `chunks` and `blobs`, all but `cases` as they should be,
 * and nothing else. */
thud_status thud_frame_check_tables(const thud_sql *sql);

/* `cases` has these columns. */
thud_status thud_frame_check_cases(const thud_sql *sql, const thud_columns *columns);

/* Makes the tables, with the head. */
thud_status thud_frame_make(const thud_sql *sql, const thud_columns *columns);

/* The checksum over `meta` and `columns`: written into `meta`, and compared. */
thud_status thud_frame_seal(const thud_sql *sql);
thud_status thud_frame_is_intact(const thud_sql *sql, bool *intact);

/* A value of `meta`. THUD_ERROR_SYNTAX where it is missing. */
thud_status thud_frame_get(const thud_sql *sql, const char *key, char *to, size_t size);
thud_status thud_frame_set(const thud_sql *sql, const char *key, const char *value);

/* The sentence for a store of which a part is not what it should be; returns THUD_ERROR_SYNTAX. */
thud_status thud_frame_damaged(const thud_sql *sql, const char *part);

#endif
