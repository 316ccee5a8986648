/*
 * Chunks that are being filled. Results wait in memory until all cases of their chunk are there, and are then
 * written as columns. If that takes longer than a second or so, they are written as rows of `cases` meanwhile. No
 * result waits longer, and a fast sweep writes no rows at all.
 */
#include <math.h>

#include "study/store/store_inside.h"
#include "study/store/store_row.h"

/* rows of the chunk that are already in `cases` */
static thud_status take_rows(thud_store *store, thud_store_chunk *chunk) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    thud_status status = thud_sql_prepare(
        &store->sql, "SELECT * FROM cases WHERE \"case\" BETWEEN ? AND ? ORDER BY \"case\"", &query);
    if (status == THUD_OK) {
        sqlite3_bind_int64(query, 1, (int64_t)chunk->first);
        sqlite3_bind_int64(query, 2, (int64_t)(chunk->first + chunk->rows - 1));
    }
    while (status == THUD_OK && found) {
        thud_store_row row;
        status = thud_sql_next(&store->sql, query, &found);
        if (status != THUD_OK || !found) break;
        /* damaged rows were removed when the store was opened */
        if (!thud_store_row_read(query, &store->columns, &row)) continue;
        const size_t at = (size_t)row.number - chunk->first;
        status = thud_store_take_row(&store->sql, &store->columns, query, chunk, at);
        chunk->state[at] = THUD_CHUNK_IN_CASES;
        chunk->there++;
    }
    sqlite3_finalize(query);
    return status;
}

static thud_status write_rows(thud_store *store, thud_store_chunk *chunk) {
    thud_status status = THUD_OK;
    for (size_t i = 0; status == THUD_OK && chunk->waiting > 0 && i < chunk->rows; i++) {
        if (chunk->state[i] != THUD_CHUNK_WAITING) continue;
        status = thud_store_put_chunk_row(&store->sql, &store->columns, store->insert, chunk, i,
                                          (int64_t)(chunk->first + i));
        if (status != THUD_OK) break;
        chunk->state[i] = THUD_CHUNK_IN_CASES;
        chunk->waiting--;
        store->waiting--;
        store->waiting_failed -= thud_chunk_has_failed(chunk, i);
        store->pending++;
    }
    return status;
}

static void drop(thud_store *store, size_t which) {
    thud_chunk_free(store->filling[which]);
    store->filling[which] = store->filling[--store->filling_count];
}

/* writes the least recently used chunk to `cases` and drops it; it is loaded again when one of its rows arrives */
static thud_status make_room(thud_store *store) {
    size_t oldest = 0;
    if (store->filling_count < THUD_FILLING_MOST) return THUD_OK;
    for (size_t i = 1; i < store->filling_count; i++)
        if (store->filling[i]->touched < store->filling[oldest]->touched) oldest = i;
    thud_status status = write_rows(store, store->filling[oldest]);
    if (status == THUD_OK) drop(store, oldest);
    return status;
}

static size_t rows_from(const thud_store *store, size_t first) {
    return store->end - first < store->chunk_rows ? store->end - first : store->chunk_rows;
}

static thud_status find(thud_store *store, size_t number, size_t *which) {
    const size_t first = number - (number - store->from) % store->chunk_rows;
    for (*which = 0; *which < store->filling_count; ++*which)
        if (store->filling[*which]->first == first) return THUD_OK;
    thud_status status = make_room(store);
    if (status != THUD_OK) return status;
    thud_store_chunk *chunk = thud_chunk_create(&store->columns, first, rows_from(store, first));
    if (!chunk) return thud_sql_explain(&store->sql, SQLITE_NOMEM, "write");
    *which = store->filling_count;
    store->filling[store->filling_count++] = chunk;
    return take_rows(store, chunk);
}

/* converts rows to columns in one transaction: a kill leaves the one or the other */
static thud_status fold(thud_store *store, size_t which) {
    thud_store_chunk *chunk = store->filling[which];
    sqlite3_stmt *remove = NULL;
    thud_status status = thud_chunk_write(&store->sql, chunk);
    if (status == THUD_OK && chunk->waiting < chunk->rows)
        status = thud_sql_prepare(&store->sql, "DELETE FROM cases WHERE \"case\" BETWEEN ? AND ?", &remove);
    if (remove) {
        sqlite3_bind_int64(remove, 1, (int64_t)chunk->first);
        sqlite3_bind_int64(remove, 2, (int64_t)(chunk->first + chunk->rows - 1));
        status = thud_sql_once(&store->sql, remove);
    }
    sqlite3_finalize(remove);
    if (status != THUD_OK) return status;
    for (size_t i = 0; chunk->waiting > 0 && i < chunk->rows; i++)
        if (chunk->state[i] == THUD_CHUNK_WAITING) store->waiting_failed -= thud_chunk_has_failed(chunk, i);
    store->waiting -= chunk->waiting;
    store->pending += chunk->rows;
    drop(store, which);
    return THUD_OK;
}

thud_status thud_store_fill(thud_store *store, const thud_case_result *result) {
    size_t which;
    thud_status status = find(store, result->case_index, &which);
    if (status != THUD_OK) return status;
    thud_store_chunk *chunk = store->filling[which];
    const size_t row = result->case_index - chunk->first;
    thud_store_entry entry = {.sql = &store->sql, .columns = &store->columns, .chunk = chunk, .row = row};
    status = thud_store_put_result(&entry, store->study, result, result->executor);
    if (status != THUD_OK) return status;
    chunk->touched = ++store->touches;
    if (chunk->waiting == 0) chunk->since = store->now;
    if (chunk->state[row] == THUD_CHUNK_ABSENT) chunk->there++;
    if (chunk->state[row] != THUD_CHUNK_WAITING) {
        chunk->waiting++;
        store->waiting++;
        store->waiting_failed += result->error.status != THUD_OK;
    }
    chunk->state[row] = THUD_CHUNK_WAITING;
    return chunk->there == chunk->rows ? fold(store, which) : THUD_OK;
}

thud_status thud_store_write_waiting(thud_store *store, double before) {
    thud_status status = THUD_OK;
    for (size_t i = 0; status == THUD_OK && i < store->filling_count; i++)
        if (store->filling[i]->waiting > 0 && store->filling[i]->since < before)
            status = write_rows(store, store->filling[i]);
    return status;
}

void thud_store_forget_filling(thud_store *store) {
    while (store->filling_count > 0) drop(store, store->filling_count - 1);
}

/* ---- after an extension, or a sweep that was killed ---- */

static thud_status fold_rows(thud_store *store, size_t first) {
    size_t which;
    thud_status status = find(store, first, &which);
    if (status != THUD_OK) return status;
    const thud_store_chunk *chunk = store->filling[which];
    if (chunk->there == chunk->rows) return fold(store, which);
    drop(store, which);
    return THUD_OK;
}

/* number of rows in a range */
static thud_status count_rows(thud_store *store, size_t from, size_t to, size_t *count) {
    sqlite3_stmt *query = NULL;
    int found = 0;
    thud_status status =
        thud_sql_prepare(&store->sql, "SELECT count(*) FROM cases WHERE \"case\" BETWEEN ? AND ?", &query);
    if (status == THUD_OK) {
        sqlite3_bind_int64(query, 1, (int64_t)from);
        sqlite3_bind_int64(query, 2, (int64_t)to);
        status = thud_sql_next(&store->sql, query, &found);
    }
    *count = found ? (size_t)sqlite3_column_int64(query, 0) : 0;
    sqlite3_finalize(query);
    return status;
}

thud_status thud_store_fold(thud_store *store) {
    thud_status status = THUD_OK;
    for (size_t first = store->from; status == THUD_OK && first < store->end; first += store->chunk_rows) {
        const size_t rows = rows_from(store, first);
        size_t count;
        status = count_rows(store, first, first + rows - 1, &count);
        if (status == THUD_OK && count == rows) status = fold_rows(store, first);
    }
    return status;
}
