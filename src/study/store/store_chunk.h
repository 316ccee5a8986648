/*
 * Consecutive cases of a store by columns: the cells of one column of all of them stand together, first in memory,
 * then as one blob in the file.
 *
 *     chunks  first (the number of its first case), rows, failed, wall_seconds, sums (of its blobs), checksum
 *     blobs   place (first × 2,048 + which cell of a row), data
 *
 * The file has whole chunks only: all cases from the first on, as many as a chunk has, or to the end of the study.
 * What is not whole yet stands in `cases`, row by row.
 */
#ifndef THUD_STUDY_STORE_CHUNK_H
#define THUD_STUDY_STORE_CHUNK_H

#include "study/store/codec.h"
#include "study/store/columns.h"

#define THUD_CHUNKS_TABLE                                                                                          \
    "CREATE TABLE chunks(first INTEGER PRIMARY KEY, rows, failed, wall_seconds, sums, checksum)"
#define THUD_BLOBS_TABLE "CREATE TABLE blobs(place INTEGER PRIMARY KEY, data)"

/* Cells of a row before its columns. */
enum {
    THUD_CHUNK_HASH,
    THUD_CHUNK_STATUS,
    THUD_CHUNK_REASON,
    THUD_CHUNK_WALL_SECONDS,
    THUD_CHUNK_EXECUTOR,
    THUD_CHUNK_OWN /* how many they are */
};

enum { THUD_CHUNK_STRIDE = 2048 }; /* places of a case; a row has fewer cells */

/* Where a row of a chunk is during writing. */
enum { THUD_CHUNK_ABSENT, THUD_CHUNK_WAITING, THUD_CHUNK_IN_CASES };

typedef struct thud_store_chunk {
    size_t first, rows;
    size_t there, waiting; /* rows that it has; of these, rows that are nowhere else */
    unsigned char *state;  /* [rows] */
    size_t cell_count;
    uint64_t **cells;        /* [cell_count][rows]; NULL for texts */
    thud_text_column *texts; /* [cell_count] */
    double since;            /* s of a clock: when the first of those that wait came */
    uint64_t touched;        /* counts up: which was used last */
} thud_store_chunk;

/* An empty chunk; NULL when memory is short. */
thud_store_chunk *thud_chunk_create(const thud_columns *columns, size_t first, size_t rows);
void thud_chunk_free(thud_store_chunk *chunk);

/* Cases per chunk of a study with these columns, unless another number is requested. */
enum { THUD_CHUNK_ROWS_MOST = 16384 };
size_t thud_chunk_rows(const thud_columns *columns);

/* Cells by their place in a row. Writing a text returns false when memory is short. */
void thud_chunk_put_bits(thud_store_chunk *chunk, size_t row, size_t cell, uint64_t bits);
void thud_chunk_put_number(thud_store_chunk *chunk, size_t row, size_t cell, double number);
bool thud_chunk_put_text(thud_store_chunk *chunk, size_t row, size_t cell, const char *text);
double thud_chunk_number(const thud_store_chunk *chunk, size_t row, size_t cell);
const char *thud_chunk_text(const thud_store_chunk *chunk, size_t row, size_t cell);
bool thud_chunk_has_failed(const thud_store_chunk *chunk, size_t row); /* for an existing row */
bool thud_chunk_is_text(const thud_store_chunk *chunk, size_t cell);

/* ---- in the file ---- */

/* Writes a complete chunk, replacing an existing one. */
thud_status thud_chunk_write(const thud_sql *sql, const thud_store_chunk *chunk);

thud_status thud_chunk_remove(const thud_sql *sql, int64_t first);

/* A row of `chunks`. `good` is false if it is damaged, or impossible for a study of `total` cases; its first case
 * is valid in any case. */
typedef struct thud_chunk_head {
    int64_t first;
    size_t rows, failed;
    double wall_seconds;
    bool good;
    uint64_t *sums; /* [cell_count], in memory of the caller's */
} thud_chunk_head;

/* The place of a blob, and the checksums of blobs and heads: the head contains those of all blobs. */
int64_t thud_chunk_place(int64_t first, size_t cell);
uint64_t thud_chunk_blob_sum(int64_t first, size_t cell, const void *data, size_t size);
int64_t thud_chunk_head_sum(const thud_chunk_head *head, const void *sums, size_t size);
void thud_chunk_put_sum(unsigned char *sums, size_t cell, uint64_t sum);

#define THUD_CHUNK_QUERY "SELECT first, rows, failed, wall_seconds, sums, checksum FROM chunks ORDER BY first"

/* The head at a row of that query; `sums` has a place for each column. */
void thud_chunk_head_read(sqlite3_stmt *row, size_t cell_count, size_t total, thud_chunk_head *head);

/* The requested cells (NULL: all) of a chunk that was created with the rows of the head. `good` is false if one is
 * damaged. */
thud_status thud_chunk_read(const thud_sql *sql, const thud_chunk_head *head, const bool *wanted,
                            thud_store_chunk *chunk, bool *good);

#endif
