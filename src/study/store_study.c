#define _XOPEN_SOURCE 700 /* strdup */

#include "study/store_study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/store.h"

enum { OWN_FIELDS = 5 }; /* case, hash, status, reason, wall_seconds */

/* a hash as text: SQLite has no unsigned numbers */
typedef struct hash_text {
    char text[17];
} hash_text;

static hash_text write_hash(uint64_t hash) {
    hash_text out;
    snprintf(out.text, sizeof out.text, "%016" PRIx64, hash);
    return out;
}

/* ---- a new store ---- */

/* columns have no type: what is put in stays as it is, where REAL would make 0 of −0 */
static char *table_of_cases(const thud_columns *columns) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "CREATE TABLE cases(\"case\" INTEGER PRIMARY KEY, hash INTEGER NOT NULL, "
                                "status TEXT NOT NULL, reason TEXT, wall_seconds");
    for (size_t i = 0; i < columns->count; i++) sqlite3_str_appendf(text, ", \"%w\"", columns->list[i].field);
    sqlite3_str_appendall(text, ")");
    return sqlite3_str_finish(text);
}

static thud_status make_cases(const thud_sql *sql, const thud_columns *columns) {
    int most = sqlite3_limit(sql->db, SQLITE_LIMIT_COLUMN, -1);
    if (columns->count + OWN_FIELDS > (size_t)most)
        return thud_note_set(sql->note, THUD_ERROR_ARGUMENT,
                             "a case has %zu axes and results; a row of a store takes %d at most", columns->count,
                             most - OWN_FIELDS);
    char *text = table_of_cases(columns);
    thud_status status = text ? thud_sql_run(sql, text) : thud_sql_explain(sql, SQLITE_NOMEM, "write");
    sqlite3_free(text);
    return status;
}

static thud_status set_text(const thud_sql *sql, const char *key, const char *value) {
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

static thud_status set_number(const thud_sql *sql, const char *key, size_t value) {
    char text[24];
    snprintf(text, sizeof text, "%zu", value);
    return set_text(sql, key, text);
}

static thud_status describe(const thud_sql *sql, const thud_study *study) {
    const char *title = thud_study_title(study);
    thud_status status = set_text(sql, "title", title ? title : "");
    if (status == THUD_OK) status = set_text(sql, "thud_version", thud_version());
    if (status == THUD_OK) status = set_text(sql, "study", thud_study_path(study));
    if (status == THUD_OK) status = set_text(sql, "study_hash", write_hash(thud_study_hash(study)).text);
    if (status == THUD_OK)
        status = set_text(sql, "hash_without_values", write_hash(thud_study_hash_without_values(study)).text);
    if (status == THUD_OK) status = set_number(sql, "cases", thud_study_case_count(study));
    return status;
}

thud_status thud_store_begin(const thud_sql *sql, const thud_study *study, const thud_columns *columns) {
    char head[96];
    snprintf(head, sizeof head, "PRAGMA application_id = %d; PRAGMA user_version = %d", THUD_STORE_APPLICATION,
             THUD_STORE_FORMAT);
    thud_status status = thud_sql_run(sql, head);
    if (status == THUD_OK)
        status = thud_sql_run(sql, "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
    if (status == THUD_OK) status = describe(sql, study);
    if (status == THUD_OK) status = thud_columns_write(columns, sql);
    if (status == THUD_OK) status = make_cases(sql, columns);
    return status;
}

/* ---- one that is there ---- */

typedef struct identity {
    char title[128], version[32], hash[32], without_values[32];
} identity;

static thud_status get_text(const thud_sql *sql, const char *key, char *to, size_t size) {
    sqlite3_stmt *query = NULL;
    int found = 0;
    thud_status status = thud_sql_prepare(sql, "SELECT value FROM meta WHERE key = ?", &query);
    if (status == THUD_OK) {
        sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
        status = thud_sql_next(sql, query, &found);
    }
    const char *text = found ? (const char *)sqlite3_column_text(query, 0) : NULL;
    if (status == THUD_OK && !text)
        status = thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: its %s is missing", sql->path, key);
    if (status == THUD_OK) snprintf(to, size, "%s", text);
    sqlite3_finalize(query);
    return status;
}

static thud_status identify(const thud_sql *sql, identity *who) {
    thud_status status = get_text(sql, "title", who->title, sizeof who->title);
    if (status == THUD_OK) status = get_text(sql, "thud_version", who->version, sizeof who->version);
    if (status == THUD_OK) status = get_text(sql, "study_hash", who->hash, sizeof who->hash);
    if (status == THUD_OK)
        status = get_text(sql, "hash_without_values", who->without_values, sizeof who->without_values);
    return status;
}

static thud_status refuse(const thud_sql *sql, const thud_study *study, const identity *who, bool extensible) {
    const char *title = thud_study_title(study);
    if (extensible)
        return thud_note_set(
            sql->note, THUD_ERROR_ARGUMENT,
            "'%s' has other values of its axes than the study; --extend keeps the cases that are in "
            "both, --restart moves it aside",
            sql->path);
    if (strcmp(who->version, thud_version()) != 0)
        return thud_note_set(sql->note, THUD_ERROR_ARGUMENT,
                             "'%s' was written by thud %s, and this is %s; --restart moves it aside", sql->path,
                             who->version, thud_version());
    if (strcmp(who->title, title ? title : "") != 0)
        return thud_note_set(sql->note, THUD_ERROR_ARGUMENT,
                             "'%s' is of another study, '%s'; --restart moves it aside", sql->path, who->title);
    return thud_note_set(
        sql->note, THUD_ERROR_ARGUMENT,
        "the study, its scenario or a record is not what it was when '%s' was begun; --restart moves "
        "it aside",
        sql->path);
}

/*
 * Numbers below zero are for rows that the study has no more: nothing is lost, and a later extension finds them
 * again. All rows go there first, then each case fetches its own by its hash.
 */
static thud_status set_all_aside(const thud_sql *sql) {
    int64_t least = 0;
    char text[128];
    thud_status status = thud_sql_number(sql, "SELECT min(0, min(\"case\")) FROM cases", &least);
    snprintf(text, sizeof text, "UPDATE cases SET \"case\" = %" PRId64 " - \"case\" WHERE \"case\" >= 0",
             least - 1);
    return status == THUD_OK ? thud_sql_run(sql, text) : status;
}

static thud_status renumber(const thud_sql *sql, const thud_study *study) {
    sqlite3_stmt *fetch = NULL;
    thud_status status = set_all_aside(sql);
    if (status == THUD_OK) status = thud_sql_run(sql, "CREATE INDEX by_hash ON cases(hash)");
    if (status == THUD_OK)
        status =
            thud_sql_prepare(sql,
                             "UPDATE cases SET \"case\" = ?1 WHERE \"case\" = (SELECT \"case\" FROM cases WHERE "
                             "hash = ?2 AND \"case\" < 0 ORDER BY \"case\" DESC LIMIT 1)",
                             &fetch);
    for (size_t i = 0; status == THUD_OK && i < thud_study_case_count(study); i++) {
        sqlite3_bind_int64(fetch, 1, (int64_t)i);
        sqlite3_bind_int64(fetch, 2, (int64_t)thud_study_case_hash(study, i));
        status = thud_sql_once(sql, fetch);
    }
    sqlite3_finalize(fetch);
    if (status == THUD_OK) status = thud_sql_run(sql, "DROP INDEX by_hash");
    if (status == THUD_OK) status = describe(sql, study);
    return status;
}

static thud_status compare_columns(const thud_sql *sql, const thud_columns *columns, bool *equal) {
    thud_columns there;
    thud_status status = thud_columns_read(sql, &there);
    if (status != THUD_OK) return status;
    *equal = thud_columns_equal(&there, columns);
    thud_columns_clear(&there);
    return THUD_OK;
}

thud_status thud_store_adopt(const thud_sql *sql, const thud_study *study, const thud_columns *columns,
                             thud_study_mode mode) {
    identity who;
    bool equal = false;
    thud_status status = identify(sql, &who);
    if (status == THUD_OK) status = compare_columns(sql, columns, &equal);
    if (status != THUD_OK) return status;
    bool same = strcmp(who.hash, write_hash(thud_study_hash(study)).text) == 0;
    bool extensible =
        equal && strcmp(who.without_values, write_hash(thud_study_hash_without_values(study)).text) == 0;
    if (same && !equal)
        return thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: its list of columns", sql->path);
    if (same) return set_text(sql, "study", thud_study_path(study)); /* which may have moved meanwhile */
    if (extensible && mode == THUD_STUDY_EXTEND) return renumber(sql, study);
    return refuse(sql, study, &who, extensible);
}
