/*
 * The store of a study: DIRECTORY/results.db, an SQLite file in WAL mode with one row for each finished case.
 *
 *     meta     key, value: title, version, hashes, number of cases
 *     columns  what a row has, with units
 *     cases    "case", hash, status, reason, wall_seconds, and the columns
 *
 * Rows go in by transactions: after a kill at any instant it has all those of the last commit and is whole. It is
 * open for writing in one process at a time, which holds a transaction open; others may read meanwhile. Numbers are
 * stored as they are, NAN as NULL.
 */
#ifndef THUD_STUDY_STORE_H
#define THUD_STUDY_STORE_H

#include <thud/sweep.h>

#include "study/queue.h"
#include "study/sql.h"

#define THUD_STORE_APPLICATION 0x74687564 /* "thud", in the file's head */
#define THUD_STORE_FORMAT 1

typedef struct thud_store thud_store;

/*
 * Opens the store of a study, or begins it. The directory and what is in its place are left as they were when that
 * fails; `note` says why. `aside` [512] has where a store that was there went, or "".
 */
thud_status thud_store_open(const char *directory, const thud_study *study, thud_study_mode mode, char *aside,
                            thud_note *note, thud_store **store);

/* Marks what need not be run again. `failed` is how many of these failed. */
thud_status thud_store_load(thud_store *store, thud_queue *queue, size_t *failed);

/* Adds a row, which lasts from the next commit on. After a failure everything since the last commit is gone, and
 * nothing more is taken. */
thud_status thud_store_add(thud_store *store, const thud_case_result *result);

thud_status thud_store_commit(thud_store *store);

/* Rows since the last commit. */
size_t thud_store_pending(const thud_store *store);

/* Commits and closes; the store is gone whatever comes of it. NULL is nothing. */
thud_status thud_store_close(thud_store *store);

/* "ok", "accuracy" …: what a row has for a status */
const char *thud_store_status_name(thud_status status);

#endif
