/* Writes one row of a store, cell by cell. */
#include <math.h>
#include <string.h>

#include "study/store/checksum.h"
#include "study/store/store_inside.h"
#include "study/store/store_row.h"

typedef thud_store_entry entry;

/* ---- cells ---- */

/* sqlite3_bind_double makes NULL of NAN */
static void put_number(entry *e, double number) {
    if (e->chunk) {
        thud_chunk_put_number(e->chunk, e->row, e->cell++, number);
        return;
    }
    sqlite3_bind_double(e->insert, e->at++, number);
    e->sum = thud_checksum_number(e->sum, number);
}

static void put_integer(entry *e, int64_t number) {
    if (e->chunk) {
        thud_chunk_put_bits(e->chunk, e->row, e->cell++, (uint64_t)number);
        return;
    }
    sqlite3_bind_int64(e->insert, e->at++, number);
    e->sum = thud_checksum_integer(e->sum, number);
}

static void put_text(entry *e, const char *text) {
    if (e->chunk) {
        if (!thud_chunk_put_text(e->chunk, e->row, e->cell++, text)) e->short_of_memory = true;
        return;
    }
    if (text) sqlite3_bind_text(e->insert, e->at++, text, -1, SQLITE_TRANSIENT);
    else sqlite3_bind_null(e->insert, e->at++);
    e->sum = thud_checksum_text(e->sum, text);
}

/* a cell of another row */
static void put_copy(entry *e, sqlite3_stmt *row, int at) {
    sqlite3_bind_value(e->insert, e->at++, sqlite3_column_value(row, at));
    e->sum = thud_checksum_cell(e->sum, row, at);
}

static void begin(entry *e) {
    e->at = THUD_ROW_HASH + 1;
    e->cell = 0;
    e->sum = THUD_CHECKSUM_START;
}

/* the checksum is between the cells of all formats and the later ones */
static void put_executor(entry *e, const char *executor) {
    e->at = THUD_ROW_CHECKSUM + 2;
    if (e->chunk || e->columns->own == THUD_ROW_OWN) put_text(e, executor);
}

static thud_status finish(entry *e, int64_t number) {
    if (e->short_of_memory) return thud_sql_explain(e->sql, SQLITE_NOMEM, "write");
    if (e->chunk) return THUD_OK;
    sqlite3_bind_int64(e->insert, THUD_ROW_CASE + 1, number);
    sqlite3_bind_int64(e->insert, THUD_ROW_CHECKSUM + 1, thud_checksum_finish(e->sum, number));
    return thud_sql_once(e->sql, e->insert);
}

thud_status thud_store_prepare_insert(const thud_sql *sql, const thud_columns *columns, sqlite3_stmt **insert) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "INSERT OR REPLACE INTO cases VALUES(?");
    for (size_t i = 1; i < columns->count + (size_t)columns->own; i++) sqlite3_str_appendall(text, ",?");
    sqlite3_str_appendall(text, ")");
    char *statement = sqlite3_str_finish(text);
    thud_status status =
        statement ? thud_sql_prepare(sql, statement, insert) : thud_sql_explain(sql, SQLITE_NOMEM, "write");
    sqlite3_free(statement);
    return status;
}

/* ---- a result ---- */

static thud_status put_axis_text(entry *e, const thud_study *study, size_t index, size_t axis) {
    thud_axis_value value;
    thud_status status = thud_study_value(study, index, axis, &value);
    if (status == THUD_OK) put_text(e, value.text);
    return status;
}

static thud_status put_columns(entry *e, const thud_study *study, const thud_case_result *result) {
    const size_t index = result->case_index;
    thud_status status = THUD_OK;
    for (size_t i = 0; status == THUD_OK && i < e->columns->count; i++) {
        const thud_column *column = &e->columns->list[i];
        switch (column->kind) {
        case THUD_COLUMN_AXIS: put_number(e, thud_study_number(study, index, column->index)); break;
        case THUD_COLUMN_TEXT: status = put_axis_text(e, study, index, column->index); break;
        case THUD_COLUMN_LABEL: put_text(e, thud_study_label(study, index, column->index)); break;
        case THUD_COLUMN_RESULT: put_number(e, result->values[column->index]); break;
        }
    }
    return status;
}

thud_status thud_store_put_result(entry *e, const thud_study *study, const thud_case_result *result,
                                  const char *executor) {
    begin(e);
    put_integer(e, (int64_t)thud_study_case_hash(study, result->case_index));
    put_text(e, thud_store_status_name(result->error.status));
    put_text(e, result->error.status != THUD_OK ? result->error.text : *result->notes ? result->notes : NULL);
    put_number(e, result->wall_seconds);
    put_executor(e, executor);
    thud_status status = put_columns(e, study, result);
    return status == THUD_OK ? finish(e, (int64_t)result->case_index) : status;
}

/* ---- moving rows between tables ---- */

thud_status thud_store_put_chunk_row(const thud_sql *sql, const thud_columns *columns, sqlite3_stmt *insert,
                                     const thud_store_chunk *chunk, size_t row, int64_t number) {
    entry e = {.sql = sql, .columns = columns, .insert = insert};
    begin(&e);
    put_integer(&e, (int64_t)chunk->cells[THUD_CHUNK_HASH][row]);
    put_text(&e, thud_chunk_text(chunk, row, THUD_CHUNK_STATUS));
    put_text(&e, thud_chunk_text(chunk, row, THUD_CHUNK_REASON));
    put_number(&e, thud_chunk_number(chunk, row, THUD_CHUNK_WALL_SECONDS));
    put_executor(&e, thud_chunk_text(chunk, row, THUD_CHUNK_EXECUTOR));
    for (size_t cell = THUD_CHUNK_OWN; cell < chunk->cell_count; cell++)
        if (thud_chunk_is_text(chunk, cell)) put_text(&e, thud_chunk_text(chunk, row, cell));
        else put_number(&e, thud_chunk_number(chunk, row, cell));
    return finish(&e, number);
}

static double number_at(sqlite3_stmt *row, int at) {
    return sqlite3_column_type(row, at) == SQLITE_NULL ? NAN : sqlite3_column_double(row, at);
}

static const char *text_at(sqlite3_stmt *row, int at) { return (const char *)sqlite3_column_text(row, at); }

thud_status thud_store_take_row(const thud_sql *sql, const thud_columns *columns, sqlite3_stmt *from,
                                thud_store_chunk *chunk, size_t row) {
    entry e = {.sql = sql, .columns = columns, .chunk = chunk, .row = row};
    begin(&e);
    put_integer(&e, sqlite3_column_int64(from, THUD_ROW_HASH));
    put_text(&e, text_at(from, THUD_ROW_STATUS));
    put_text(&e, text_at(from, THUD_ROW_REASON));
    put_number(&e, number_at(from, THUD_ROW_WALL_SECONDS));
    put_text(&e, columns->own == THUD_ROW_OWN ? text_at(from, THUD_ROW_EXECUTOR) : NULL);
    for (size_t i = 0; i < columns->count; i++) {
        const int at = columns->own + (int)i;
        if (thud_chunk_is_text(chunk, THUD_CHUNK_OWN + i)) put_text(&e, text_at(from, at));
        else put_number(&e, number_at(from, at));
    }
    return finish(&e, 0);
}

thud_status thud_store_relabel(thud_store *store, sqlite3_stmt *row, size_t number) {
    entry e = {.sql = &store->sql, .columns = &store->columns, .insert = store->insert};
    begin(&e);
    for (int at = THUD_ROW_HASH; at < THUD_ROW_CHECKSUM; at++) put_copy(&e, row, at);
    e.at = THUD_ROW_CHECKSUM + 2;
    if (store->columns.own == THUD_ROW_OWN) put_copy(&e, row, THUD_ROW_EXECUTOR);
    for (size_t i = 0; i < store->columns.count; i++) {
        const thud_column *column = &store->columns.list[i];
        if (column->kind == THUD_COLUMN_LABEL) put_text(&e, thud_study_label(store->study, number, column->index));
        else put_copy(&e, row, store->columns.own + (int)i);
    }
    return finish(&e, (int64_t)number);
}
