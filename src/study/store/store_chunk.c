/* Consecutive cases of a store by columns. */
#include "study/store/store_chunk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/checksum.h"
#include "study/store/store_row.h"

/* ---- in memory ---- */

/* fast sweeps on cores complete a chunk within a second or so, and no blob is large; wide rows have smaller
 * chunks */
enum { ROWS_LEAST = 256, BYTES_MOST = 8 << 20 };

size_t thud_chunk_rows(const thud_columns *columns) {
    size_t rows = THUD_CHUNK_ROWS_MOST;
    while (rows > ROWS_LEAST && rows * (columns->count + THUD_CHUNK_OWN) * sizeof(uint64_t) > BYTES_MOST) rows /= 2;
    return rows;
}

static bool is_text_cell(const thud_columns *columns, size_t cell) {
    if (cell < THUD_CHUNK_OWN) return cell != THUD_CHUNK_HASH && cell != THUD_CHUNK_WALL_SECONDS;
    const thud_column_kind kind = columns->list[cell - THUD_CHUNK_OWN].kind;
    return kind == THUD_COLUMN_TEXT || kind == THUD_COLUMN_LABEL;
}

thud_store_chunk *thud_chunk_create(const thud_columns *columns, size_t first, size_t rows) {
    thud_store_chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk) return NULL;
    *chunk = (thud_store_chunk){.first = first, .rows = rows, .cell_count = columns->count + THUD_CHUNK_OWN};
    chunk->state = calloc(rows + 1, 1);
    chunk->cells = calloc(chunk->cell_count, sizeof *chunk->cells);
    chunk->texts = calloc(chunk->cell_count, sizeof *chunk->texts);
    bool good = chunk->state && chunk->cells && chunk->texts;
    for (size_t i = 0; good && i < chunk->cell_count; i++) {
        if (is_text_cell(columns, i)) good = (chunk->texts[i].which = calloc(rows + 1, sizeof(uint32_t)));
        else good = (chunk->cells[i] = calloc(rows + 1, sizeof(uint64_t)));
    }
    if (good) return chunk;
    thud_chunk_free(chunk);
    return NULL;
}

void thud_chunk_free(thud_store_chunk *chunk) {
    if (!chunk) return;
    for (size_t i = 0; i < chunk->cell_count; i++) {
        if (chunk->cells) free(chunk->cells[i]);
        if (!chunk->texts) continue;
        thud_text_column_clear(&chunk->texts[i]);
        free(chunk->texts[i].which);
    }
    free(chunk->cells);
    free(chunk->texts);
    free(chunk->state);
    free(chunk);
}

bool thud_chunk_is_text(const thud_store_chunk *chunk, size_t cell) { return !chunk->cells[cell]; }

void thud_chunk_put_bits(thud_store_chunk *chunk, size_t row, size_t cell, uint64_t bits) {
    chunk->cells[cell][row] = bits;
}

/* one NAN for all, as SQLite has one NULL */
void thud_chunk_put_number(thud_store_chunk *chunk, size_t row, size_t cell, double number) {
    if (isnan(number)) number = NAN;
    memcpy(&chunk->cells[cell][row], &number, sizeof number);
}

bool thud_chunk_put_text(thud_store_chunk *chunk, size_t row, size_t cell, const char *text) {
    const uint32_t which = thud_text_column_find(&chunk->texts[cell], text);
    if (which != UINT32_MAX) chunk->texts[cell].which[row] = which;
    return which != UINT32_MAX;
}

double thud_chunk_number(const thud_store_chunk *chunk, size_t row, size_t cell) {
    double number;
    memcpy(&number, &chunk->cells[cell][row], sizeof number);
    return number;
}

const char *thud_chunk_text(const thud_store_chunk *chunk, size_t row, size_t cell) {
    const uint32_t which = chunk->texts[cell].which[row];
    return which > 0 ? chunk->texts[cell].texts[which - 1] : NULL;
}

/* ---- checksums ---- */

int64_t thud_chunk_place(int64_t first, size_t cell) { return first * THUD_CHUNK_STRIDE + (int64_t)cell; }

uint64_t thud_chunk_blob_sum(int64_t first, size_t cell, const void *data, size_t size) {
    uint64_t sum = thud_checksum_bytes(THUD_CHECKSUM_START, data, size);
    return (uint64_t)thud_checksum_finish(sum, thud_chunk_place(first, cell));
}

int64_t thud_chunk_head_sum(const thud_chunk_head *head, const void *sums, size_t size) {
    uint64_t sum = thud_checksum_integer(THUD_CHECKSUM_START, (int64_t)head->rows);
    sum = thud_checksum_integer(sum, (int64_t)head->failed);
    sum = thud_checksum_number(sum, head->wall_seconds);
    return thud_checksum_finish(thud_checksum_bytes(sum, sums, size), head->first);
}

/* ---- writing ---- */

static thud_status write_blob(const thud_sql *sql, sqlite3_stmt *insert, const thud_store_chunk *chunk, size_t cell,
                              unsigned char *capacity, uint64_t *sum) {
    const bool is_text = thud_chunk_is_text(chunk, cell);
    const int64_t first = (int64_t)chunk->first;
    size_t size = 0;
    unsigned char *data = is_text ? thud_code_texts(&chunk->texts[cell], chunk->rows, &size) : capacity;
    if (!data) return thud_sql_explain(sql, SQLITE_NOMEM, "write");
    if (!is_text) size = thud_code_cells(chunk->cells[cell], chunk->rows, data);
    *sum = thud_chunk_blob_sum(first, cell, data, size);
    sqlite3_bind_int64(insert, 1, thud_chunk_place(first, cell));
    sqlite3_bind_blob64(insert, 2, data, size, SQLITE_STATIC);
    thud_status status = thud_sql_once(sql, insert);
    sqlite3_clear_bindings(insert);
    if (is_text) free(data);
    return status;
}

static thud_status write_blobs(const thud_sql *sql, const thud_store_chunk *chunk, uint64_t *sums) {
    sqlite3_stmt *insert = NULL;
    unsigned char *capacity = malloc(THUD_CODE_ROOM(chunk->rows));
    thud_status status = capacity ? thud_sql_prepare(sql, "INSERT OR REPLACE INTO blobs VALUES(?,?)", &insert)
                                  : thud_sql_explain(sql, SQLITE_NOMEM, "write");
    for (size_t i = 0; status == THUD_OK && i < chunk->cell_count; i++)
        status = write_blob(sql, insert, chunk, i, capacity, &sums[i]);
    sqlite3_finalize(insert);
    free(capacity);
    return status;
}

void thud_chunk_put_sum(unsigned char *sums, size_t cell, uint64_t sum) {
    for (int i = 0; i < 8; i++) sums[8 * cell + (size_t)i] = (unsigned char)(sum >> 8 * i);
}

bool thud_chunk_has_failed(const thud_store_chunk *chunk, size_t row) {
    return !thud_store_is_ok(thud_chunk_text(chunk, row, THUD_CHUNK_STATUS));
}

static thud_status write_head(const thud_sql *sql, const thud_store_chunk *chunk, const uint64_t *sums,
                              unsigned char *bytes) {
    thud_chunk_head head = {.first = (int64_t)chunk->first, .rows = chunk->rows};
    sqlite3_stmt *insert = NULL;
    const int size = (int)(8 * chunk->cell_count);
    for (size_t i = 0; i < chunk->cell_count; i++) thud_chunk_put_sum(bytes, i, sums[i]);
    for (size_t i = 0; i < chunk->rows; i++) {
        head.wall_seconds += thud_chunk_number(chunk, i, THUD_CHUNK_WALL_SECONDS);
        head.failed += thud_chunk_has_failed(chunk, i);
    }
    thud_status status = thud_sql_prepare(sql, "INSERT OR REPLACE INTO chunks VALUES(?,?,?,?,?,?)", &insert);
    if (status == THUD_OK) {
        sqlite3_bind_int64(insert, 1, head.first);
        sqlite3_bind_int64(insert, 2, (int64_t)head.rows);
        sqlite3_bind_int64(insert, 3, (int64_t)head.failed);
        sqlite3_bind_double(insert, 4, head.wall_seconds);
        sqlite3_bind_blob(insert, 5, bytes, size, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 6, thud_chunk_head_sum(&head, bytes, (size_t)size));
        status = thud_sql_once(sql, insert);
    }
    sqlite3_finalize(insert);
    return status;
}

thud_status thud_chunk_write(const thud_sql *sql, const thud_store_chunk *chunk) {
    uint64_t *sums = calloc(chunk->cell_count, sizeof *sums);
    unsigned char *bytes = malloc(8 * chunk->cell_count);
    thud_status status =
        sums && bytes ? write_blobs(sql, chunk, sums) : thud_sql_explain(sql, SQLITE_NOMEM, "write");
    if (status == THUD_OK) status = write_head(sql, chunk, sums, bytes);
    free(sums);
    free(bytes);
    return status;
}

static thud_status remove_from(const thud_sql *sql, const char *text, int64_t from, int64_t to) {
    sqlite3_stmt *remove = NULL;
    thud_status status = thud_sql_prepare(sql, text, &remove);
    if (status == THUD_OK) {
        sqlite3_bind_int64(remove, 1, from);
        sqlite3_bind_int64(remove, 2, to);
        status = thud_sql_once(sql, remove);
    }
    sqlite3_finalize(remove);
    return status;
}

thud_status thud_chunk_remove(const thud_sql *sql, int64_t first) {
    thud_status status = remove_from(sql, "DELETE FROM chunks WHERE first BETWEEN ? AND ?", first, first);
    if (status == THUD_OK && first >= 0 && first < (INT64_C(1) << 51))
        status = remove_from(sql, "DELETE FROM blobs WHERE place BETWEEN ? AND ?", thud_chunk_place(first, 0),
                             thud_chunk_place(first, THUD_CHUNK_STRIDE - 1));
    return status;
}

/* ---- reading ---- */

static uint64_t take_word(const unsigned char *from) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)from[i] << 8 * i;
    return word;
}

static bool is_count(sqlite3_stmt *row, int at, int64_t most) {
    return sqlite3_column_type(row, at) == SQLITE_INTEGER && sqlite3_column_int64(row, at) >= 0 &&
           sqlite3_column_int64(row, at) <= most;
}

void thud_chunk_head_read(sqlite3_stmt *row, size_t cell_count, size_t total, thud_chunk_head *head) {
    const int64_t most = (int64_t)total;
    head->first = sqlite3_column_int64(row, 0);
    head->good = false;
    if (head->first < 0 || head->first >= most || head->first >= (INT64_C(1) << 51) ||
        !is_count(row, 1, most - head->first) || !is_count(row, 2, sqlite3_column_int64(row, 1)) ||
        sqlite3_column_type(row, 3) != SQLITE_FLOAT || sqlite3_column_type(row, 4) != SQLITE_BLOB ||
        sqlite3_column_type(row, 5) != SQLITE_INTEGER)
        return;
    head->rows = (size_t)sqlite3_column_int64(row, 1);
    head->failed = (size_t)sqlite3_column_int64(row, 2);
    head->wall_seconds = sqlite3_column_double(row, 3);
    const unsigned char *sums = sqlite3_column_blob(row, 4);
    const size_t size = (size_t)sqlite3_column_bytes(row, 4);
    if (!sums || size != 8 * cell_count || head->rows == 0 || head->rows > THUD_CHUNK_ROWS_MOST) return;
    for (size_t i = 0; i < cell_count; i++) head->sums[i] = take_word(sums + 8 * i);
    head->good = thud_chunk_head_sum(head, sums, size) == sqlite3_column_int64(row, 5);
}

static thud_status decode(const thud_sql *sql, const thud_chunk_head *head, size_t cell, sqlite3_stmt *blob,
                          thud_store_chunk *chunk, bool *good) {
    const unsigned char *data = sqlite3_column_type(blob, 0) == SQLITE_BLOB ? sqlite3_column_blob(blob, 0) : NULL;
    const size_t size = (size_t)sqlite3_column_bytes(blob, 0);
    *good = data && thud_chunk_blob_sum(head->first, cell, data, size) == head->sums[cell];
    if (!*good) return THUD_OK;
    if (!thud_chunk_is_text(chunk, cell)) {
        *good = thud_decode_cells(data, size, chunk->rows, chunk->cells[cell]);
        return THUD_OK;
    }
    const thud_status status = thud_decode_texts(data, size, chunk->rows, &chunk->texts[cell]);
    *good = status == THUD_OK;
    return status == THUD_ERROR_MEMORY ? thud_sql_explain(sql, SQLITE_NOMEM, "read") : THUD_OK;
}

/* a sweep never writes an unknown status or a failure without a reason */
static bool are_states(const thud_store_chunk *chunk) {
    const uint32_t *states = chunk->texts[THUD_CHUNK_STATUS].which,
                   *reasons = chunk->texts[THUD_CHUNK_REASON].which;
    for (size_t i = 0; i < chunk->rows; i++) {
        if (i > 0 && states[i] == states[i - 1] && (reasons[i] > 0) == (reasons[i - 1] > 0)) continue;
        const char *status = thud_chunk_text(chunk, i, THUD_CHUNK_STATUS);
        if (!status || !thud_store_is_status(status) || (!thud_store_is_ok(status) && reasons[i] == 0))
            return false;
    }
    return true;
}

thud_status thud_chunk_read(const thud_sql *sql, const thud_chunk_head *head, const bool *wanted,
                            thud_store_chunk *chunk, bool *good) {
    sqlite3_stmt *query = NULL;
    thud_status status = thud_sql_prepare(sql, "SELECT data FROM blobs WHERE place = ?", &query);
    *good = head->good;
    chunk->first = (size_t)head->first;
    for (size_t i = 0; status == THUD_OK && *good && i < chunk->cell_count; i++) {
        int found = 0;
        if (wanted && !wanted[i] && i != THUD_CHUNK_STATUS && i != THUD_CHUNK_REASON) continue;
        sqlite3_bind_int64(query, 1, thud_chunk_place(head->first, i));
        status = thud_sql_next(sql, query, &found);
        *good = found;
        if (found) status = decode(sql, head, i, query, chunk, good);
        sqlite3_reset(query);
    }
    sqlite3_finalize(query);
    if (status == THUD_OK && *good) *good = are_states(chunk);
    return status;
}
