#define _XOPEN_SOURCE 700 /* strdup */

#include "study/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/columns.h"
#include "study/place.h"
#include "study/store_study.h"

enum {
    PATIENCE = 2000, /* ms that SQLite waits for another process to finish what takes an instant */
    STATUS_NAME = 32
};

struct thud_store {
    thud_sql sql;
    char *path;
    const thud_study *study;
    thud_columns columns;
    sqlite3_stmt *insert;
    size_t pending;
    thud_status failed; /* what ended it */
};

/* ---- names of status codes ---- */

const char *thud_store_status_name(thud_status status) {
    /* in the order of THUD_STATUS_LIST; a test compares them */
    static const char *const names[] = {"ok",       "argument", "syntax", "dimension", "unreachable",
                                        "overflow", "accuracy", "steps",  "file",      "memory",
                                        "stopped",  "progress", "finite", "balance"};
    _Static_assert(sizeof names / sizeof names[0] == THUD_STATUS_COUNT, "one name for each status");
    return (unsigned)status < THUD_STATUS_COUNT ? names[status] : "unknown";
}

/* ---- opening ---- */

static void discard(thud_store *store) {
    if (!store) return;
    sqlite3_finalize(store->insert);
    /* without a commit it is as it was */
    sqlite3_close(store->sql.db);
    thud_columns_clear(&store->columns);
    free(store->path);
    free(store);
}

/* a database, but ours? */
static thud_status check_head(const thud_sql *sql, bool *empty) {
    int64_t tables = 0, application = 0, format = 0;
    thud_status status = thud_sql_number(sql, "SELECT count(*) FROM sqlite_schema", &tables);
    if (status == THUD_OK) status = thud_sql_number(sql, "PRAGMA application_id", &application);
    if (status == THUD_OK) status = thud_sql_number(sql, "PRAGMA user_version", &format);
    if (status != THUD_OK) return status;
    *empty = tables == 0 && application == 0;
    if (*empty) return THUD_OK;
    if (application != THUD_STORE_APPLICATION)
        return thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is a database, but not of thud", sql->path);
    if (format != THUD_STORE_FORMAT)
        return thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is of another version of thud: format %d, not %d",
                             sql->path, (int)format, THUD_STORE_FORMAT);
    return THUD_OK;
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

/* where memory cannot be shared between processes (some network file systems) nobody can read meanwhile, but WAL
 * works
 */
static thud_status set_up(const thud_sql *sql, bool empty) {
    /* a new store has nothing that could be lost: its tables do not wait for the disk */
    thud_status status = empty ? thud_sql_run(sql, "PRAGMA synchronous = OFF") : THUD_OK;
    if (status != THUD_OK) return status;
    if (!switch_to_wal(sql)) {
        if (thud_sql_run(sql, "PRAGMA locking_mode = EXCLUSIVE") != THUD_OK || !switch_to_wal(sql))
            return thud_note_set(sql->note, THUD_ERROR_FILE, "cannot write '%s': no write-ahead log there",
                                 sql->path);
    }
    return THUD_OK;
}

/* the first commit, and the next transaction. What is committed survives the process; only a crash of the machine
 * may take the last seconds back. */
static thud_status settle(const thud_sql *sql) {
    return thud_sql_run(sql, "COMMIT; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE");
}

static thud_status check_pages(const thud_sql *sql) {
    sqlite3_stmt *check = NULL;
    int found = 0;
    thud_status status = thud_sql_prepare(sql, "PRAGMA quick_check(1)", &check);
    if (status == THUD_OK) status = thud_sql_next(sql, check, &found);
    const char *answer = found ? (const char *)sqlite3_column_text(check, 0) : NULL;
    if (status == THUD_OK && (!answer || strcmp(answer, "ok") != 0))
        status = thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: %s", sql->path,
                               answer ? answer : "it cannot be checked");
    sqlite3_finalize(check);
    return status;
}

static thud_status prepare_insert(thud_store *store) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "INSERT INTO cases VALUES(?,?,?,?,?");
    for (size_t i = 0; i < store->columns.count; i++) sqlite3_str_appendall(text, ",?");
    sqlite3_str_appendall(text, ")");
    char *statement = sqlite3_str_finish(text);
    thud_status status = statement ? thud_sql_prepare(&store->sql, statement, &store->insert)
                                   : thud_sql_explain(&store->sql, SQLITE_NOMEM, "write");
    sqlite3_free(statement);
    return status;
}

static thud_status open_database(thud_store *store) {
    int code = sqlite3_open_v2(
        store->path, &store->sql.db,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) return thud_sql_explain(&store->sql, code, "write");
    sqlite3_busy_timeout(store->sql.db, PATIENCE);
    return THUD_OK;
}

/* from here on the store is ours: a transaction is always open */
static thud_status take_hold(thud_store *store, bool *empty) {
    thud_status status = check_head(&store->sql, empty);
    if (status == THUD_OK && sqlite3_db_readonly(store->sql.db, "main") == 1)
        status = thud_note_set(store->sql.note, THUD_ERROR_FILE, "cannot write '%s': it is read-only", store->path);
    if (status == THUD_OK) status = set_up(&store->sql, *empty);
    if (status == THUD_OK) status = thud_sql_run(&store->sql, "BEGIN IMMEDIATE");
    /* another process may have begun it meanwhile */
    if (status == THUD_OK) status = check_head(&store->sql, empty);
    return status;
}

static thud_status fill_or_adopt(thud_store *store, bool empty, thud_study_mode mode) {
    if (empty) return thud_store_begin(&store->sql, store->study, &store->columns);
    thud_status status = check_pages(&store->sql);
    if (status == THUD_OK) status = thud_store_adopt(&store->sql, store->study, &store->columns, mode);
    return status;
}

static thud_status create(const char *directory, const thud_study *study, thud_note *note, thud_store **out) {
    thud_store *store = calloc(1, sizeof *store);
    if (store) store->path = thud_place_path(directory);
    if (!store || !store->path || thud_columns_of_study(study, &store->columns) != THUD_OK) {
        discard(store);
        return thud_note_set(note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    }
    store->study = study;
    store->sql = (thud_sql){.path = store->path, .note = note};
    *out = store;
    return THUD_OK;
}

/* refuses only a store that somebody is writing to; closing it first puts its log into it */
static thud_status move_aside(const char *path, char *aside, thud_note *note) {
    thud_sql sql = {.path = path, .note = note};
    int code =
        sqlite3_open_v2(path, &sql.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(sql.db, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL);
    thud_status status = (code & 0xff) == SQLITE_BUSY ? thud_sql_explain(&sql, code, "write") : THUD_OK;
    sqlite3_close(sql.db);
    return status == THUD_OK ? thud_place_move(path, aside, 512, note) : status;
}

static thud_status make_place(const char *directory, const char *path, thud_study_mode mode, char *aside,
                              thud_note *note) {
    bool there = false;
    thud_status status = thud_place_make(directory, note);
    if (status == THUD_OK) status = thud_place_look(path, note, &there);
    if (mode == THUD_STUDY_RESTART && (there || status == THUD_ERROR_SYNTAX))
        status = move_aside(path, aside, note);
    return status;
}

thud_status thud_store_open(const char *directory, const thud_study *study, thud_study_mode mode, char *aside,
                            thud_note *note, thud_store **out) {
    thud_store *store = NULL;
    bool empty = false;
    aside[0] = '\0';
    thud_status status = create(directory, study, note, &store);
    if (status != THUD_OK) return status;
    status = make_place(directory, store->path, mode, aside, note);
    if (status == THUD_OK) status = open_database(store);
    if (status == THUD_OK) status = take_hold(store, &empty);
    if (status == THUD_OK) status = fill_or_adopt(store, empty, mode);
    if (status == THUD_OK) status = prepare_insert(store);
    if (status == THUD_OK) status = settle(&store->sql);
    if (status != THUD_OK) {
        discard(store);
        return status;
    }
    *out = store;
    return THUD_OK;
}

/* ---- rows ---- */

static thud_status load_row(thud_store *store, sqlite3_stmt *row, thud_queue *queue, size_t *failed) {
    int64_t number = sqlite3_column_int64(row, 0);
    const char *status = (const char *)sqlite3_column_text(row, 2);
    bool known = (uint64_t)number < queue->total &&
                 sqlite3_column_int64(row, 1) == (int64_t)thud_study_case_hash(store->study, (size_t)number);
    if (!known || !status || !thud_queue_mark(queue, (size_t)number))
        return thud_note_set(store->sql.note, THUD_ERROR_SYNTAX, "'%s' is damaged: its row of case %lld",
                             store->path, (long long)number);
    if (strcmp(status, thud_store_status_name(THUD_OK)) != 0) ++*failed;
    return THUD_OK;
}

thud_status thud_store_load(thud_store *store, thud_queue *queue, size_t *failed) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    *failed = 0;
    thud_status status = thud_sql_prepare(
        &store->sql, "SELECT \"case\", hash, status FROM cases WHERE \"case\" >= 0 ORDER BY \"case\"", &query);
    while (status == THUD_OK && found) {
        status = thud_sql_next(&store->sql, query, &found);
        if (status == THUD_OK && found) status = load_row(store, query, queue, failed);
    }
    sqlite3_finalize(query);
    return status;
}

/* a text of an axis, or its label */
static thud_status bind_text(thud_store *store, int at, const thud_column *column, size_t case_index) {
    thud_axis_value value;
    const char *text = thud_study_label(store->study, case_index, column->index);
    if (column->kind == THUD_COLUMN_TEXT) {
        thud_status status = thud_study_value(store->study, case_index, column->index, &value);
        if (status != THUD_OK) return status;
        text = value.text;
    }
    if (text) sqlite3_bind_text(store->insert, at, text, -1, SQLITE_TRANSIENT);
    else sqlite3_bind_null(store->insert, at);
    return THUD_OK;
}

/* sqlite3_bind_double makes NULL of NAN */
static thud_status bind_columns(thud_store *store, const thud_case_result *result) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < store->columns.count && status == THUD_OK; i++) {
        const thud_column *column = &store->columns.list[i];
        int at = (int)i + 6;
        if (column->kind == THUD_COLUMN_RESULT)
            sqlite3_bind_double(store->insert, at, result->values[column->index]);
        else if (column->kind == THUD_COLUMN_AXIS)
            sqlite3_bind_double(store->insert, at,
                                thud_study_number(store->study, result->case_index, column->index));
        else status = bind_text(store, at, column, result->case_index);
    }
    return status;
}

/* what a full disk leaves of a transaction is taken back, and nothing is tried again */
static thud_status give_up(thud_store *store, thud_status status) {
    store->failed = status;
    store->pending = 0;
    if (!sqlite3_get_autocommit(store->sql.db)) sqlite3_exec(store->sql.db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

thud_status thud_store_add(thud_store *store, const thud_case_result *result) {
    sqlite3_stmt *insert = store->insert;
    if (store->failed != THUD_OK) return store->failed;
    bool good = result->status == THUD_OK;
    sqlite3_bind_int64(insert, 1, (int64_t)result->case_index);
    sqlite3_bind_int64(insert, 2, (int64_t)thud_study_case_hash(store->study, result->case_index));
    sqlite3_bind_text(insert, 3, thud_store_status_name(result->status), -1, SQLITE_STATIC);
    if (good) sqlite3_bind_null(insert, 4);
    else sqlite3_bind_text(insert, 4, result->reason, -1, SQLITE_TRANSIENT);
    sqlite3_bind_double(insert, 5, result->wall_seconds);
    thud_status status = bind_columns(store, result);
    if (status != THUD_OK) thud_note_set(store->sql.note, status, "%s", thud_status_text(status));
    else status = thud_sql_once(&store->sql, insert);
    if (status != THUD_OK) return give_up(store, status);
    store->pending++;
    return THUD_OK;
}

size_t thud_store_pending(const thud_store *store) { return store->pending; }

thud_status thud_store_commit(thud_store *store) {
    if (store->failed != THUD_OK) return store->failed;
    thud_status status = thud_sql_run(&store->sql, "COMMIT");
    if (status != THUD_OK) return give_up(store, status);
    store->pending = 0;
    status = thud_sql_run(&store->sql, "BEGIN IMMEDIATE");
    return status == THUD_OK ? THUD_OK : give_up(store, status);
}

thud_status thud_store_close(thud_store *store) {
    if (!store) return THUD_OK;
    thud_status status = store->failed;
    if (status == THUD_OK) status = thud_sql_run(&store->sql, "COMMIT");
    if (status != THUD_OK && store->failed == THUD_OK) give_up(store, status);
    discard(store);
    return status;
}
