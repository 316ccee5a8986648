/* Finds in an existing store the valid rows and chunks, whose cases need not be run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/store_inside.h"
#include "study/store/store_row.h"

/* the cells of a row in either table */
typedef struct source {
    const thud_columns *columns;
    sqlite3_stmt *row;             /* NULL: in a chunk */
    const thud_store_chunk *chunk; /* with its row */
    size_t at;
} source;

static double number_at(const source *s, size_t column) {
    if (s->chunk) return thud_chunk_number(s->chunk, s->at, THUD_CHUNK_OWN + column);
    const int at = s->columns->own + (int)column;
    return sqlite3_column_type(s->row, at) == SQLITE_NULL ? NAN : sqlite3_column_double(s->row, at);
}

static const char *text_at(const source *s, size_t column) {
    if (s->chunk) return thud_chunk_text(s->chunk, s->at, THUD_CHUNK_OWN + column);
    return (const char *)sqlite3_column_text(s->row, s->columns->own + (int)column);
}

/* ---- is it of the study? ---- */

static bool same_number(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

/* whether the cell of an axis or a label has the study's value for the case */
static bool is_of_study(const thud_study *study, const source *s, size_t number, size_t which) {
    const thud_column *column = &s->columns->list[which];
    thud_axis_value value;
    if (column->kind == THUD_COLUMN_AXIS)
        return same_number(number_at(s, which), thud_study_number(study, number, column->index));
    if (column->kind == THUD_COLUMN_LABEL)
        return same_text(text_at(s, which), thud_study_label(study, number, column->index));
    return thud_study_value(study, number, column->index, &value) == THUD_OK &&
           same_text(text_at(s, which), value.text);
}

/* checks the axes, and the labels, which do not identify a case */
static bool all_of_study(const thud_study *study, const source *s, size_t number, bool labels) {
    for (size_t i = 0; i < s->columns->count; i++) {
        const thud_column_kind kind = s->columns->list[i].kind;
        if (kind != THUD_COLUMN_RESULT && (kind == THUD_COLUMN_LABEL) == labels &&
            !is_of_study(study, s, number, i))
            return false;
    }
    return true;
}

static void count_damage(thud_store_found *found, size_t rows, size_t first) {
    if (found->damaged == 0) found->first = first;
    found->damaged += rows;
}

/* ---- rows ---- */

/* removes a damaged or inconsistent row; its case is run again */
static thud_status load_row(thud_store *store, sqlite3_stmt *statement, thud_queue *queue,
                            thud_store_found *found) {
    thud_store_row row;
    const source s = {.columns = &store->columns, .row = statement};
    bool good = thud_store_row_read(statement, &store->columns, &row);
    size_t number = (size_t)row.number;
    good = good && number < queue->total && row.hash == (int64_t)thud_study_case_hash(store->study, number) &&
           all_of_study(store->study, &s, number, false);
    if (good && !all_of_study(store->study, &s, number, true)) {
        thud_status status = thud_store_relabel(store, statement, number);
        if (status != THUD_OK) return status;
    }
    if (good && thud_queue_mark(queue, number)) {
        if (row.reason) found->failed++;
        return THUD_OK;
    }
    count_damage(found, 1, number);
    sqlite3_bind_int64(store->remove, 1, row.number);
    return thud_sql_once(&store->sql, store->remove);
}

static thud_status load_rows(thud_store *store, thud_queue *queue, thud_store_found *out) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    thud_status status = thud_sql_prepare(&store->sql, THUD_ROW_QUERY, &query);
    if (status == THUD_OK)
        status = thud_sql_prepare(&store->sql, "DELETE FROM cases WHERE \"case\" = ?", &store->remove);
    while (status == THUD_OK && found) {
        status = thud_sql_next(&store->sql, query, &found);
        if (status == THUD_OK && found) status = load_row(store, query, queue, out);
    }
    sqlite3_finalize(query);
    return status;
}

/* ---- chunks ---- */

/* a chunk of the study: of the right length, each row with its case */
static bool is_chunk_of_study(const thud_store *store, const thud_store_chunk *chunk) {
    const size_t size = store->chunk_rows, left = store->end - chunk->first;
    if (chunk->first < store->from || chunk->first >= store->end || (chunk->first - store->from) % size != 0 ||
        chunk->rows != (left < size ? left : size))
        return false;
    for (size_t i = 0; i < chunk->rows; i++) {
        const source s = {.columns = &store->columns, .chunk = chunk, .at = i};
        const size_t number = chunk->first + i;
        if (chunk->cells[THUD_CHUNK_HASH][i] != thud_study_case_hash(store->study, number) ||
            !all_of_study(store->study, &s, number, false))
            return false;
    }
    return true;
}

static thud_status relabel_chunk(thud_store *store, thud_store_chunk *chunk) {
    bool same = true;
    for (size_t i = 0; same && i < chunk->rows; i++) {
        const source s = {.columns = &store->columns, .chunk = chunk, .at = i};
        same = all_of_study(store->study, &s, chunk->first + i, true);
    }
    if (same) return THUD_OK;
    for (size_t k = 0; k < store->columns.count; k++) {
        const thud_column *column = &store->columns.list[k];
        const size_t cell = THUD_CHUNK_OWN + k;
        if (column->kind != THUD_COLUMN_LABEL) continue;
        thud_text_column_clear(&chunk->texts[cell]);
        for (size_t i = 0; i < chunk->rows; i++)
            if (!thud_chunk_put_text(chunk, i, cell,
                                     thud_study_label(store->study, chunk->first + i, column->index)))
                return thud_sql_explain(&store->sql, SQLITE_NOMEM, "write");
    }
    return thud_chunk_write(&store->sql, chunk);
}

/* the content of a chunk, or the reason why it is useless; then `chunk` is NULL */
static thud_status read_chunk(const thud_sql *sql, const thud_columns *columns, const thud_chunk_head *head,
                              thud_store_chunk **chunk) {
    bool good = false;
    *chunk = NULL;
    if (!head->good) return THUD_OK;
    thud_store_chunk *there = thud_chunk_create(columns, (size_t)head->first, head->rows);
    if (!there) return thud_sql_explain(sql, SQLITE_NOMEM, "read");
    thud_status status = thud_chunk_read(sql, head, NULL, there, &good);
    if (status == THUD_OK && good) *chunk = there;
    else thud_chunk_free(there);
    return status;
}

static bool mark_chunk(thud_queue *queue, const thud_store_chunk *chunk) {
    bool good = true;
    for (size_t i = 0; i < chunk->rows; i++) good = thud_queue_mark(queue, chunk->first + i) && good;
    return good;
}

static thud_status load_chunk(thud_store *store, const thud_chunk_head *head, thud_queue *queue,
                              thud_store_found *found) {
    thud_store_chunk *chunk = NULL;
    thud_status status = read_chunk(&store->sql, &store->columns, head, &chunk);
    if (status != THUD_OK) return status;
    const bool good = chunk && store->chunk_rows > 0 && is_chunk_of_study(store, chunk) && mark_chunk(queue, chunk);
    if (good) status = relabel_chunk(store, chunk);
    if (good) found->failed += head->failed;
    thud_chunk_free(chunk);
    if (good) return status;
    count_damage(found, head->good ? head->rows : store->chunk_rows, (size_t)head->first);
    return thud_chunk_remove(&store->sql, head->first);
}

/* the heads first, because chunks are removed and rewritten meanwhile */
typedef struct heads {
    int64_t *firsts;
    size_t count;
} heads;

static thud_status list_heads(const thud_sql *sql, heads *list) {
    sqlite3_stmt *query = NULL;
    int64_t count = 0;
    int found = 1;
    thud_status status = thud_sql_number(sql, "SELECT count(*) FROM chunks", &count);
    if (status == THUD_OK) {
        list->firsts = calloc((size_t)count + 1, sizeof *list->firsts);
        status = list->firsts ? thud_sql_prepare(sql, "SELECT first FROM chunks ORDER BY first", &query)
                              : thud_sql_explain(sql, SQLITE_NOMEM, "read");
    }
    while (status == THUD_OK && found && list->count < (size_t)count) {
        status = thud_sql_next(sql, query, &found);
        if (status == THUD_OK && found) list->firsts[list->count++] = sqlite3_column_int64(query, 0);
    }
    sqlite3_finalize(query);
    return status;
}

static thud_status read_head(const thud_sql *sql, int64_t first, size_t cells, size_t total,
                             thud_chunk_head *head) {
    sqlite3_stmt *query = NULL;
    int found = 0;
    thud_status status = thud_sql_prepare(
        sql, "SELECT first, rows, failed, wall_seconds, sums, checksum FROM chunks WHERE first = ?", &query);
    if (status == THUD_OK) {
        sqlite3_bind_int64(query, 1, first);
        status = thud_sql_next(sql, query, &found);
    }
    *head = (thud_chunk_head){.first = first, .sums = head->sums};
    if (found) thud_chunk_head_read(query, cells, total, head);
    sqlite3_finalize(query);
    return status;
}

/* every chunk in turn, to whatever is done with it */
typedef thud_status visit(void *context, const thud_chunk_head *head);

static thud_status visit_chunks(const thud_sql *sql, const thud_columns *columns, size_t total, visit *act,
                                void *context) {
    const size_t cells = columns->count + THUD_CHUNK_OWN;
    heads list = {0};
    thud_chunk_head head = {.sums = calloc(cells, sizeof *head.sums)};
    thud_status status = head.sums ? list_heads(sql, &list) : thud_sql_explain(sql, SQLITE_NOMEM, "read");
    for (size_t i = 0; status == THUD_OK && i < list.count; i++) {
        status = read_head(sql, list.firsts[i], cells, total, &head);
        if (status == THUD_OK) status = act(context, &head);
    }
    free(head.sums);
    free(list.firsts);
    return status;
}

typedef struct loading {
    thud_store *store;
    thud_queue *queue;
    thud_store_found *found;
} loading;

static thud_status load_one(void *context, const thud_chunk_head *head) {
    const loading *l = context;
    return load_chunk(l->store, head, l->queue, l->found);
}

thud_status thud_store_load(thud_store *store, thud_queue *queue, thud_store_found *out) {
    loading l = {store, queue, out};
    *out = (thud_store_found){.damaged = store->damaged, .first = store->first_damaged};
    thud_status status = THUD_OK;
    if (store->columns.own == THUD_ROW_OWN)
        status = visit_chunks(&store->sql, &store->columns, queue->total, load_one, &l);
    if (status == THUD_OK) status = load_rows(store, queue, out);
    thud_sql_finish_all(&store->sql);
    if (status == THUD_OK && store->chunk_rows > 0) status = thud_store_fold(store);
    return status;
}

/* ---- chunks as rows ---- */

typedef struct unfolding {
    const thud_sql *sql;
    const thud_columns *columns;
    sqlite3_stmt *insert;
    size_t damaged, first;
} unfolding;

static thud_status unfold_one(void *context, const thud_chunk_head *head) {
    unfolding *u = context;
    thud_store_chunk *chunk = NULL;
    thud_status status = read_chunk(u->sql, u->columns, head, &chunk);
    if (status == THUD_OK && !chunk) {
        if (u->damaged == 0) u->first = (size_t)head->first;
        u->damaged += head->good ? head->rows : thud_chunk_rows(u->columns);
    }
    for (size_t i = 0; status == THUD_OK && chunk && i < chunk->rows; i++)
        status = thud_store_put_chunk_row(u->sql, u->columns, u->insert, chunk, i, head->first + (int64_t)i);
    thud_chunk_free(chunk);
    return status;
}

thud_status thud_store_unfold(const thud_sql *sql, const thud_columns *columns, size_t *damaged, size_t *first) {
    unfolding u = {.sql = sql, .columns = columns};
    thud_status status = thud_store_prepare_insert(sql, columns, &u.insert);
    if (status == THUD_OK) status = visit_chunks(sql, columns, SIZE_MAX / 2, unfold_one, &u);
    sqlite3_finalize(u.insert);
    if (status == THUD_OK) status = thud_sql_run(sql, "DELETE FROM chunks; DELETE FROM blobs");
    *damaged = u.damaged;
    *first = u.first;
    return status;
}
