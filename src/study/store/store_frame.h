/*
 * A store without its rows: the file header, the definitions of its tables, and the content of `meta` and
 * `columns`. A table is queried only after its definition has been compared with that of a store: views, triggers
 * or computed columns of others never run.
 */
#ifndef THUD_STUDY_STORE_FRAME_H
#define THUD_STUDY_STORE_FRAME_H

#include <stdbool.h>

#include "study/store/columns.h"

#define THUD_STORE_APPLICATION 0x74687564 /* "thud", in the file's head */
#define THUD_STORE_FORMAT 3 /* 1 had no checksums; 2, which is still read, no chunks and no executors */
#define THUD_STORE_FORMAT_OLDEST 2

/* Whether the header is that of a store that this version reads; `empty` if the file is still empty. */
thud_status thud_frame_check_head(const thud_sql *sql, bool *empty);

/* Number of cells of every row before the columns, by the format: THUD_ROW_OWN, or THUD_ROW_OWN_2. */
thud_status thud_frame_own(const thud_sql *sql, int *own);

/* Every page is reached once and is as SQLite writes it. */
thud_status thud_frame_check_pages(const thud_sql *sql);

/* Checks the tables: `meta`, `columns`, `cases`, and in format 3 `chunks` and `blobs`, with their exact
 * definitions (except `cases`), and nothing else. */
thud_status thud_frame_check_tables(const thud_sql *sql);

/* `cases` has these columns. */
thud_status thud_frame_check_cases(const thud_sql *sql, const thud_columns *columns);

/* Makes the tables, with the head. */
thud_status thud_frame_make(const thud_sql *sql, const thud_columns *columns);

/* The checksum over `meta` and `columns`: written into `meta`, and compared. */
thud_status thud_frame_seal(const thud_sql *sql);
thud_status thud_frame_is_intact(const thud_sql *sql, bool *intact);

/* A value of `meta`. THUD_ERROR_SYNTAX if it is missing. */
thud_status thud_frame_get(const thud_sql *sql, const char *key, char *to, size_t size);
thud_status thud_frame_set(const thud_sql *sql, const char *key, const char *value);

/* The message for a store with a damaged part; returns THUD_ERROR_SYNTAX. */
thud_status thud_frame_damaged(const thud_sql *sql, const char *part);

#endif
