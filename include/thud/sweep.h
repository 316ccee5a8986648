/*
 * A study run to its end, on one core or many, into a store that survives being killed at any instant.
 *
 *     thud_study_options options = thud_study_options_default("results");
 *     options.jobs = 4;
 *     thud_study_summary summary;
 *     thud_status status = thud_study_run(study, &options, &summary);
 *
 * The results are rows of DIRECTORY/results.db (SQLite): docs/sweep.md. What is there already is not run again.
 * They are the same to the bit however they were run: by one thread or many, in one go or after interruptions.
 */
#ifndef THUD_SWEEP_H
#define THUD_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/study.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What to do with a store that is there already. */
typedef enum thud_study_mode {
    THUD_STUDY_CONTINUE, /* run what it misses; refuse when it is not of this very study */
    THUD_STUDY_EXTEND,   /* the same, but the lists of values may have changed */
    THUD_STUDY_RESTART,  /* move it aside, whatever it is, and begin anew */
} thud_study_mode;

/* How a store that is begun keeps its cases; one that is there stays as it is. */
typedef enum thud_study_layout {
    THUD_STUDY_LAYOUT_AUTO,    /* rows, columns from THUD_STUDY_COLUMNS_FROM cases on */
    THUD_STUDY_LAYOUT_ROWS,    /* a row of the table `cases` for each: any SQLite program reads them */
    THUD_STUDY_LAYOUT_COLUMNS, /* chunks of some thousand cases, a blob for each column: smaller and faster */
} thud_study_layout;

#define THUD_STUDY_COLUMNS_FROM 100000

/* How far a sweep has come. */
typedef struct thud_study_progress {
    size_t total;   /* cases of the study */
    size_t before;  /* that the store had when the sweep began */
    size_t done;    /* that it has now */
    size_t failed;  /* of those */
    double seconds; /* since the sweep began */
} thud_study_progress;

/* Who runs the cases. NULL, for most: this thread, or as many as there are jobs. */
typedef struct thud_executor thud_executor;

/* "serial", "threads"; NULL: no such. */
THUD_API const thud_executor *thud_executor_find(const char *name);

/* A device, by its number in <thud/device.h>: what its kernels do not cover is run by threads beside it.
 * THUD_ERROR_ARGUMENT where there is no such device. For one run at a time. */
THUD_API thud_status thud_executor_on_device(size_t device, thud_executor **executor);
THUD_API void thud_executor_free(thud_executor *executor);

/* Of the last run on a device: who ran how many cases, and why the first of those that were not for it was not. */
typedef struct thud_device_tally {
    size_t on_device, on_cores;
    const char *reason; /* NULL: all were */
    thud_error error;   /* of a device that could not be used, or no longer; its cases were run by the threads */
    size_t batch; /* cases of a batch in the end: fewer than at first where the device had too little memory */
} thud_device_tally;
THUD_API const thud_device_tally *thud_executor_tally(const thud_executor *executor);

typedef struct thud_study_options {
    const char *directory; /* made when it is missing, one level */
    size_t jobs;           /* threads; 1: the caller's alone, and no other */
    thud_study_mode mode;
    void *context; /* of the functions; both may be NULL */
    /* Some ten times a second and at the end, from the calling thread. */
    void (*progress)(void *context, const thud_study_progress *progress);
    /* Whether to stop, dropping the cases that run; asked often, from any thread. */
    bool (*stop)(void *context);
    const thud_executor *executor;
    thud_study_layout layout;
    size_t chunk; /* cases of a chunk, at most 16,384; 0: as many as suit the number of columns */
    /* One of several stores, each with its own part of the cases: the shard, from 1, of so many; 0: one store. They
     * are in DIRECTORY/shard-1 …, and are read as one. */
    size_t shard, shards;
} thud_study_options;

/* One thread, going on with what is there. `directory` is kept as a pointer. */
THUD_API thud_study_options thud_study_options_default(const char *directory);

typedef struct thud_study_summary {
    thud_study_progress progress;
    size_t damaged;       /* rows that were not as they had been written; their cases are run again */
    size_t first_damaged; /* the case of the first of them */
    char aside[512];      /* where the store that was there went; "" when it stayed */
    thud_error error;     /* what went wrong; its status is that of the run */
    char executor[32];    /* who ran the cases: "serial", "threads", "opencl", "MPI" */
} thud_study_summary;

/*
 * Runs what the store misses. Cases that fail are results too and change nothing. The summary is filled in whatever
 * comes of it:
 *
 *     THUD_ERROR_MISMATCH  the store is of another study, or of another version
 *     THUD_ERROR_IN_USE    another process is writing to it
 *     THUD_ERROR_SYNTAX    what lies in its place is no store, or a damaged one
 *     THUD_ERROR_FILE      it cannot be read or written; progress.done is what is kept, 0 where it was taken away
 *     THUD_ERROR_STOPPED   as asked; the next sweep goes on
 *     THUD_ERROR_MEMORY
 */
THUD_API thud_status thud_study_run(const thud_study *study, const thud_study_options *options,
                                    thud_study_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
