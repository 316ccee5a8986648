#include "study/sql.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

thud_status thud_note_set(thud_note *note, thud_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note->text, sizeof note->text, format, arguments);
    va_end(arguments);
    return status;
}

/* the system's own reason where it has one */
static const char *reason_of(const thud_sql *sql, int code) {
    int error = sql->db ? sqlite3_system_errno(sql->db) : 0;
    bool of_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
    return of_system && error != 0 ? strerror(error) : sqlite3_errstr(code);
}

thud_status thud_sql_explain(const thud_sql *sql, int code, const char *doing) {
    switch (code & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: %s", sql->path, sqlite3_errstr(code));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return thud_note_set(sql->note, THUD_ERROR_ARGUMENT, "'%s' is in use: another process is writing to it",
                             sql->path);
    case SQLITE_NOMEM:
        return thud_note_set(sql->note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    case SQLITE_ERROR: /* what is asked for is not there: somebody else's tables */
        return thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: %s", sql->path,
                             sqlite3_errmsg(sql->db));
    default:
        return thud_note_set(sql->note, THUD_ERROR_FILE, "cannot %s '%s': %s", doing, sql->path,
                             reason_of(sql, code));
    }
}

thud_status thud_sql_run(const thud_sql *sql, const char *text) {
    int code = sqlite3_exec(sql->db, text, NULL, NULL, NULL);
    return code == SQLITE_OK ? THUD_OK : thud_sql_explain(sql, code, "write");
}

thud_status thud_sql_prepare(const thud_sql *sql, const char *text, sqlite3_stmt **statement) {
    int code = sqlite3_prepare_v2(sql->db, text, -1, statement, NULL);
    return code == SQLITE_OK ? THUD_OK : thud_sql_explain(sql, code, "read");
}

thud_status thud_sql_next(const thud_sql *sql, sqlite3_stmt *statement, int *found) {
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? THUD_OK : thud_sql_explain(sql, code, "read");
}

thud_status thud_sql_number(const thud_sql *sql, const char *text, int64_t *number) {
    sqlite3_stmt *statement = NULL;
    int found = 0;
    thud_status status = thud_sql_prepare(sql, text, &statement);
    if (status == THUD_OK) status = thud_sql_next(sql, statement, &found);
    if (status == THUD_OK && !found)
        status = thud_note_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: something is missing", sql->path);
    if (status == THUD_OK) *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

thud_status thud_sql_once(const thud_sql *sql, sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    /* the code of reset is that of step */
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? THUD_OK : thud_sql_explain(sql, code, "write");
}
