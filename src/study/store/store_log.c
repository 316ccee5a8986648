#define _XOPEN_SOURCE 700 /* stat's nanoseconds */

/* Whether a write-ahead log is the store's, and reading a store as it lies there. */
#include "study/store/store_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "study/store/store_frame.h"

static const char KEY[] = "log";
static const char NOBODY[] = "-"; /* the base of a store without a mark */

/* ---- opening without locks ---- */

/* a path as an SQLite URI with options */
static char *address(const char *path, const char *options) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "file:");
    for (; *path; path++)
        if (strchr("?#%", *path)) sqlite3_str_appendf(text, "%%%02x", (unsigned char)*path);
        else sqlite3_str_appendchar(text, 1, *path);
    sqlite3_str_appendf(text, "?%s", options);
    return sqlite3_str_finish(text);
}

static int open_as(thud_sql *sql, const char *options, const char *begin) {
    char *name = address(sql->path, options);
    int code = name ? thud_sql_open(sql, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI) : SQLITE_NOMEM;
    sqlite3_free(name);
    if (code != SQLITE_OK) return code;
    /* closing must not merge the log into the file */
    sqlite3_db_config(sql->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    return sqlite3_exec(sql->db, begin, NULL, NULL, NULL);
}

/* the file alone, without its log */
static int open_file(thud_sql *sql) {
    return open_as(sql, "immutable=1", "BEGIN; SELECT count(*) FROM sqlite_schema");
}

/* with the log, whose index SQLite keeps in private memory if nobody else may write */
static int open_with_log(thud_sql *sql) {
    return open_as(sql, "vfs=unix-none",
                   "PRAGMA locking_mode = EXCLUSIVE; BEGIN; SELECT count(*) FROM sqlite_schema");
}

/* a log that has more than its head */
bool thud_log_is_there(const char *path) {
    enum { HEAD = 32 };
    struct stat file;
    char *name = sqlite3_mprintf("%s-wal", path);
    const bool there = !name || (stat(name, &file) == 0 && file.st_size > HEAD);
    sqlite3_free(name);
    return there;
}

int thud_log_open_still(thud_sql *sql) {
    return thud_log_is_there(sql->path) ? open_with_log(sql) : open_file(sql);
}

/* ---- marks ---- */

/* false if there is none; *readable: the database says so */
static bool read_mark(const thud_sql *sql, thud_log_mark *mark, bool *readable) {
    sqlite3_stmt *query = NULL;
    *mark = (thud_log_mark){.own = ""};
    int code = sqlite3_prepare_v2(sql->db, "SELECT value FROM meta WHERE key = ?", -1, &query, NULL);
    if (code == SQLITE_OK) sqlite3_bind_text(query, 1, KEY, -1, SQLITE_STATIC);
    if (code == SQLITE_OK) code = sqlite3_step(query);
    const char *text = code == SQLITE_ROW ? (const char *)sqlite3_column_text(query, 0) : NULL;
    const bool there = text && sscanf(text, "%16[0-9a-f] %lu %16[0-9a-f-] %lu", mark->own, &mark->commits,
                                      mark->base, &mark->base_commits) == 4;
    sqlite3_finalize(query);
    *readable = code == SQLITE_ROW || code == SQLITE_DONE;
    if (!there) *mark = (thud_log_mark){.own = ""};
    return there;
}

/* content of one of the two views */
typedef struct view {
    thud_log_mark mark;
    bool readable, marked;
} view;

static view look_at(const char *path, int (*open)(thud_sql *)) {
    thud_sql sql = {.path = path};
    view v = {.readable = false};
    if (open(&sql) == SQLITE_OK) v.marked = read_mark(&sql, &v.mark, &v.readable);
    sqlite3_close(sql.db);
    return v;
}

static bool belongs(const view *file, const view *both) {
    const thud_log_mark *a = &file->mark, *b = &both->mark;
    /* a new store, whose tables are only in the log, or one that failed with the machine: no evidence against the
     * log */
    if (!file->readable) return true;
    if (!file->marked) return !both->marked || strcmp(b->base, NOBODY) == 0;
    if (!both->marked) return false;
    if (strcmp(a->own, b->own) == 0) return b->commits >= a->commits;
    return strcmp(a->own, b->base) == 0 && a->commits >= b->base_commits;
}

thud_status thud_log_check(const char *path, thud_error *note) {
    if (!thud_log_is_there(path)) return THUD_OK;
    const view file = look_at(path, open_file), both = look_at(path, open_with_log);
    if (belongs(&file, &both)) return THUD_OK;
    return thud_error_set(note, THUD_ERROR_MISMATCH,
                          "'%s-wal' is the log of another store or of an earlier sweep; move it elsewhere", path);
}

/* ---- writing ---- */

void thud_log_begin(const thud_sql *sql, thud_log_mark *mark) {
    uint64_t number;
    /* as much of an earlier log as nobody is reading is merged into the file, so that its base is current */
    (void)sqlite3_wal_checkpoint_v2(sql->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    const view file = look_at(sql->path, open_file);
    sqlite3_randomness(sizeof number, &number);
    *mark = (thud_log_mark){.base_commits = file.mark.commits};
    snprintf(mark->own, sizeof mark->own, "%016" PRIx64, number);
    snprintf(mark->base, sizeof mark->base, "%s", file.marked ? file.mark.own : NOBODY);
}

thud_status thud_log_sign(const thud_sql *sql, thud_log_mark *mark) {
    char text[96];
    mark->commits++;
    snprintf(text, sizeof text, "%s %lu %s %lu", mark->own, mark->commits, mark->base, mark->base_commits);
    const thud_status status = thud_frame_set(sql, KEY, text);
    return status == THUD_OK ? thud_frame_seal(sql) : status;
}

/* ---- whether it lies still ---- */

void thud_log_look(const char *path, thud_log_state *state) {
    *state = (thud_log_state){.log = {0}};
    (void)stat(path, &state->file);
    char *name = sqlite3_mprintf("%s-wal", path);
    FILE *log = name ? fopen(name, "rb") : NULL;
    if (log && fread(state->log, sizeof state->log, 1, log) != 1) memset(state->log, 0, sizeof state->log);
    if (log) fclose(log);
    sqlite3_free(name);
}

bool thud_log_is_still(const char *path, const thud_log_state *state) {
    thud_log_state now;
    thud_log_look(path, &now);
    const struct stat *a = &state->file, *b = &now.file;
    /* a log that begins after the store was opened is ignored, and harmless */
    const unsigned char nothing[sizeof state->log] = {0};
    const bool log =
        memcmp(state->log, nothing, sizeof nothing) == 0 || memcmp(state->log, now.log, sizeof now.log) == 0;
    return log && a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}
