/*
 * The store of a study: DIRECTORY/results.db, an SQLite file in WAL mode. It has a row for each finished case;
 * large studies have chunks of some thousand cases, column by column.
 *
 *     meta     key, value: title, version, hashes, number of cases, layout, checksum
 *     columns  what a row has, with units
 *     cases    "case", hash, status, reason, wall_seconds, checksum, executor, and the columns
 *     chunks   consecutive cases that are all there, and blobs, a column of a chunk each: store_chunk.h
 *
 * Rows are written in transactions: after a kill at any instant the store is intact and has all rows of the last
 * commit. Only one process at a time has it open for writing, and holds a transaction open; others may read
 * meanwhile. Numbers are stored exactly, NAN as NULL.
 */
#ifndef THUD_STUDY_STORE_H
#define THUD_STUDY_STORE_H

#include <thud/sweep.h>

#include "study/run/queue.h"
#include "study/store/sql.h"

typedef struct thud_store thud_store;

/*
 * Opens or creates the store of a study, by the options directory, mode and stop. On failure the directory and its
 * content stay as they were, and `note` says why. `aside` [512] receives the new name of a store that was moved,
 * or "".
 */
thud_status thud_store_open(const thud_study *study, const thud_study_options *options, char *aside,
                            thud_error *note, thud_store **store);

/* Restricts the store to a range that begins with a chunk; after opening, before anything else. */
void thud_store_restrict(thud_store *store, size_t from, size_t end);

/* Cases of a chunk; 0: it has rows alone. */
size_t thud_store_chunk_of(const thud_store *store);

/* The content of a store when it was opened. */
typedef struct thud_store_found {
    size_t failed;         /* failed cases among those that need not be run again */
    size_t damaged, first; /* rows that do not match their case, and the number of the first */
} thud_store_found;

/* Marks cases that need not be run again. Removes damaged rows. */
thud_status thud_store_load(thud_store *store, thud_queue *queue, thud_store_found *found);

/* Adds a row, which is permanent after the next commit, unless it waits for its chunk. After a failure everything
 * since the last commit is lost, and no more rows are accepted. */
thud_status thud_store_add(thud_store *store, const thud_case_result *result);

/* Commits; fails like thud_store_check_place if the file is no longer in its place. */
thud_status thud_store_commit(thud_store *store);

/* Whether the file is still in its place. THUD_ERROR_FILE, and no more rows are accepted, if somebody has removed
 * or replaced it. */
thud_status thud_store_check_place(thud_store *store);

/* Whether somebody has removed or replaced the file: all its content is lost. */
bool thud_store_is_lost(const thud_store *store);

/* Rows that the next commit would make permanent. */
size_t thud_store_pending(const thud_store *store);

/* Writes rows that have waited more than a second for their chunk. Call it with the seconds of a clock, about ten
 * times a second. */
thud_status thud_store_look_after(thud_store *store, double now);

/* Rows that would not be permanent after a commit, because they wait for their chunk; and how many of them
   failed. */
size_t thud_store_waiting(const thud_store *store, size_t *failed);

/* Commits and closes; the store is freed in any case. Accepts NULL. */
thud_status thud_store_close(thud_store *store);

#endif
