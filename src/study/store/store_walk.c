/* The rows of a store in the order of their cases, from `cases` and from chunks. */
#include "study/store/store_walk.h"

#include <math.h>
#include <stdlib.h>

static bool has_chunks(const thud_store_walk *w) { return w->columns->own == THUD_ROW_OWN; }

static size_t cell_count(const thud_store_walk *w) { return w->columns->count + THUD_CHUNK_OWN; }

thud_status thud_store_walk_begin(thud_store_walk *w, const thud_sql *sql, const thud_columns *columns,
                                  size_t total) {
    *w = (thud_store_walk){.sql = sql, .columns = columns, .total = total};
    w->head.sums = calloc(cell_count(w), sizeof *w->head.sums);
    if (!w->head.sums) return thud_sql_explain(sql, SQLITE_NOMEM, "read");
    thud_status status = thud_sql_prepare(sql, THUD_ROW_QUERY, &w->rows);
    if (status == THUD_OK && has_chunks(w)) status = thud_sql_prepare(sql, THUD_CHUNK_QUERY, &w->heads);
    return status;
}

void thud_store_walk_end(thud_store_walk *w) {
    sqlite3_finalize(w->rows);
    sqlite3_finalize(w->heads);
    thud_chunk_free(w->chunk);
    free(w->head.sums);
    free(w->wanted);
    *w = (thud_store_walk){0};
}

thud_status thud_store_walk_want(thud_store_walk *w, const bool *columns) {
    if (!w->wanted) w->wanted = calloc(cell_count(w), sizeof *w->wanted);
    if (!w->wanted) return thud_sql_explain(w->sql, SQLITE_NOMEM, "read");
    for (size_t i = 0; i < w->columns->count; i++) w->wanted[THUD_CHUNK_OWN + i] = columns[i];
    return THUD_OK;
}

/* ---- one table at a time ---- */

static thud_status step_rows(thud_store_walk *w) {
    int more = 0;
    thud_status status = thud_sql_next(w->sql, w->rows, &more);
    w->row_there = more;
    if (more) w->row_good = thud_store_row_read(w->rows, w->columns, &w->row) && (uint64_t)w->row.number < w->total;
    return status;
}

static thud_status step_heads(thud_store_walk *w) {
    int more = 0;
    if (!has_chunks(w)) return THUD_OK;
    thud_status status = thud_sql_next(w->sql, w->heads, &more);
    w->chunk_there = more;
    w->at = 0;
    if (more) thud_chunk_head_read(w->heads, cell_count(w), w->total, &w->head);
    return status;
}

/* ---- checking everything once ---- */

static void count_damage(thud_store_walk_count *count, size_t rows, int64_t first) {
    if (count->damaged == 0 || first < count->first) count->first = first;
    count->damaged += rows;
}

static thud_status check_rows(thud_store_walk *w, thud_store_walk_count *count) {
    thud_status status = step_rows(w);
    for (; status == THUD_OK && w->row_there; status = step_rows(w)) {
        if (!w->row_good) count_damage(count, 1, w->row.number);
        if (!w->row_good) continue;
        count->done++;
        if (w->row.reason) count->failed++;
        count->wall_seconds += w->row.wall_seconds;
    }
    return status;
}

/* a case must not occur twice, in chunks or in rows */
static thud_status check_heads(thud_store_walk *w, thud_store_walk_count *count) {
    int64_t end = 0, twice = 0;
    thud_status status = step_heads(w);
    for (; status == THUD_OK && w->chunk_there; status = step_heads(w)) {
        const bool good = w->head.good && w->head.first >= end;
        if (!good) count_damage(count, w->head.good ? w->head.rows : 1, w->head.first);
        if (!good) continue;
        end = w->head.first + (int64_t)w->head.rows;
        count->done += w->head.rows;
        count->failed += w->head.failed;
        count->wall_seconds += w->head.wall_seconds;
    }
    if (status == THUD_OK && count->damaged == 0 && has_chunks(w))
        status = thud_sql_number(w->sql,
                                 "SELECT count(*) FROM chunks CROSS JOIN cases ON cases.\"case\" BETWEEN "
                                 "chunks.first AND chunks.first + "
                                 "chunks.rows - 1",
                                 &twice);
    if (twice > 0) {
        int64_t first = 0;
        status = thud_sql_number(
            w->sql,
            "SELECT min(cases.\"case\") FROM chunks CROSS JOIN cases ON cases.\"case\" BETWEEN chunks.first "
            "AND chunks.first + chunks.rows - 1",
            &first);
        count_damage(count, (size_t)twice, first);
    }
    return status;
}

thud_status thud_store_walk_check(thud_store_walk *w, thud_store_walk_count *count) {
    *count = (thud_store_walk_count){0};
    thud_status status = check_rows(w, count);
    if (status == THUD_OK) status = check_heads(w, count);
    sqlite3_reset(w->rows);
    sqlite3_reset(w->heads);
    if (status == THUD_OK) status = step_rows(w);
    if (status == THUD_OK) status = step_heads(w);
    return status;
}

/* ---- one by one ---- */

/* the chunk that begins with the next case */
static thud_status open_chunk(thud_store_walk *w, bool *good) {
    *good = w->head.good;
    if (!*good) return THUD_OK;
    if (!w->chunk || w->chunk->rows != w->head.rows) {
        thud_chunk_free(w->chunk);
        w->chunk = thud_chunk_create(w->columns, (size_t)w->head.first, w->head.rows);
    }
    if (!w->chunk) return thud_sql_explain(w->sql, SQLITE_NOMEM, "read");
    return thud_chunk_read(w->sql, &w->head, w->wanted, w->chunk, good);
}

static thud_status give_chunk_row(thud_store_walk *w, thud_store_row *row, bool *good, size_t *rows) {
    thud_status status = THUD_OK;
    *row = (thud_store_row){.number = w->head.first + (int64_t)w->at};
    *good = true;
    *rows = w->head.good ? w->head.rows : 1;
    if (w->at == 0) status = open_chunk(w, good);
    if (status != THUD_OK || !*good) return status;
    row->hash = (int64_t)w->chunk->cells[THUD_CHUNK_HASH][w->at];
    row->status = thud_chunk_text(w->chunk, w->at, THUD_CHUNK_STATUS);
    thud_store_row_explain(row, thud_chunk_text(w->chunk, w->at, THUD_CHUNK_REASON));
    row->executor = thud_chunk_text(w->chunk, w->at, THUD_CHUNK_EXECUTOR);
    row->wall_seconds = thud_chunk_number(w->chunk, w->at, THUD_CHUNK_WALL_SECONDS);
    return THUD_OK;
}

/* moves past the last returned row, whose cells were valid until now */
static thud_status move_on(thud_store_walk *w) {
    const thud_store_walk_place given = w->given;
    w->given = THUD_WALK_NOWHERE;
    if (given == THUD_WALK_ROW) return step_rows(w);
    if (given == THUD_WALK_CHUNK && ++w->at >= w->head.rows) return step_heads(w);
    return THUD_OK;
}

thud_status thud_store_walk_next(thud_store_walk *w, thud_store_row *row, bool *found, bool *good, size_t *rows) {
    thud_status status = move_on(w);
    *found = status == THUD_OK && (w->row_there || w->chunk_there);
    *good = true;
    *rows = 1;
    if (!*found) return status;
    const bool in_chunk = w->chunk_there && (!w->row_there || w->head.first + (int64_t)w->at < w->row.number);
    w->given = in_chunk ? THUD_WALK_CHUNK : THUD_WALK_ROW;
    if (in_chunk) return give_chunk_row(w, row, good, rows);
    *row = w->row;
    *good = w->row_good;
    return THUD_OK;
}

double thud_store_walk_number(const thud_store_walk *w, size_t column) {
    if (w->given == THUD_WALK_CHUNK) return thud_chunk_number(w->chunk, w->at, THUD_CHUNK_OWN + column);
    if (w->given == THUD_WALK_NOWHERE) return NAN;
    const int at = w->columns->own + (int)column;
    return sqlite3_column_type(w->rows, at) == SQLITE_NULL ? NAN : sqlite3_column_double(w->rows, at);
}

const char *thud_store_walk_text(const thud_store_walk *w, size_t column) {
    if (w->given == THUD_WALK_CHUNK) return thud_chunk_text(w->chunk, w->at, THUD_CHUNK_OWN + column);
    if (w->given == THUD_WALK_NOWHERE) return NULL;
    return (const char *)sqlite3_column_text(w->rows, w->columns->own + (int)column);
}
