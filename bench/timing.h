/*
 * Time per call, for benchmarks.
 */
#ifndef THUD_BENCH_TIMING_H
#define THUD_BENCH_TIMING_H

#include <stddef.h>

enum { TIMING_BATCHES = 25 };

/* Makes a fixed number of calls on varied inputs and returns something made of all their results. */
typedef double timing_work(void *context);

typedef struct timing_task {
    timing_work *work;
    void *context;
    size_t calls;   /* that one `work` makes */
    double seconds; /* per call: the answer */
    /* field of the measurement */
    size_t rounds;
    double batches[TIMING_BATCHES];
} timing_task;

/* Seconds that this process has had a core. */
double timing_now(void);

/*
 * Times the tasks side by side: batches of each in turn, so that a change in the speed of the machine meets all of
 * them. The answer is the least batch, for whatever disturbs one only adds to it; the batches of a task last at
 * least 0.2 s together.
 */
void timing_run(timing_task *tasks, size_t count);

/* Seconds per call of one task alone. */
double timing_per_call(timing_work *work, void *context, size_t calls);

/* What all timed calls returned, summed; print it, so that no compiler may leave them out. */
double timing_checksum(void);

#endif
