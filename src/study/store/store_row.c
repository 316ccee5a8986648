/* Reads a row of a store and checks the types and the checksum of its cells. */
#include "study/store/store_row.h"

#include <string.h>

#include "study/store/checksum.h"

const char *thud_store_status_name(thud_status status) {
    /* in the order of THUD_STATUS_LIST; a test compares them */
    static const char *const names[] = {"ok",       "argument", "syntax", "dimension", "unreachable", "overflow",
                                        "accuracy", "steps",    "file",   "memory",    "stopped",     "progress",
                                        "finite",   "balance",  "in_use", "mismatch",  "unsupported"};
    _Static_assert(sizeof names / sizeof names[0] == THUD_STATUS_COUNT, "one name for each status");
    return (unsigned)status < THUD_STATUS_COUNT ? names[status] : "unknown";
}

bool thud_store_is_status(const char *name) {
    for (int i = 0; i < THUD_STATUS_COUNT; i++)
        if (strcmp(name, thud_store_status_name((thud_status)i)) == 0) return true;
    return false;
}

static bool is_number(sqlite3_stmt *s, int at) {
    int type = sqlite3_column_type(s, at);
    return type == SQLITE_FLOAT || type == SQLITE_NULL;
}

/* true if the text contains no zero byte */
static bool is_text(sqlite3_stmt *s, int at) {
    if (sqlite3_column_type(s, at) == SQLITE_NULL) return true;
    if (sqlite3_column_type(s, at) != SQLITE_TEXT) return false;
    const char *text = (const char *)sqlite3_column_text(s, at);
    return text && strlen(text) == (size_t)sqlite3_column_bytes(s, at);
}

static bool has_types(sqlite3_stmt *s, const thud_columns *columns) {
    bool good = sqlite3_column_type(s, THUD_ROW_HASH) == SQLITE_INTEGER && is_text(s, THUD_ROW_STATUS) &&
                is_text(s, THUD_ROW_REASON) && is_number(s, THUD_ROW_WALL_SECONDS) &&
                sqlite3_column_type(s, THUD_ROW_CHECKSUM) == SQLITE_INTEGER &&
                (columns->own == THUD_ROW_OWN_2 || is_text(s, THUD_ROW_EXECUTOR));
    for (size_t i = 0; good && i < columns->count; i++) {
        thud_column_kind kind = columns->list[i].kind;
        int at = columns->own + (int)i;
        good = kind == THUD_COLUMN_TEXT || kind == THUD_COLUMN_LABEL ? is_text(s, at) : is_number(s, at);
    }
    return good;
}

/* in the order of thud_store_add */
static int64_t checksum_of(sqlite3_stmt *s, const thud_columns *columns) {
    uint64_t sum = THUD_CHECKSUM_START;
    const int count = columns->own + (int)columns->count;
    for (int at = THUD_ROW_HASH; at < count; at++)
        if (at != THUD_ROW_CHECKSUM) sum = thud_checksum_cell(sum, s, at);
    return thud_checksum_finish(sum, sqlite3_column_int64(s, THUD_ROW_CASE));
}

bool thud_store_is_ok(const char *status) { return strcmp(status, thud_store_status_name(THUD_OK)) == 0; }

void thud_store_row_explain(thud_store_row *row, const char *text) {
    const bool ok = thud_store_is_ok(row->status);
    row->reason = ok ? NULL : text;
    row->notes = ok ? text : NULL;
}

/* a sweep never writes an unknown status or a failure without a reason */
bool thud_store_row_read(sqlite3_stmt *s, const thud_columns *columns, thud_store_row *row) {
    *row = (thud_store_row){.number = sqlite3_column_int64(s, THUD_ROW_CASE)};
    if (!has_types(s, columns) || sqlite3_column_int64(s, THUD_ROW_CHECKSUM) != checksum_of(s, columns))
        return false;
    row->hash = sqlite3_column_int64(s, THUD_ROW_HASH);
    row->status = (const char *)sqlite3_column_text(s, THUD_ROW_STATUS);
    row->wall_seconds = sqlite3_column_double(s, THUD_ROW_WALL_SECONDS);
    if (columns->own == THUD_ROW_OWN) row->executor = (const char *)sqlite3_column_text(s, THUD_ROW_EXECUTOR);
    if (!row->status || !thud_store_is_status(row->status)) return false;
    thud_store_row_explain(row, (const char *)sqlite3_column_text(s, THUD_ROW_REASON));
    return row->reason || thud_store_is_ok(row->status);
}
