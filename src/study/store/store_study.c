#define _XOPEN_SOURCE 700 /* strdup */

/* The study of a store, compared with the present one. */
#include "study/store/store_study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/store/checksum.h"
#include "study/store/roles.h"
#include "study/store/store_frame.h"
#include "study/store/store_inside.h"

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

static thud_status set_number(const thud_sql *sql, const char *key, size_t value) {
    char text[24];
    snprintf(text, sizeof text, "%zu", value);
    return thud_frame_set(sql, key, text);
}

static thud_status describe(const thud_sql *sql, const thud_study *study, size_t chunk_rows) {
    const char *title = thud_study_title(study);
    char layout[32];
    thud_status status = thud_frame_set(sql, "title", title ? title : "");
    if (status == THUD_OK) status = thud_frame_set(sql, "thud_version", thud_version());
    if (status == THUD_OK) status = thud_frame_set(sql, "study", thud_study_path(study));
    if (status == THUD_OK) status = thud_frame_set(sql, "study_hash", write_hash(thud_study_hash(study)).text);
    if (status == THUD_OK)
        status = thud_frame_set(sql, "hash_without_values", write_hash(thud_study_hash_without_values(study)).text);
    if (status == THUD_OK) status = set_number(sql, "cases", thud_study_case_count(study));
    snprintf(layout, sizeof layout, chunk_rows > 0 ? "columns %zu" : "rows", chunk_rows);
    if (status == THUD_OK) status = thud_frame_set(sql, "layout", layout);
    if (status == THUD_OK) status = thud_roles_write(sql, study);
    return status;
}

thud_status thud_store_begin(const thud_sql *sql, const thud_study *study, const thud_columns *columns,
                             size_t chunk_rows) {
    thud_status status = thud_frame_make(sql, columns);
    return status == THUD_OK ? describe(sql, study, chunk_rows) : status;
}

/* ---- an existing store ---- */

typedef struct identity {
    char title[128], version[32], without_values[32];
} identity;

static thud_status identify(const thud_sql *sql, identity *who) {
    thud_status status = thud_frame_get(sql, "title", who->title, sizeof who->title);
    if (status == THUD_OK) status = thud_frame_get(sql, "thud_version", who->version, sizeof who->version);
    if (status == THUD_OK)
        status = thud_frame_get(sql, "hash_without_values", who->without_values, sizeof who->without_values);
    return status;
}

static thud_status refuse(const thud_sql *sql, const thud_study *study, const identity *who, bool extensible) {
    const char *title = thud_study_title(study);
    if (extensible)
        return thud_error_set(sql->note, THUD_ERROR_MISMATCH,
                              "'%s' has other values on its axes than the study; --extend keeps the cases that are "
                              "in both, --restart moves it aside",
                              sql->path);
    if (strcmp(who->version, thud_version()) != 0)
        return thud_error_set(sql->note, THUD_ERROR_MISMATCH,
                              "'%s' was written by thud %s, and this is %s; --restart moves it aside", sql->path,
                              who->version, thud_version());
    if (strcmp(who->title, title ? title : "") != 0)
        return thud_error_set(sql->note, THUD_ERROR_MISMATCH,
                              "'%s' belongs to another study, '%s'; --restart moves it aside", sql->path,
                              who->title);
    return thud_error_set(
        sql->note, THUD_ERROR_MISMATCH,
        "the study, its scenario or a record has changed since '%s' was begun; --restart moves it aside",
        sql->path);
}

/*
 * Negative numbers are for rows outside the present study: they are kept, and a later extension finds them again.
 * All rows first become negative, then each case takes its row by its hash.
 */
static thud_status set_all_aside(const thud_sql *sql) {
    int64_t least = 0;
    char text[192];
    /* no study has so many cases; larger numbers are damaged, and have no negative counterpart */
    thud_status status = thud_sql_run(sql, "DELETE FROM cases WHERE abs(\"case\" / 2) >= 1 << 52");
    if (status == THUD_OK) status = thud_sql_number(sql, "SELECT min(0, min(\"case\")) FROM cases", &least);
    snprintf(text, sizeof text,
             "UPDATE cases SET \"case\" = %" PRId64 " - \"case\", checksum = renumbered(checksum, \"case\", "
             "%" PRId64 " - \"case\") WHERE \"case\" >= 0",
             least - 1, least - 1);
    return status == THUD_OK ? thud_sql_run(sql, text) : status;
}

/* renumbered(checksum, from, to), for internal statements; NULL unless all are integers */
static void renumbered(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    for (int i = 0; i < 3; i++)
        if (sqlite3_value_type(values[i]) != SQLITE_INTEGER) return;
    sqlite3_result_int64(context,
                         thud_checksum_renumber(sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1]),
                                                sqlite3_value_int64(values[2])));
}

static thud_status teach(const thud_sql *sql) {
    int code =
        sqlite3_create_function(sql->db, "renumbered", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
                                NULL, renumbered, NULL, NULL);
    return code == SQLITE_OK ? THUD_OK : thud_sql_explain(sql, code, "write");
}

static thud_status renumber(const thud_sql *sql, const thud_study *study, size_t chunk_rows) {
    sqlite3_stmt *fetch = NULL;
    thud_status status = teach(sql);
    if (status == THUD_OK) status = set_all_aside(sql);
    if (status == THUD_OK) status = thud_sql_run(sql, "CREATE INDEX by_hash ON cases(hash)");
    if (status == THUD_OK)
        status = thud_sql_prepare(sql,
                                  "UPDATE cases SET \"case\" = ?1, checksum = renumbered(checksum, \"case\", ?1) "
                                  "WHERE \"case\" = (SELECT \"case\" FROM cases WHERE "
                                  "hash = ?2 AND \"case\" < 0 ORDER BY \"case\" DESC LIMIT 1)",
                                  &fetch);
    for (size_t i = 0; status == THUD_OK && i < thud_study_case_count(study); i++) {
        sqlite3_bind_int64(fetch, 1, (int64_t)i);
        sqlite3_bind_int64(fetch, 2, (int64_t)thud_study_case_hash(study, i));
        status = thud_sql_once(sql, fetch);
    }
    sqlite3_finalize(fetch);
    if (status == THUD_OK) status = thud_sql_run(sql, "DROP INDEX by_hash");
    if (status == THUD_OK) status = describe(sql, study, chunk_rows);
    return status;
}

static thud_status compare_columns(const thud_sql *sql, const thud_columns *columns, bool *equal) {
    thud_columns there;
    thud_status status = thud_columns_read(sql, columns->own, &there);
    if (status != THUD_OK) return status;
    *equal = thud_columns_equal(&there, columns);
    thud_columns_clear(&there);
    return THUD_OK;
}

/* a store of this study: its description is rewritten, because it may be damaged, or the study may have moved */
static thud_status take_up(const thud_sql *sql, const thud_study *study, const thud_columns *columns,
                           size_t chunk_rows) {
    thud_status status = thud_frame_check_cases(sql, columns);
    if (status == THUD_OK) status = thud_sql_run(sql, "DELETE FROM meta");
    if (status == THUD_OK) status = thud_columns_write(columns, sql);
    return status == THUD_OK ? describe(sql, study, chunk_rows) : status;
}

/* format 2 has only rows; otherwise as recorded, and existing chunks remain chunks */
static thud_status find_layout(const thud_sql *sql, const thud_columns *columns, size_t *chunk_rows) {
    char layout[32];
    int64_t there = 0;
    size_t said = 0;
    if (columns->own != THUD_ROW_OWN) {
        *chunk_rows = 0;
        return THUD_OK;
    }
    thud_status status = thud_sql_number(sql, "SELECT count(*) FROM chunks", &there);
    if (status != THUD_OK) return status;
    status = thud_frame_get(sql, "layout", layout, sizeof layout);
    if (status != THUD_OK && status != THUD_ERROR_SYNTAX) return status;
    const bool known = status == THUD_OK;
    if (known && sscanf(layout, "columns %9zu", &said) == 1 && said > 0 && said <= THUD_CHUNK_ROWS_MOST)
        *chunk_rows = said;
    else if (there > 0 && *chunk_rows == 0) *chunk_rows = thud_chunk_rows(columns);
    else if (known && there == 0) *chunk_rows = 0;
    return THUD_OK;
}

/* rows are identified by their hashes, and move to the new numbers of their cases */
static thud_status extend(const thud_sql *sql, const thud_study *study, const thud_columns *columns,
                          thud_store_facts *facts) {
    thud_status status = thud_frame_check_cases(sql, columns);
    if (status == THUD_OK && columns->own == THUD_ROW_OWN)
        status = thud_store_unfold(sql, columns, &facts->damaged, &facts->first_damaged);
    return status == THUD_OK ? renumber(sql, study, facts->chunk_rows) : status;
}

thud_status thud_store_adopt(const thud_sql *sql, const thud_study *study, thud_columns *columns,
                             thud_study_mode mode, thud_store_facts *facts) {
    identity who;
    char hash[32];
    int own = columns->own;
    bool equal = false, intact = false;
    thud_status status = thud_frame_check_tables(sql);
    if (status == THUD_OK) status = thud_frame_own(sql, &own);
    if (status == THUD_OK && own != columns->own && thud_columns_set_own(columns, own) != THUD_OK)
        status = thud_sql_explain(sql, SQLITE_NOMEM, "read");
    if (status == THUD_OK) status = find_layout(sql, columns, &facts->chunk_rows);
    if (status == THUD_OK) status = thud_frame_is_intact(sql, &intact);
    if (status == THUD_OK) status = thud_frame_get(sql, "study_hash", hash, sizeof hash);
    if (status != THUD_OK) return status;
    if (strcmp(hash, write_hash(thud_study_hash(study)).text) == 0)
        return take_up(sql, study, columns, facts->chunk_rows);
    if (!intact) return thud_frame_damaged(sql, "the description of its study");
    status = identify(sql, &who);
    if (status == THUD_OK) status = compare_columns(sql, columns, &equal);
    if (status != THUD_OK) return status;
    bool extensible =
        equal && strcmp(who.without_values, write_hash(thud_study_hash_without_values(study)).text) == 0;
    if (!extensible || mode != THUD_STUDY_EXTEND) return refuse(sql, study, &who, extensible);
    return extend(sql, study, columns, facts);
}
