/*
 * Runs a study to its end, on one core or many, into a store that survives a kill at any instant.
 *
 *     thud_study_options options = thud_study_options_default("results");
 *     options.jobs = 4;
 *     thud_study_summary summary;
 *     thud_status status = thud_study_run(study, &options, &summary);
 *
 * The results are rows of DIRECTORY/results.db (SQLite); see docs/sweep.md. Existing results are not computed
 * again. They are the same to the bit with any number of threads, in one go or after interruptions.
 */
#ifndef THUD_SWEEP_H
#define THUD_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/study.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What to do with an existing store. */
typedef enum thud_study_mode {
    THUD_STUDY_CONTINUE, /* run the missing cases; refuse a store of another study */
    THUD_STUDY_EXTEND,   /* the same, but the lists of values may have changed */
    THUD_STUDY_RESTART,  /* move it aside, whatever it is, and begin anew */
} thud_study_mode;

/* How a new store keeps its cases; an existing one stays as it is. */
typedef enum thud_study_layout {
    THUD_STUDY_LAYOUT_AUTO,    /* rows; columns from THUD_STUDY_COLUMNS_FROM cases on */
    THUD_STUDY_LAYOUT_ROWS,    /* one row of the table `cases` for each case, readable by any SQLite program */
    THUD_STUDY_LAYOUT_COLUMNS, /* chunks of some thousand cases, one blob per column: smaller and faster */
} thud_study_layout;

#define THUD_STUDY_COLUMNS_FROM 100000

/* Progress of a sweep. */
typedef struct thud_study_progress {
    size_t total;   /* cases of the study */
    size_t before;  /* cases in the store when the sweep began */
    size_t done;    /* cases in the store now */
    size_t failed;  /* failed cases among those */
    double seconds; /* time since the sweep began */
} thud_study_progress;

/* An executor runs the cases. Most callers leave it NULL: this thread alone, or as many threads as there are
 * jobs. */
typedef struct thud_executor thud_executor;

/* "serial" or "threads"; NULL when there is no such executor. */
THUD_API const thud_executor *thud_executor_find(const char *name);

/* A device, by its number in <thud/device.h>. Threads run the cases that its kernels do not cover.
 * THUD_ERROR_ARGUMENT: there is no such device. It serves one run at a time. */
THUD_API thud_status thud_executor_on_device(size_t device, thud_executor **executor);
THUD_API void thud_executor_free(thud_executor *executor);

/* Statistics of the last run on a device: how many cases each ran, and why the first excluded case was not for the
 * device. */
typedef struct thud_device_tally {
    size_t on_device, on_cores;
    const char *reason; /* NULL: the device ran all */
    thud_error error;   /* why the device could not be used, or no longer; threads then ran its cases */
    size_t batch;       /* cases of the last batch: fewer than at first if the device has too little memory */
} thud_device_tally;
THUD_API const thud_device_tally *thud_executor_tally(const thud_executor *executor);

typedef struct thud_study_options {
    const char *directory; /* created if missing, one level */
    size_t jobs;           /* threads; 1: only the caller's */
    thud_study_mode mode;
    void *context; /* argument of the functions; both may be NULL */
    /* Called about ten times a second and at the end, in the calling thread. */
    void (*progress)(void *context, const thud_study_progress *progress);
    /* Returns true to stop, which drops the running cases; called often, from any thread. */
    bool (*stop)(void *context);
    const thud_executor *executor;
    thud_study_layout layout;
    size_t chunk; /* cases of a chunk, at most 16,384; 0: chosen from the number of columns */
    /* Shards: this store's number, from 1, and how many there are, each with its own part of the cases; 0: one
     * store. They are DIRECTORY/shard-1 … and read as one. */
    size_t shard, shards;
} thud_study_options;

/* Defaults: one thread, continuing an existing store. The pointer `directory` is kept. */
THUD_API thud_study_options thud_study_options_default(const char *directory);

typedef struct thud_study_summary {
    thud_study_progress progress;
    size_t damaged;       /* damaged rows of the store; their cases are run again */
    size_t first_damaged; /* the case of the first damaged row */
    char aside[512];      /* new path of the store that was moved aside; "" when none was */
    thud_error error;     /* what went wrong; its status is that of the run */
    char executor[32];    /* name of the executor: "serial", "threads", "opencl", "MPI" */
} thud_study_summary;

/*
 * Runs the cases missing in the store. Cases that fail are results too and do not change the status. The summary
 * is filled in for every status:
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
