#define _XOPEN_SOURCE 700 /* strdup */

/* The store of a study as it is written: opened or made, rows added, commits, rows taken over by an extension. */
#include "study/store/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/checksum.h"
#include "study/store/columns.h"
#include "study/store/place.h"
#include "study/store/store_frame.h"
#include "study/store/store_row.h"
#include "study/store/store_study.h"
#include "study/store/store_writer.h"

struct thud_store {
    thud_sql sql;
    char *path;
    const thud_study *study;
    thud_columns columns;
    sqlite3_stmt *insert, *remove;
    size_t pending;
    int hold;           /* of the directory */
    thud_status failed; /* what ended it */
};

/* ---- opening ---- */

static void discard(thud_store *store) {
    if (!store) return;
    sqlite3_finalize(store->insert);
    sqlite3_finalize(store->remove);
    /* without a commit it is as it was */
    sqlite3_close(store->sql.db);
    thud_place_give_back(store->hold);
    thud_columns_clear(&store->columns);
    free(store->path);
    free(store);
}

/* true when the answer of the pragma is "wal" */
static bool switch_to_wal(const thud_sql *sql) {
    sqlite3_stmt *pragma = NULL;
    int found = 0;
    bool good = thud_sql_prepare(sql, "PRAGMA journal_mode = WAL", &pragma) == THUD_OK &&
                thud_sql_next(sql, pragma, &found) == THUD_OK && found &&
                sqlite3_stricmp((const char *)sqlite3_column_text(pragma, 0), "wal") == 0;
    sqlite3_finalize(pragma);
    return good;
}

/* SQLite's own reason, which is mostly the disk's; it may have none */
static thud_status no_log(const thud_sql *sql) {
    int code = sqlite3_extended_errcode(sql->db);
    bool known = code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE;
    if (known) return thud_sql_explain(sql, code, "write");
    return thud_error_set(sql->note, THUD_ERROR_FILE, "cannot write '%s': no write-ahead log there", sql->path);
}

/* where memory cannot be shared between processes (some network file systems) nobody can read meanwhile, but WAL
 * works
 */
static thud_status set_up(const thud_sql *sql, bool empty) {
    /* a new store has nothing that could be lost: its tables do not wait for the disk */
    thud_status status = empty ? thud_sql_run(sql, "PRAGMA synchronous = OFF") : THUD_OK;
    if (status != THUD_OK) return status;
    if (!switch_to_wal(sql)) {
        if (thud_sql_run(sql, "PRAGMA locking_mode = EXCLUSIVE") != THUD_OK || !switch_to_wal(sql))
            return no_log(sql);
    }
    return THUD_OK;
}

/* the first commit, and the next transaction. What is committed survives the process; only a crash of the machine
 * may take the last seconds back. */
static thud_status settle(const thud_sql *sql) {
    thud_status status = thud_frame_seal(sql);
    if (status == THUD_OK) status = thud_writer_sign(sql);
    return status == THUD_OK ? thud_sql_run(sql, "COMMIT; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE") : status;
}

static thud_status prepare_insert(thud_store *store) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "INSERT OR REPLACE INTO cases VALUES(?,?,?,?,?,?");
    for (size_t i = 0; i < store->columns.count; i++) sqlite3_str_appendall(text, ",?");
    sqlite3_str_appendall(text, ")");
    char *statement = sqlite3_str_finish(text);
    thud_status status = statement ? thud_sql_prepare(&store->sql, statement, &store->insert)
                                   : thud_sql_explain(&store->sql, SQLITE_NOMEM, "write");
    sqlite3_free(statement);
    return status;
}

static thud_status open_database(thud_store *store) {
    int code = thud_sql_open(&store->sql, store->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    return code == SQLITE_OK ? THUD_OK : thud_sql_explain(&store->sql, code, "write");
}

/* from here on the store is ours: a transaction is always open */
static thud_status take_hold(thud_store *store, bool *empty) {
    thud_status status = thud_frame_check_head(&store->sql, empty);
    if (status == THUD_OK && sqlite3_db_readonly(store->sql.db, "main") == 1)
        status =
            thud_error_set(store->sql.note, THUD_ERROR_FILE, "cannot write '%s': it is read-only", store->path);
    if (status == THUD_OK) status = set_up(&store->sql, *empty);
    if (status == THUD_OK) status = thud_sql_run(&store->sql, "BEGIN IMMEDIATE");
    if (status == THUD_ERROR_IN_USE) return thud_writer_name(&store->sql);
    /* another process may have begun it meanwhile */
    if (status == THUD_OK) status = thud_frame_check_head(&store->sql, empty);
    return status;
}

static thud_status fill_or_adopt(thud_store *store, bool empty, thud_study_mode mode) {
    if (empty) return thud_store_begin(&store->sql, store->study, &store->columns);
    thud_status status = thud_frame_check_pages(&store->sql);
    if (status == THUD_OK) status = thud_store_adopt(&store->sql, store->study, &store->columns, mode);
    return status;
}

static thud_status create(const thud_study *study, const thud_study_options *options, thud_error *note,
                          thud_store **out) {
    thud_store *store = calloc(1, sizeof *store);
    if (store) store->hold = -1;
    if (store) store->path = thud_place_path(options->directory);
    if (!store || !store->path || thud_columns_of_study(study, &store->columns) != THUD_OK) {
        discard(store);
        return thud_error_set(note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    }
    store->study = study;
    store->sql = (thud_sql){.path = store->path, .note = note, .stop = options->stop, .context = options->context};
    *out = store;
    return THUD_OK;
}

/* refuses only a store that somebody is writing to; closing it first puts its log into it */
static thud_status move_aside(const char *path, char *aside, thud_error *note) {
    thud_sql sql = {.path = path, .note = note};
    int code = thud_sql_open(&sql, path, SQLITE_OPEN_READWRITE);
    if (code == SQLITE_OK) code = sqlite3_exec(sql.db, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL);
    thud_status status = (code & 0xff) == SQLITE_BUSY ? thud_writer_name(&sql) : THUD_OK;
    sqlite3_close(sql.db);
    return status == THUD_OK ? thud_place_move(path, aside, 512, note) : status;
}

/* whoever has the place has signed in the store, unless it is still making it */
static thud_status hold_place(thud_store *store, const char *directory) {
    if (thud_place_hold(directory, &store->hold)) return THUD_OK;
    int code = thud_sql_open(&store->sql, store->path, SQLITE_OPEN_READONLY);
    return code == SQLITE_OK ? thud_writer_name(&store->sql) : thud_sql_explain(&store->sql, SQLITE_BUSY, "write");
}

static thud_status make_place(thud_store *store, const thud_study_options *options, char *aside, thud_error *note) {
    bool there = false;
    thud_status status = thud_place_make(options->directory, note);
    if (status == THUD_OK) status = hold_place(store, options->directory);
    if (status != THUD_OK) return status;
    status = thud_place_look(store->path, note, &there);
    if (options->mode == THUD_STUDY_RESTART && (there || status == THUD_ERROR_SYNTAX))
        status = move_aside(store->path, aside, note);
    return status;
}

thud_status thud_store_open(const thud_study *study, const thud_study_options *options, char *aside,
                            thud_error *note, thud_store **out) {
    thud_store *store = NULL;
    bool empty = false;
    aside[0] = '\0';
    thud_status status = create(study, options, note, &store);
    if (status != THUD_OK) return status;
    status = make_place(store, options, aside, note);
    if (status == THUD_OK) status = open_database(store);
    if (status == THUD_OK) status = take_hold(store, &empty);
    if (status == THUD_OK) status = fill_or_adopt(store, empty, options->mode);
    if (status == THUD_OK) status = prepare_insert(store);
    if (status == THUD_OK) status = settle(&store->sql);
    if (status != THUD_OK) {
        discard(store);
        return status;
    }
    *out = store;
    return THUD_OK;
}

/* ---- adding rows ---- */

/* a row on its way in: where its next cell goes, and the checksum of those that are there */
typedef struct entry {
    thud_store *store;
    int at; /* SQLite counts from 1 */
    uint64_t sum;
} entry;

/* sqlite3_bind_double makes NULL of NAN */
static void put_number(entry *e, double number) {
    sqlite3_bind_double(e->store->insert, e->at++, number);
    e->sum = thud_checksum_number(e->sum, number);
}

static void put_integer(entry *e, int64_t number) {
    sqlite3_bind_int64(e->store->insert, e->at++, number);
    e->sum = thud_checksum_integer(e->sum, number);
}

static void put_text(entry *e, const char *text) {
    if (text) sqlite3_bind_text(e->store->insert, e->at++, text, -1, SQLITE_TRANSIENT);
    else sqlite3_bind_null(e->store->insert, e->at++);
    e->sum = thud_checksum_text(e->sum, text);
}

/* a cell of another row */
static void put_copy(entry *e, sqlite3_stmt *row, int at) {
    sqlite3_bind_value(e->store->insert, e->at++, sqlite3_column_value(row, at));
    e->sum = thud_checksum_cell(e->sum, row, at);
}

static thud_status put_axis_text(entry *e, size_t case_index, size_t axis) {
    thud_axis_value value;
    thud_status status = thud_study_value(e->store->study, case_index, axis, &value);
    if (status == THUD_OK) put_text(e, value.text);
    else thud_error_set(e->store->sql.note, status, "%s", thud_status_text(status));
    return status;
}

static thud_status put_columns(entry *e, const thud_case_result *result) {
    const thud_study *study = e->store->study;
    thud_status status = THUD_OK;
    for (size_t i = 0; i < e->store->columns.count && status == THUD_OK; i++) {
        const thud_column *column = &e->store->columns.list[i];
        switch (column->kind) {
        case THUD_COLUMN_AXIS: put_number(e, thud_study_number(study, result->case_index, column->index)); break;
        case THUD_COLUMN_TEXT: status = put_axis_text(e, result->case_index, column->index); break;
        case THUD_COLUMN_LABEL: put_text(e, thud_study_label(study, result->case_index, column->index)); break;
        case THUD_COLUMN_RESULT: put_number(e, result->values[column->index]); break;
        }
    }
    return status;
}

static thud_status finish_entry(entry *e, int64_t number) {
    sqlite3_stmt *insert = e->store->insert;
    sqlite3_bind_int64(insert, THUD_ROW_CASE + 1, number);
    sqlite3_bind_int64(insert, THUD_ROW_CHECKSUM + 1, thud_checksum_finish(e->sum, number));
    return thud_sql_once(&e->store->sql, insert);
}

/* what a full disk leaves of a transaction is taken back, and nothing is tried again */
static thud_status give_up(thud_store *store, thud_status status) {
    store->failed = status;
    store->pending = 0;
    if (!sqlite3_get_autocommit(store->sql.db)) sqlite3_exec(store->sql.db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

thud_status thud_store_add(thud_store *store, const thud_case_result *result) {
    if (store->failed != THUD_OK) return store->failed;
    entry e = {.store = store, .at = THUD_ROW_HASH + 1, .sum = THUD_CHECKSUM_START};
    put_integer(&e, (int64_t)thud_study_case_hash(store->study, result->case_index));
    put_text(&e, thud_store_status_name(result->error.status));
    put_text(&e, result->error.status == THUD_OK ? NULL : result->error.text);
    put_number(&e, result->wall_seconds);
    e.at = THUD_ROW_OWN + 1;
    thud_status status = put_columns(&e, result);
    if (status == THUD_OK) status = finish_entry(&e, (int64_t)result->case_index);
    if (status != THUD_OK) return give_up(store, status);
    store->pending++;
    return THUD_OK;
}

/* ---- rows that are there ---- */

/* the same row with the labels that the study has now */
static thud_status relabel(thud_store *store, sqlite3_stmt *row, size_t number) {
    entry e = {.store = store, .at = THUD_ROW_HASH + 1, .sum = THUD_CHECKSUM_START};
    for (int at = THUD_ROW_HASH; at < THUD_ROW_CHECKSUM; at++) put_copy(&e, row, at);
    e.at = THUD_ROW_OWN + 1;
    for (size_t i = 0; i < store->columns.count; i++) {
        const thud_column *column = &store->columns.list[i];
        if (column->kind == THUD_COLUMN_LABEL) put_text(&e, thud_study_label(store->study, number, column->index));
        else put_copy(&e, row, THUD_ROW_OWN + (int)i);
    }
    return finish_entry(&e, (int64_t)number);
}

static bool same_number(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

/* whether the cell of an axis or a label is what the study has for the case */
static bool is_of_study(const thud_store *store, sqlite3_stmt *row, size_t number, size_t which) {
    const thud_column *column = &store->columns.list[which];
    const int at = THUD_ROW_OWN + (int)which;
    thud_axis_value value;
    if (column->kind == THUD_COLUMN_AXIS) {
        double there = sqlite3_column_type(row, at) == SQLITE_NULL ? NAN : sqlite3_column_double(row, at);
        return same_number(there, thud_study_number(store->study, number, column->index));
    }
    const char *there = (const char *)sqlite3_column_text(row, at);
    if (column->kind == THUD_COLUMN_LABEL)
        return same_text(there, thud_study_label(store->study, number, column->index));
    return thud_study_value(store->study, number, column->index, &value) == THUD_OK && same_text(there, value.text);
}

/* of the axes, and of the labels, which are no part of what a case is */
static bool all_of_study(const thud_store *store, sqlite3_stmt *row, size_t number, bool labels) {
    for (size_t i = 0; i < store->columns.count; i++) {
        thud_column_kind kind = store->columns.list[i].kind;
        if (kind != THUD_COLUMN_RESULT && (kind == THUD_COLUMN_LABEL) == labels &&
            !is_of_study(store, row, number, i))
            return false;
    }
    return true;
}

/* one that is damaged, or says what its case is not, is taken out: the case is run again */
static thud_status load_row(thud_store *store, sqlite3_stmt *statement, thud_queue *queue,
                            thud_store_found *found) {
    thud_store_row row;
    bool good = thud_store_row_read(statement, &store->columns, &row);
    size_t number = (size_t)row.number;
    good = good && number < queue->total && row.hash == (int64_t)thud_study_case_hash(store->study, number) &&
           all_of_study(store, statement, number, false);
    if (good && !all_of_study(store, statement, number, true)) {
        thud_status status = relabel(store, statement, number);
        if (status != THUD_OK) return status;
    }
    if (good && thud_queue_mark(queue, number)) {
        if (row.reason) found->failed++;
        return THUD_OK;
    }
    if (found->damaged++ == 0) found->first = number;
    sqlite3_bind_int64(store->remove, 1, row.number);
    return thud_sql_once(&store->sql, store->remove);
}

thud_status thud_store_load(thud_store *store, thud_queue *queue, thud_store_found *out) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    *out = (thud_store_found){0};
    thud_status status = thud_sql_prepare(&store->sql, THUD_ROW_QUERY, &query);
    if (status == THUD_OK)
        status = thud_sql_prepare(&store->sql, "DELETE FROM cases WHERE \"case\" = ?", &store->remove);
    while (status == THUD_OK && found) {
        status = thud_sql_next(&store->sql, query, &found);
        if (status == THUD_OK && found) status = load_row(store, query, queue, out);
    }
    sqlite3_finalize(query);
    thud_sql_finish_all(&store->sql);
    return status;
}

/* ---- commits ---- */

size_t thud_store_pending(const thud_store *store) { return store->pending; }

thud_status thud_store_check_place(thud_store *store) {
    int moved = 0;
    if (store->failed != THUD_OK) return store->failed;
    sqlite3_file_control(store->sql.db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (!moved) return THUD_OK;
    return give_up(store, thud_error_set(store->sql.note, THUD_ERROR_FILE,
                                         "'%s' was removed or replaced while it was written to", store->path));
}

thud_status thud_store_commit(thud_store *store) {
    thud_status status = thud_store_check_place(store);
    if (status != THUD_OK) return status;
    status = thud_sql_run(&store->sql, "COMMIT");
    if (status != THUD_OK) return give_up(store, status);
    store->pending = 0;
    status = thud_sql_run(&store->sql, "BEGIN IMMEDIATE");
    return status == THUD_OK ? THUD_OK : give_up(store, status);
}

thud_status thud_store_close(thud_store *store) {
    if (!store) return THUD_OK;
    thud_status status = thud_store_check_place(store);
    if (status == THUD_OK) status = thud_writer_leave(&store->sql);
    if (status == THUD_OK) status = thud_sql_run(&store->sql, "COMMIT");
    if (status != THUD_OK && store->failed == THUD_OK) give_up(store, status);
    discard(store);
    return status;
}
