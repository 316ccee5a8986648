/* SQLite as the store uses it: statements that fail with a sentence for the user. */
#include "study/store/sql.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    PATIENCE = 2000,   /* ms that SQLite waits for another process's short operation */
    STRIDE = 1000,     /* steps of its machine between looks at the caller's request */
    LONGEST = 8 << 20, /* bytes of a text or a row: names of 2,000 columns and more */
};

/* ---- opening ---- */

static int ask(void *context) {
    const thud_sql *sql = context;
    return sql->stop && sql->stop(sql->context);
}

/* https://www.sqlite.org/security.html, "untrusted SQLite database files" */
static void defend(sqlite3 *db) {
    static const int off[] = {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
                              SQLITE_DBCONFIG_WRITABLE_SCHEMA};
    static const struct {
        int which, most;
    } limits[] = {{SQLITE_LIMIT_LENGTH, LONGEST},         {SQLITE_LIMIT_SQL_LENGTH, LONGEST},
                  {SQLITE_LIMIT_COMPOUND_SELECT, 3},      {SQLITE_LIMIT_EXPR_DEPTH, 20},
                  {SQLITE_LIMIT_TRIGGER_DEPTH, 1},        {SQLITE_LIMIT_ATTACHED, 0},
                  {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50}, {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) sqlite3_db_config(db, off[i], 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        sqlite3_limit(db, limits[i].which, limits[i].most);
}

int thud_sql_open(thud_sql *sql, const char *name, int flags) {
    sqlite3_close(sql->db);
    sql->db = NULL;
    int code = sqlite3_open_v2(name, &sql->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) return code;
    sqlite3_busy_timeout(sql->db, PATIENCE);
    defend(sql->db);
    sqlite3_progress_handler(sql->db, STRIDE, ask, sql);
    return sqlite3_exec(sql->db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY",
                        NULL, NULL, NULL);
}

void thud_sql_finish_all(thud_sql *sql) { sqlite3_progress_handler(sql->db, 0, NULL, NULL); }

/* ---- failures ---- */

/* the system's own reason if there is one */
static const char *reason_of(const thud_sql *sql, int code) {
    int error = sql->db ? sqlite3_system_errno(sql->db) : 0;
    bool of_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
    if ((code & 0xff) == SQLITE_FULL) return strerror(ENOSPC);
    return of_system && error != 0 ? strerror(error) : sqlite3_errstr(code);
}

thud_status thud_sql_explain(const thud_sql *sql, int code, const char *doing) {
    switch (code & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_TOOBIG: /* longer than anything that a sweep puts into a cell */
        return thud_error_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: %s", sql->path, sqlite3_errstr(code));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return thud_error_set(sql->note, THUD_ERROR_IN_USE, "'%s' is in use: another process is writing to it",
                              sql->path);
    case SQLITE_NOMEM:
        return thud_error_set(sql->note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    case SQLITE_INTERRUPT: return thud_error_set(sql->note, THUD_ERROR_STOPPED, "stopped");
    case SQLITE_ERROR: /* missing tables or columns: those of another program */
        return thud_error_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: its tables are not those of a store",
                              sql->path);
    default:
        return thud_error_set(sql->note, THUD_ERROR_FILE, "cannot %s '%s': %s", doing, sql->path,
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
        status = thud_error_set(sql->note, THUD_ERROR_SYNTAX, "'%s' is damaged: something is missing", sql->path);
    if (status == THUD_OK) *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

thud_status thud_sql_once(const thud_sql *sql, sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    /* reset returns the code of the last step */
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? THUD_OK : thud_sql_explain(sql, code, "write");
}
