/*
 * The write-ahead log beside a store (results.db-wal), and reading without changing a byte.
 *
 * SQLite takes whatever log lies there for the store's own: one of another store, or of an earlier sweep into this
 * one, would replace its pages. So every commit leaves a mark in `meta`: who writes, by a random number, how many
 * commits that was, and what the file without its log said when the writer began. A log belongs to the file when
 * the file has not been written since by anybody else:
 *
 *     the file says     the log says              belongs
 *     A 57              A 60 …                    yes: the later part of the same sweep
 *     A 57              B 3, begun at A 57        yes: the next sweep, whose pages have not come into the file yet
 *     B 80              A 60 …                    no: the log of an earlier sweep
 *     A 57              C 5, begun at D 9         no: the log of another store
 *     nothing           nothing                   yes: a store of thud 0.1, which left no marks
 */
#ifndef THUD_STUDY_STORE_LOG_H
#define THUD_STUDY_STORE_LOG_H

#include <sys/stat.h>

#include "study/store/sql.h"

typedef struct thud_log_mark {
    char own[17], base[17];
    unsigned long commits, base_commits;
} thud_log_mark;

/* Whether there is a nonempty log. */
bool thud_log_is_there(const char *path);

/* THUD_ERROR_MISMATCH if the log next to a store belongs to another one. Changes no file. */
thud_status thud_log_check(const char *path, thud_error *note);

/* For a writer that has just opened the store: records the mark of the file without its log, and a random number
   for itself. */
void thud_log_begin(const thud_sql *sql, thud_log_mark *mark);

/* Before every commit. */
thud_status thud_log_sign(const thud_sql *sql, thud_log_mark *mark);

/*
 * Opens a store without writers for reading, with its log if there is one. It takes no lock and creates no file,
 * so that it works on read-only media. Returns SQLite's code.
 */
int thud_log_open_still(thud_sql *sql);

/* State that shows whether somebody has begun to write since. */
typedef struct thud_log_state {
    struct stat file;
    unsigned char log[32]; /* header of the log, which is unique to each log */
} thud_log_state;

void thud_log_look(const char *path, thud_log_state *state);

/* False if the data read may mix old and new content. */
bool thud_log_is_still(const char *path, const thud_log_state *state);

#endif
