/* Checksums computed again over whatever is in a store, as somebody would who means harm. */
#ifndef THUD_TESTS_STUDY_RESEAL_H
#define THUD_TESTS_STUDY_RESEAL_H

#include <sqlite3.h>

#include "study/store/checksum.h"
#include "study/store/store_chunk.h"
#include "study/store/store_frame.h"
#include "study/store/store_row.h"

static inline int reseal_enough(void *context) {
    (void)context;
    return 1;
}

/* the sums of all blobs of a chunk, and its own */
static inline void reseal_chunk(const thud_sql *sql, int64_t first, size_t cells) {
    unsigned char sums[8 * 2048] = {0};
    sqlite3_stmt *blob = NULL, *update = NULL;
    if (cells > 2048 || sqlite3_prepare_v2(sql->db, "SELECT data FROM blobs WHERE place = ?", -1, &blob, NULL))
        return;
    for (size_t i = 0; i < cells; i++) {
        sqlite3_bind_int64(blob, 1, thud_chunk_place(first, i));
        if (sqlite3_step(blob) == SQLITE_ROW) {
            const void *data = sqlite3_column_blob(blob, 0);
            thud_chunk_put_sum(
                sums, i, thud_chunk_blob_sum(first, i, data ? data : "", (size_t)sqlite3_column_bytes(blob, 0)));
        }
        sqlite3_reset(blob);
    }
    sqlite3_finalize(blob);
    if (sqlite3_prepare_v2(sql->db, "UPDATE chunks SET sums = ?2, checksum = ?3 WHERE first = ?1", -1, &update,
                           NULL))
        return;
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(sql->db, "SELECT rows, failed, wall_seconds FROM chunks WHERE first = ?", -1, &row,
                           NULL) == SQLITE_OK) {
        sqlite3_bind_int64(row, 1, first);
        if (sqlite3_step(row) == SQLITE_ROW) {
            thud_chunk_head head = {.first = first,
                                    .rows = (size_t)sqlite3_column_int64(row, 0),
                                    .failed = (size_t)sqlite3_column_int64(row, 1),
                                    .wall_seconds = sqlite3_column_double(row, 2)};
            sqlite3_bind_int64(update, 1, first);
            sqlite3_bind_blob(update, 2, sums, (int)(8 * cells), SQLITE_TRANSIENT);
            sqlite3_bind_int64(update, 3, thud_chunk_head_sum(&head, sums, 8 * cells));
        }
    }
    sqlite3_finalize(row);
    sqlite3_step(update);
    sqlite3_finalize(update);
}

static inline void reseal_chunks(const thud_sql *sql) {
    sqlite3_stmt *chunks = NULL;
    int64_t firsts[64], sizes[64];
    size_t count = 0;
    if (sqlite3_prepare_v2(sql->db, "SELECT first, length(sums) FROM chunks LIMIT 64", -1, &chunks, NULL) ==
        SQLITE_OK)
        while (count < 64 && sqlite3_step(chunks) == SQLITE_ROW) {
            firsts[count] = sqlite3_column_int64(chunks, 0);
            sizes[count++] = sqlite3_column_int64(chunks, 1);
        }
    sqlite3_finalize(chunks);
    for (size_t i = 0; i < count; i++)
        if (firsts[i] >= 0 && firsts[i] < 1 << 20 && sizes[i] >= 0)
            reseal_chunk(sql, firsts[i], (size_t)sizes[i] / 8);
}

/* rows first; where the tables are none, or have other columns, what can be done is done; views may have no end */
static inline void reseal(sqlite3 *db) {
    sqlite3_progress_handler(db, 1000000, reseal_enough, NULL);
    thud_error note;
    thud_sql sql = {.db = db, .path = "", .note = &note};
    sqlite3_stmt *rows = NULL, *update = NULL;
    if (sqlite3_prepare_v2(db, "SELECT * FROM cases", -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "UPDATE cases SET checksum = ? WHERE \"case\" = ?", -1, &update, NULL) == SQLITE_OK)
        while (sqlite3_step(rows) == SQLITE_ROW) {
            uint64_t sum = THUD_CHECKSUM_START;
            int64_t number = sqlite3_column_int64(rows, THUD_ROW_CASE);
            for (int i = THUD_ROW_HASH; i < sqlite3_column_count(rows); i++)
                if (i != THUD_ROW_CHECKSUM) sum = thud_checksum_cell(sum, rows, i);
            sqlite3_bind_int64(update, 1, thud_checksum_finish(sum, number));
            sqlite3_bind_int64(update, 2, number);
            sqlite3_step(update);
            sqlite3_reset(update);
        }
    sqlite3_finalize(rows);
    sqlite3_finalize(update);
    reseal_chunks(&sql);
    (void)thud_frame_seal(&sql);
    sqlite3_progress_handler(db, 0, NULL, NULL);
}

#endif
