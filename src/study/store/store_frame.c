/*
 * A store without its rows: the file header, the definitions of its tables, and the content of `meta` and
 * `columns`.
 */
#include "study/store/store_frame.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "study/store/checksum.h"
#include "study/store/store_chunk.h"

static const char META[] = "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID";
static const char CHECKSUM[] = "checksum"; /* the key in meta */

thud_status thud_frame_damaged(const thud_sql *sql, const char *part) {
    return thud_error_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: %s", sql->path, part);
}

/* ---- head ---- */

thud_status thud_frame_check_head(const thud_sql *sql, bool *empty) {
    int64_t tables = 0, application = 0, format = 0;
    thud_status status = thud_sql_number(sql, "PRAGMA application_id", &application);
    if (status == THUD_OK) status = thud_sql_number(sql, "PRAGMA user_version", &format);
    if (status == THUD_OK) status = thud_sql_number(sql, "SELECT count(*) FROM sqlite_schema", &tables);
    if (status != THUD_OK) return status;
    *empty = tables == 0 && application == 0;
    if (*empty) return THUD_OK;
    if (application != THUD_STORE_APPLICATION)
        return thud_error_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is a database, but not of thud", sql->path);
    if (format >= THUD_STORE_FORMAT_OLDEST && format <= THUD_STORE_FORMAT) return THUD_OK;
    return thud_error_set(
        sql->note, THUD_ERROR_SYNTAX, "'%s' was written by %s thud; its format is %lld, this one uses %d",
        sql->path, format > THUD_STORE_FORMAT ? "a newer" : "an older", (long long)format, THUD_STORE_FORMAT);
}

thud_status thud_frame_own(const thud_sql *sql, int *own) {
    int64_t format = 0;
    thud_status status = thud_sql_number(sql, "PRAGMA user_version", &format);
    *own = format == THUD_STORE_FORMAT ? THUD_ROW_OWN : THUD_ROW_OWN_2;
    return status;
}

thud_status thud_frame_check_pages(const thud_sql *sql) {
    sqlite3_stmt *check = NULL;
    int found = 0;
    thud_status status = thud_sql_prepare(sql, "PRAGMA quick_check(1)", &check);
    if (status == THUD_OK) status = thud_sql_next(sql, check, &found);
    const char *answer = found ? (const char *)sqlite3_column_text(check, 0) : NULL;
    if (status == THUD_OK && (!answer || strcmp(answer, "ok") != 0))
        status = thud_frame_damaged(sql, "its pages are inconsistent");
    sqlite3_finalize(check);
    return status;
}

/* ---- tables ---- */

/* columns have no type, so that values stay exact; REAL would make 0 of −0. No cell is required: the checksum
 * detects missing cells, and only that row is lost. */
static char *text_of_cases(const thud_columns *columns) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(
        text, "CREATE TABLE cases(\"case\" INTEGER PRIMARY KEY, hash, status, reason, wall_seconds, checksum");
    if (columns->own == THUD_ROW_OWN) sqlite3_str_appendall(text, ", executor");
    for (size_t i = 0; i < columns->count; i++) sqlite3_str_appendf(text, ", \"%w\"", columns->list[i].field);
    sqlite3_str_appendall(text, ")");
    return sqlite3_str_finish(text);
}

static thud_status has_text(const thud_sql *sql, const char *table, const char *text, bool *same) {
    sqlite3_stmt *query = NULL;
    int found = 0;
    thud_status status =
        thud_sql_prepare(sql, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", &query);
    if (status == THUD_OK) {
        sqlite3_bind_text(query, 1, table, -1, SQLITE_STATIC);
        status = thud_sql_next(sql, query, &found);
    }
    const char *there = found ? (const char *)sqlite3_column_text(query, 0) : NULL;
    *same = there && strcmp(there, text) == 0;
    sqlite3_finalize(query);
    return status;
}

thud_status thud_frame_check_tables(const thud_sql *sql) {
    int64_t count = 0;
    int own = THUD_ROW_OWN;
    bool meta = false, columns = false, chunks = true, blobs = true;
    thud_status status = thud_sql_number(sql, "SELECT count(*) FROM sqlite_schema", &count);
    if (status == THUD_OK) status = thud_frame_own(sql, &own);
    if (status == THUD_OK) status = has_text(sql, "meta", META, &meta);
    if (status == THUD_OK) status = has_text(sql, "columns", THUD_COLUMNS_TABLE, &columns);
    if (status == THUD_OK && own == THUD_ROW_OWN) status = has_text(sql, "chunks", THUD_CHUNKS_TABLE, &chunks);
    if (status == THUD_OK && own == THUD_ROW_OWN) status = has_text(sql, "blobs", THUD_BLOBS_TABLE, &blobs);
    if (status == THUD_OK && !(meta && columns && chunks && blobs && count == (own == THUD_ROW_OWN ? 5 : 3)))
        status = thud_frame_damaged(sql, "its tables are not those of a store");
    return status;
}

thud_status thud_frame_check_cases(const thud_sql *sql, const thud_columns *columns) {
    bool same = false;
    char *text = text_of_cases(columns);
    thud_status status = text ? has_text(sql, "cases", text, &same) : thud_sql_explain(sql, SQLITE_NOMEM, "read");
    sqlite3_free(text);
    if (status == THUD_OK && !same) status = thud_frame_damaged(sql, "its tables are not those of a store");
    return status;
}

static thud_status make_cases(const thud_sql *sql, const thud_columns *columns) {
    int most = sqlite3_limit(sql->db, SQLITE_LIMIT_COLUMN, -1);
    if (columns->count + (size_t)columns->own > (size_t)most)
        return thud_error_set(sql->note, THUD_ERROR_ARGUMENT,
                              "a case has %zu axes and results; a row of a store takes %d at most", columns->count,
                              most - columns->own);
    char *text = text_of_cases(columns);
    thud_status status = text ? thud_sql_run(sql, text) : thud_sql_explain(sql, SQLITE_NOMEM, "write");
    sqlite3_free(text);
    return status;
}

thud_status thud_frame_make(const thud_sql *sql, const thud_columns *columns) {
    char head[96];
    snprintf(head, sizeof head, "PRAGMA application_id = %d; PRAGMA user_version = %d", THUD_STORE_APPLICATION,
             THUD_STORE_FORMAT);
    thud_status status = thud_sql_run(sql, head);
    if (status == THUD_OK) status = thud_sql_run(sql, META);
    if (status == THUD_OK) status = thud_sql_run(sql, THUD_COLUMNS_TABLE);
    if (status == THUD_OK) status = thud_columns_write(columns, sql);
    if (status == THUD_OK) status = make_cases(sql, columns);
    if (status == THUD_OK) status = thud_sql_run(sql, THUD_CHUNKS_TABLE ";" THUD_BLOBS_TABLE);
    return status;
}

/* ---- meta ---- */

thud_status thud_frame_get(const thud_sql *sql, const char *key, char *to, size_t size) {
    sqlite3_stmt *query = NULL;
    int found = 0;
    thud_status status = thud_sql_prepare(sql, "SELECT value FROM meta WHERE key = ?", &query);
    if (status == THUD_OK) {
        sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
        status = thud_sql_next(sql, query, &found);
    }
    const char *text = found ? (const char *)sqlite3_column_text(query, 0) : NULL;
    if (status == THUD_OK && !text) status = thud_frame_damaged(sql, "the description of its study");
    if (status == THUD_OK) snprintf(to, size, "%s", text);
    sqlite3_finalize(query);
    return status;
}

thud_status thud_frame_set(const thud_sql *sql, const char *key, const char *value) {
    sqlite3_stmt *insert = NULL;
    thud_status status = thud_sql_prepare(sql, "INSERT OR REPLACE INTO meta VALUES(?,?)", &insert);
    if (status == THUD_OK) {
        sqlite3_bind_text(insert, 1, key, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 2, value, -1, SQLITE_TRANSIENT);
        status = thud_sql_once(sql, insert);
    }
    sqlite3_finalize(insert);
    return status;
}

/* ---- checksum ---- */

/* adds all cells of a query */
static thud_status add_table(const thud_sql *sql, const char *text, uint64_t *sum) {
    sqlite3_stmt *query = NULL;
    int found = 1;
    thud_status status = thud_sql_prepare(sql, text, &query);
    while (status == THUD_OK && found) {
        status = thud_sql_next(sql, query, &found);
        for (int i = 0; status == THUD_OK && found && i < sqlite3_column_count(query); i++)
            *sum = thud_checksum_cell(*sum, query, i);
    }
    sqlite3_finalize(query);
    return status;
}

static thud_status compute(const thud_sql *sql, char text[17]) {
    uint64_t sum = THUD_CHECKSUM_START;
    thud_status status =
        add_table(sql, "SELECT * FROM meta WHERE key NOT IN ('checksum', 'writer') ORDER BY key", &sum);
    if (status == THUD_OK) status = add_table(sql, "SELECT * FROM columns ORDER BY position", &sum);
    if (status == THUD_OK) snprintf(text, 17, "%016" PRIx64, (uint64_t)thud_checksum_finish(sum, 0));
    return status;
}

thud_status thud_frame_seal(const thud_sql *sql) {
    char text[17];
    thud_status status = compute(sql, text);
    return status == THUD_OK ? thud_frame_set(sql, CHECKSUM, text) : status;
}

thud_status thud_frame_is_intact(const thud_sql *sql, bool *intact) {
    char computed[17], there[32] = "";
    *intact = false;
    thud_status status = compute(sql, computed);
    if (status != THUD_OK) return status;
    status = thud_frame_get(sql, CHECKSUM, there, sizeof there);
    *intact = status == THUD_OK && strcmp(computed, there) == 0;
    return status == THUD_ERROR_SYNTAX ? THUD_OK : status;
}
