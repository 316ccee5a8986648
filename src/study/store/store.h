/*
 * The store of a study: DIRECTORY/results.db, an SQLite file in WAL mode. Of each finished case it has a row; where
 * there are many cases, they go into chunks of some thousand, column by column.
 *
 *     meta     key, value: title, version, hashes, number of cases, layout, checksum
 *     columns  what a row has, with units
 *     cases    "case", hash, status, reason, wall_seconds, checksum, executor, and the columns
 *     chunks   consecutive cases that are all there, and blobs, a column of a chunk each: store_chunk.h
 *
 * Rows go in by transactions: after a kill at any instant it has all those of the last commit and is whole. It is
 * open for writing in one process at a time, which holds a transaction open; others may read meanwhile. Numbers are
 * stored as they are, NAN as NULL.
 */
#ifndef THUD_STUDY_STORE_H
#define THUD_STUDY_STORE_H

#include <thud/sweep.h>

#include "study/run/queue.h"
#include "study/store/sql.h"

typedef struct thud_store thud_store;

/*
 * Opens the store of a study, or begins it, as the options say: directory, mode, stop. The directory and what is in
 * its place are left as they were when that fails; `note` says why. `aside` [512] has where a store that was there
 * went, or "".
 */
thud_status thud_store_open(const thud_study *study, const thud_study_options *options, char *aside,
                            thud_error *note, thud_store **store);

/* Only cases of a range, where its chunks begin; after it was opened, before anything else. */
void thud_store_restrict(thud_store *store, size_t from, size_t end);

/* Cases of a chunk; 0: it has rows alone. */
size_t thud_store_chunk_of(const thud_store *store);

/* What a store had when it was opened. */
typedef struct thud_store_found {
    size_t failed;         /* of the cases that need not be run again */
    size_t damaged, first; /* rows that are not those of their case, and the number of the first */
} thud_store_found;

/* Marks what need not be run again. Damaged rows are taken out. */
thud_status thud_store_load(thud_store *store, thud_queue *queue, thud_store_found *found);

/* Adds a row, which lasts from the next commit on, unless it waits for its chunk. After a failure everything since
 * the last commit is gone, and nothing more is taken. */
thud_status thud_store_add(thud_store *store, const thud_case_result *result);

/* Commits; fails like thud_store_check_place where the file is no longer in its place. */
thud_status thud_store_commit(thud_store *store);

/* Whether the file is still where it was: THUD_ERROR_FILE, and nothing more is taken, when somebody has removed or
 * replaced it. */
thud_status thud_store_check_place(thud_store *store);

/* Whether somebody has removed or replaced the file: nothing of it is kept. */
bool thud_store_is_lost(const thud_store *store);

/* Rows that the next commit would make last. */
size_t thud_store_pending(const thud_store *store);

/* Rows that have waited for more than a second for their chunk to be whole are written as they are. To be called
 * with the seconds of a clock, some ten times a second. */
thud_status thud_store_look_after(thud_store *store, double now);

/* Rows that would not last after a commit, because they wait for their chunk; of these, those that failed. */
size_t thud_store_waiting(const thud_store *store, size_t *failed);

/* Commits and closes; the store is gone whatever comes of it. NULL is nothing. */
thud_status thud_store_close(thud_store *store);

#endif
