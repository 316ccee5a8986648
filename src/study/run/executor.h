/*
 * Who runs the cases of a study: one thread, many, or the ranks of an MPI job.
 *
 * Every executor runs each case of the queue once and hands its result over, in any order, to the one thread that
 * writes: the one that called run. tests/study/test_executor.c has what all of them keep to.
 */
#ifndef THUD_STUDY_EXECUTOR_H
#define THUD_STUDY_EXECUTOR_H

#include <thud/sweep.h>

#include "study/run/queue.h"

/* The work, and where its results go. */
typedef struct thud_work {
    const thud_study *study;
    size_t jobs;       /* threads */
    thud_queue *queue; /* of the executor's while it runs */
    void *context;
    /* Takes a result; called by the thread that called run. False: it cannot be kept, stop. */
    bool (*keep)(void *context, const thud_case_result *result);
    /* To be called some twenty times a second by the same thread, results or not. False: stop. */
    bool (*tick)(void *context);
    /* Whether to stop and drop the cases that run; called by any thread. */
    bool (*stopped)(void *context);
} thud_work;

struct thud_executor {
    const char *name;
    /*
     * THUD_OK when all cases were handed over, THUD_ERROR_STOPPED when `keep`, `tick` or `stopped` said so;
     * otherwise what a worker could not do for itself (memory). All threads are gone when it returns.
     */
    thud_status (*run)(const thud_executor *self, const thud_work *work);
};

extern const thud_executor thud_executor_serial;  /* the reference: the calling thread alone */
extern const thud_executor thud_executor_threads; /* work->jobs of them, and the calling one, which writes */

#endif
