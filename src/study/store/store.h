/*
 * The store of a study: DIRECTORY/results.db, an SQLite file in WAL mode with one row for each finished case.
 *
 *     meta     key, value: title, version, hashes, number of cases, checksum
 *     columns  what a row has, with units
 *     cases    "case", hash, status, reason, wall_seconds, checksum, and the columns
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

/* What a store had when it was opened. */
typedef struct thud_store_found {
    size_t failed;         /* of the cases that need not be run again */
    size_t damaged, first; /* rows that are not those of their case, and the number of the first */
} thud_store_found;

/* Marks what need not be run again. Damaged rows are taken out. */
thud_status thud_store_load(thud_store *store, thud_queue *queue, thud_store_found *found);

/* Adds a row, which lasts from the next commit on. After a failure everything since the last commit is gone, and
 * nothing more is taken. */
thud_status thud_store_add(thud_store *store, const thud_case_result *result);

/* Commits; fails like thud_store_check_place where the file is no longer in its place. */
thud_status thud_store_commit(thud_store *store);

/* Whether the file is still where it was: THUD_ERROR_FILE, and nothing more is taken, when somebody has removed or
 * replaced it. */
thud_status thud_store_check_place(thud_store *store);

/* Rows since the last commit. */
size_t thud_store_pending(const thud_store *store);

/* Commits and closes; the store is gone whatever comes of it. NULL is nothing. */
thud_status thud_store_close(thud_store *store);

#endif
