/*
 * Internals of a store that is being written: opening (store.c), one row (store_entry.c), chunks that are being
 * filled (store_filling.c), existing content (store_load.c).
 */
#ifndef THUD_STUDY_STORE_INSIDE_H
#define THUD_STUDY_STORE_INSIDE_H

#include "study/store/store.h"
#include "study/store/store_chunk.h"
#include "study/store/store_log.h"

/* Chunks with some of their rows; if there are too many, the oldest goes to `cases`. */
enum { THUD_FILLING_MOST = 64 };

struct thud_store {
    thud_sql sql;
    char *path;
    const thud_study *study;
    thud_columns columns;
    sqlite3_stmt *insert, *remove;
    thud_log_mark mark;
    size_t pending;                /* rows that were written since the last commit */
    int hold;                      /* lock on the directory */
    thud_status failed;            /* the error that ended it */
    size_t damaged, first_damaged; /* rows of chunks that were found damaged while it was opened */

    size_t chunk_rows; /* 0: a store of rows alone */
    size_t from, end;  /* cases that it is for; chunks begin at the first of them */
    thud_store_chunk *filling[THUD_FILLING_MOST];
    size_t filling_count;
    uint64_t touches;
    size_t waiting, waiting_failed; /* rows that are in no table yet */
    double now;                     /* s of the clock, as of the last look */
};

/* ---- one row ---- */

/* A row being written: into `cases` by the statement, with the checksum of its cells, or into a chunk. */
typedef struct thud_store_entry {
    const thud_sql *sql;
    const thud_columns *columns;
    sqlite3_stmt *insert;
    thud_store_chunk *chunk; /* NULL: into `cases` */
    size_t row;              /* row in the chunk */
    int at;                  /* next cell in the statement; SQLite counts from 1 */
    size_t cell;             /* next cell in the chunk */
    uint64_t sum;
    bool short_of_memory;
} thud_store_entry;

/* INSERT OR REPLACE INTO cases with all cells. */
thud_status thud_store_prepare_insert(const thud_sql *sql, const thud_columns *columns, sqlite3_stmt **insert);

/* Writes a result to the entry's destination. */
thud_status thud_store_put_result(thud_store_entry *entry, const thud_study *study, const thud_case_result *result,
                                  const char *executor);

/* A row of a chunk into `cases`, under another number perhaps. */
thud_status thud_store_put_chunk_row(const thud_sql *sql, const thud_columns *columns, sqlite3_stmt *insert,
                                     const thud_store_chunk *chunk, size_t row, int64_t number);

/* A good row of `cases` into a chunk. */
thud_status thud_store_take_row(const thud_sql *sql, const thud_columns *columns, sqlite3_stmt *from,
                                thud_store_chunk *chunk, size_t row);

/* The row of a statement with the study's present labels. */
thud_status thud_store_relabel(thud_store *store, sqlite3_stmt *row, size_t number);

/* ---- chunks that are being filled ---- */

thud_status thud_store_fill(thud_store *store, const thud_case_result *result);

/* Rows that wait since before an instant go to `cases`; INFINITY: all. */
thud_status thud_store_write_waiting(thud_store *store, double before);

/* Converts complete chunks from rows of `cases`. */
thud_status thud_store_fold(thud_store *store);

void thud_store_forget_filling(thud_store *store);

/* ---- existing content ---- */

/* Converts all chunks to rows of `cases`, so that they can be renumbered. Damaged ones are left out and
   counted. */
thud_status thud_store_unfold(const thud_sql *sql, const thud_columns *columns, size_t *damaged, size_t *first);

/* Ends the store after a failure: rolls back the open transaction. */
thud_status thud_store_give_up(thud_store *store, thud_status status);

#endif
