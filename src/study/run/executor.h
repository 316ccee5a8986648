/*
 * Executors run the cases of a study: on one thread, on many, or on the ranks of an MPI job.
 *
 * Every executor runs each case of the queue once and passes its result, in any order, to the thread that called
 * run, which writes. tests/study/test_executor.c tests this contract for all of them.
 */
#ifndef THUD_STUDY_EXECUTOR_H
#define THUD_STUDY_EXECUTOR_H

#include <thud/sweep.h>

#include "study/run/queue.h"

/* The work, and the receiver of its results. */
typedef struct thud_work {
    const thud_study *study;
    size_t jobs;       /* threads */
    thud_queue *queue; /* owned by the executor while it runs */
    void *context;
    /* Takes a result; called by the thread that called run. False: it cannot be stored, stop. */
    bool (*keep)(void *context, const thud_case_result *result);
    /* Called about twenty times a second by the same thread, with or without results. False: stop. */
    bool (*tick)(void *context);
    /* Whether to stop and drop the cases that run; called by any thread. */
    bool (*stopped)(void *context);
} thud_work;

struct thud_executor {
    const char *name;
    /*
     * THUD_OK when all results were passed on, THUD_ERROR_STOPPED when `keep`, `tick` or `stopped` asked for it,
     * otherwise a worker's own error (memory). All threads have ended when it returns.
     */
    thud_status (*run)(const thud_executor *self, const thud_work *work);
};

extern const thud_executor thud_executor_serial;  /* the reference: the calling thread alone */
extern const thud_executor thud_executor_threads; /* work->jobs of them, and the calling one, which writes */

#endif
