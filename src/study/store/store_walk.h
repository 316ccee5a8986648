/*
 * The rows of a store in the order of their cases, from `cases` and from chunks. Rows are compared with their
 * checksums as they come; chunks column by column, at their first row.
 */
#ifndef THUD_STUDY_STORE_WALK_H
#define THUD_STUDY_STORE_WALK_H

#include "study/store/store_chunk.h"
#include "study/store/store_row.h"

typedef enum thud_store_walk_place { THUD_WALK_NOWHERE, THUD_WALK_ROW, THUD_WALK_CHUNK } thud_store_walk_place;

typedef struct thud_store_walk {
    const thud_sql *sql;
    const thud_columns *columns;
    size_t total; /* cases of the study */
    sqlite3_stmt *rows, *heads;
    bool *wanted;                /* [cells] of chunks; NULL: all */
    bool row_there, chunk_there; /* the next row of either table */
    thud_store_walk_place given; /* table of the last returned row */
    thud_store_row row;
    bool row_good;
    thud_chunk_head head;
    thud_store_chunk *chunk;
    size_t at; /* index in the chunk */
} thud_store_walk;

/* The store of the queries must outlive the walk. */
thud_status thud_store_walk_begin(thud_store_walk *walk, const thud_sql *sql, const thud_columns *columns,
                                  size_t total);
void thud_store_walk_end(thud_store_walk *walk);

/* All rows, and the heads of all chunks, compared with their checksums: counts the cases. `damaged` is the number
 * of damaged ones, `first` the number of the first of them. */
typedef struct thud_store_walk_count {
    size_t done, failed, damaged;
    int64_t first;
    double wall_seconds;
} thud_store_walk_count;
thud_status thud_store_walk_check(thud_store_walk *walk, thud_store_walk_count *count);

/* Columns that are asked for from now on; others of a chunk are not read. */
thud_status thud_store_walk_want(thud_store_walk *walk, const bool *columns);

/* The next row. If it is damaged, `good` is false, the row has its number, and `rows` is the number of rows
   affected. */
thud_status thud_store_walk_next(thud_store_walk *walk, thud_store_row *row, bool *found, bool *good, size_t *rows);

double thud_store_walk_number(const thud_store_walk *walk, size_t column);
const char *thud_store_walk_text(const thud_store_walk *walk, size_t column);

#endif
