#define _XOPEN_SOURCE 700 /* strdup */

/* The store of a study during writing: opening or creation, rows, commits. */
#include "study/store/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/place.h"
#include "study/store/store_frame.h"
#include "study/store/store_inside.h"
#include "study/store/store_study.h"
#include "study/store/store_writer.h"

/* ---- opening ---- */

static void discard(thud_store *store) {
    if (!store) return;
    thud_store_forget_filling(store);
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

/* adds SQLite's own reason, usually the disk's, if there is one */
static thud_status no_log(const thud_sql *sql) {
    int code = sqlite3_extended_errcode(sql->db);
    bool known = code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE;
    if (known) return thud_sql_explain(sql, code, "write");
    return thud_error_set(sql->note, THUD_ERROR_FILE, "cannot write '%s': no write-ahead log there", sql->path);
}

/* without shared memory between processes (some network file systems) nobody can read meanwhile, but WAL works */
static thud_status set_up(const thud_sql *sql, bool empty) {
    /* a new store has nothing to lose: its tables do not wait for the disk */
    thud_status status = empty ? thud_sql_run(sql, "PRAGMA synchronous = OFF") : THUD_OK;
    if (status != THUD_OK) return status;
    if (!switch_to_wal(sql)) {
        if (thud_sql_run(sql, "PRAGMA locking_mode = EXCLUSIVE") != THUD_OK || !switch_to_wal(sql))
            return no_log(sql);
    }
    return THUD_OK;
}

/* the first commit, and the next transaction. Committed rows survive a crash of the process; a crash of the
 * machine may lose the last seconds. */
static thud_status settle(thud_store *store) {
    thud_status status = thud_writer_sign(&store->sql);
    if (status == THUD_OK) status = thud_log_sign(&store->sql, &store->mark);
    return status == THUD_OK ? thud_sql_run(&store->sql, "COMMIT; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE")
                             : status;
}

static thud_status open_database(thud_store *store) {
    int code = thud_sql_open(&store->sql, store->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    return code == SQLITE_OK ? THUD_OK : thud_sql_explain(&store->sql, code, "write");
}

/* from here on this process owns the store: a transaction is always open */
static thud_status take_hold(thud_store *store, bool *empty) {
    thud_status status = thud_frame_check_head(&store->sql, empty);
    if (status == THUD_OK && sqlite3_db_readonly(store->sql.db, "main") == 1)
        status =
            thud_error_set(store->sql.note, THUD_ERROR_FILE, "cannot write '%s': it is read-only", store->path);
    if (status == THUD_OK) status = set_up(&store->sql, *empty);
    if (status == THUD_OK) thud_log_begin(&store->sql, &store->mark);
    if (status == THUD_OK) status = thud_sql_run(&store->sql, "BEGIN IMMEDIATE");
    if (status == THUD_ERROR_IN_USE) return thud_writer_name(&store->sql);
    /* another process may have created it meanwhile */
    if (status == THUD_OK) status = thud_frame_check_head(&store->sql, empty);
    return status;
}

/* columns if there are so many cases that rows would be slow to write and to read */
static size_t wanted_chunk(const thud_store *store, const thud_study_options *options) {
    const size_t most = thud_chunk_rows(&store->columns), given = options->chunk;
    bool columns = options->layout == THUD_STUDY_LAYOUT_COLUMNS;
    if (options->layout == THUD_STUDY_LAYOUT_AUTO)
        columns = thud_study_case_count(store->study) >= THUD_STUDY_COLUMNS_FROM;
    if (!columns) return 0;
    return given > 0 && given <= THUD_CHUNK_ROWS_MOST ? given : most;
}

/* a store that is there keeps its layout */
static thud_status fill_or_adopt(thud_store *store, bool empty, const thud_study_options *options) {
    thud_store_facts facts = {.chunk_rows = wanted_chunk(store, options)};
    thud_status status = empty ? THUD_OK : thud_frame_check_pages(&store->sql);
    if (status == THUD_OK)
        status = empty ? thud_store_begin(&store->sql, store->study, &store->columns, facts.chunk_rows)
                       : thud_store_adopt(&store->sql, store->study, &store->columns, options->mode, &facts);
    store->chunk_rows = facts.chunk_rows;
    store->damaged = facts.damaged;
    store->first_damaged = facts.first_damaged;
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
    store->end = thud_study_case_count(study);
    store->sql = (thud_sql){.path = store->path, .note = note, .stop = options->stop, .context = options->context};
    *out = store;
    return THUD_OK;
}

/* refuses only a store that is being written; its log is moved too */
static thud_status move_aside(const char *path, char *aside, thud_error *note) {
    thud_sql sql = {.path = path, .note = note};
    int code = thud_sql_open(&sql, path, SQLITE_OPEN_READWRITE);
    if (code == SQLITE_OK)
        sqlite3_db_config(sql.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, thud_log_is_there(path), NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(sql.db, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL);
    thud_status status = (code & 0xff) == SQLITE_BUSY ? thud_writer_name(&sql) : THUD_OK;
    sqlite3_close(sql.db);
    return status == THUD_OK ? thud_place_move(path, aside, 512, note) : status;
}

/* the holder of the place has registered in the store, unless it is still creating it */
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
    if (thud_place_is_link(store->path)) {
        if (options->mode == THUD_STUDY_RESTART) return thud_place_move(store->path, aside, 512, note);
        return thud_error_set(note, THUD_ERROR_FILE, "'%s' is a symbolic link, and thud does not write through it",
                              store->path);
    }
    status = thud_place_look(store->path, note, &there);
    if (options->mode == THUD_STUDY_RESTART && (there || status == THUD_ERROR_SYNTAX))
        return move_aside(store->path, aside, note);
    return status == THUD_OK && there ? thud_log_check(store->path, note) : status;
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
    if (status == THUD_OK) status = fill_or_adopt(store, empty, options);
    if (status == THUD_OK) status = thud_store_prepare_insert(&store->sql, &store->columns, &store->insert);
    if (status == THUD_OK) status = settle(store);
    if (status != THUD_OK) {
        discard(store);
        return status;
    }
    *out = store;
    return THUD_OK;
}

/* ---- adding rows ---- */

/* rolls back the rest of a failed transaction, for example on a full disk, and stops */
thud_status thud_store_give_up(thud_store *store, thud_status status) {
    store->failed = status;
    store->pending = 0;
    if (!sqlite3_get_autocommit(store->sql.db)) sqlite3_exec(store->sql.db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static thud_status insert(thud_store *store, const thud_case_result *result) {
    thud_store_entry entry = {.sql = &store->sql, .columns = &store->columns, .insert = store->insert};
    thud_status status = thud_store_put_result(&entry, store->study, result, result->executor);
    if (status == THUD_OK) store->pending++;
    return status;
}

thud_status thud_store_add(thud_store *store, const thud_case_result *result) {
    if (store->failed != THUD_OK) return store->failed;
    thud_status status = store->chunk_rows > 0 ? thud_store_fill(store, result) : insert(store, result);
    return status == THUD_OK ? THUD_OK : thud_store_give_up(store, status);
}

/* s that a row may wait for its chunk to be complete */
static const double WAIT = 1;

thud_status thud_store_look_after(thud_store *store, double now) {
    if (store->failed != THUD_OK) return store->failed;
    store->now = now;
    thud_status status = thud_store_write_waiting(store, now - WAIT);
    return status == THUD_OK ? THUD_OK : thud_store_give_up(store, status);
}

void thud_store_restrict(thud_store *store, size_t from, size_t end) {
    store->from = from;
    store->end = end;
}

size_t thud_store_chunk_of(const thud_store *store) { return store->chunk_rows; }

size_t thud_store_waiting(const thud_store *store, size_t *failed) {
    *failed = store->waiting_failed;
    return store->waiting;
}

/* ---- commits ---- */

size_t thud_store_pending(const thud_store *store) { return store->pending; }

bool thud_store_is_lost(const thud_store *store) {
    int moved = 0;
    sqlite3_file_control(store->sql.db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved;
}

thud_status thud_store_check_place(thud_store *store) {
    if (store->failed != THUD_OK) return store->failed;
    if (!thud_store_is_lost(store)) return THUD_OK;
    return thud_store_give_up(
        store, thud_error_set(store->sql.note, THUD_ERROR_FILE,
                              "'%s' was removed or replaced during writing; its content is lost", store->path));
}

thud_status thud_store_commit(thud_store *store) {
    thud_status status = thud_store_check_place(store);
    if (status != THUD_OK) return status;
    status = thud_log_sign(&store->sql, &store->mark);
    if (status == THUD_OK) status = thud_sql_run(&store->sql, "COMMIT");
    if (status != THUD_OK) return thud_store_give_up(store, status);
    store->pending = 0;
    status = thud_sql_run(&store->sql, "BEGIN IMMEDIATE");
    return status == THUD_OK ? THUD_OK : thud_store_give_up(store, status);
}

thud_status thud_store_close(thud_store *store) {
    if (!store) return THUD_OK;
    thud_status status = thud_store_check_place(store);
    if (status == THUD_OK) status = thud_store_write_waiting(store, INFINITY);
    if (status == THUD_OK) status = thud_writer_leave(&store->sql);
    if (status == THUD_OK) status = thud_log_sign(&store->sql, &store->mark);
    if (status == THUD_OK) status = thud_sql_run(&store->sql, "COMMIT");
    if (status != THUD_OK && store->failed == THUD_OK) thud_store_give_up(store, status);
    /* readers never merge the log into the file; it is done here, as far as current readers allow */
    if (status == THUD_OK)
        (void)sqlite3_wal_checkpoint_v2(store->sql.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    discard(store);
    return status;
}
