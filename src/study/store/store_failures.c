/*
 * Reasons of failed cases, the most frequent first. A query counts those of `cases`; those of chunks go through a
 * table in memory, so that many distinct reasons are counted too.
 */
#include <stdio.h>
#include <stdlib.h>

#include "study/store/store_read.h"
#include "study/store/store_walk.h"

static thud_status note_chunk(const thud_sql *sql, const thud_store_chunk *chunk, sqlite3_stmt *insert) {
    thud_status status = THUD_OK;
    for (size_t i = 0; status == THUD_OK && i < chunk->rows; i++) {
        const char *reason = thud_chunk_text(chunk, i, THUD_CHUNK_REASON);
        if (!thud_chunk_has_failed(chunk, i)) continue;
        sqlite3_bind_text(insert, 1, thud_chunk_text(chunk, i, THUD_CHUNK_STATUS), -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 2, reason, -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 3, (int64_t)(chunk->first + i));
        status = thud_sql_once(sql, insert);
    }
    return status;
}

/* the states and reasons alone */
static thud_status note_head(const thud_sql *sql, const thud_columns *columns, const thud_chunk_head *head,
                             sqlite3_stmt *insert) {
    bool good = false;
    bool *none = calloc(columns->count + THUD_CHUNK_OWN, sizeof *none);
    thud_store_chunk *chunk = none ? thud_chunk_create(columns, (size_t)head->first, head->rows) : NULL;
    thud_status status =
        chunk ? thud_chunk_read(sql, head, none, chunk, &good) : thud_sql_explain(sql, SQLITE_NOMEM, "read");
    if (status == THUD_OK && good) status = note_chunk(sql, chunk, insert);
    thud_chunk_free(chunk);
    free(none);
    return status;
}

static thud_status note_chunks(const thud_sql *sql, const thud_columns *columns, size_t total) {
    const size_t cells = columns->count + THUD_CHUNK_OWN;
    sqlite3_stmt *heads = NULL, *insert = NULL;
    thud_chunk_head head = {.sums = calloc(cells, sizeof *head.sums)};
    int found = 1;
    thud_status status =
        head.sums ? thud_sql_prepare(sql, THUD_CHUNK_QUERY, &heads) : thud_sql_explain(sql, SQLITE_NOMEM, "read");
    if (status == THUD_OK) status = thud_sql_prepare(sql, "INSERT INTO temp.failures VALUES(?,?,?)", &insert);
    while (status == THUD_OK && found) {
        status = thud_sql_next(sql, heads, &found);
        if (status != THUD_OK || !found) break;
        thud_chunk_head_read(heads, cells, total, &head);
        if (head.good && head.failed > 0) status = note_head(sql, columns, &head, insert);
    }
    sqlite3_finalize(heads);
    sqlite3_finalize(insert);
    free(head.sums);
    return status;
}

static thud_status prepare(const thud_sql *sql, const thud_columns *columns, size_t total) {
    thud_status status = thud_sql_run(sql, "DROP TABLE IF EXISTS temp.failures; "
                                           "CREATE TEMP TABLE failures(status, reason, first)");
    if (status == THUD_OK)
        status =
            thud_sql_run(sql, "INSERT INTO temp.failures SELECT status, coalesce(reason, ''), \"case\" FROM cases "
                              "WHERE \"case\" >= 0 AND status <> 'ok'");
    if (status == THUD_OK && columns->own == THUD_ROW_OWN) status = note_chunks(sql, columns, total);
    return status;
}

thud_status thud_store_count_failures(const thud_sql *sql, const thud_columns *columns, size_t total,
                                      size_t capacity, thud_store_failures *failures, size_t *count) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    *count = 0;
    thud_status status = prepare(sql, columns, total);
    if (status == THUD_OK)
        status = thud_sql_prepare(sql,
                                  "SELECT status, reason, count(*), min(first) FROM temp.failures GROUP BY 1, 2 "
                                  "ORDER BY 3 DESC, 4",
                                  &query);
    while (status == THUD_OK && found && *count < capacity) {
        status = thud_sql_next(sql, query, &found);
        if (status != THUD_OK || !found) break;
        thud_store_failures *f = &failures[(*count)++];
        snprintf(f->status, sizeof f->status, "%s", (const char *)sqlite3_column_text(query, 0));
        snprintf(f->reason, sizeof f->reason, "%s", (const char *)sqlite3_column_text(query, 1));
        f->cases = (size_t)sqlite3_column_int64(query, 2);
        f->first = (size_t)sqlite3_column_int64(query, 3);
    }
    sqlite3_finalize(query);
    return status;
}
