/*
 * Time per call, for benchmarks.
 */
#ifndef THUD_BENCH_TIMING_H
#define THUD_BENCH_TIMING_H

#include <stddef.h>

/* Makes a fixed number of calls on varied inputs and returns something made of all their results. */
typedef double timing_work(void *context);

/* Seconds on the monotonic clock. */
double timing_now(void);

/* Seconds per call of `work`, which makes `calls` calls: the median of several batches, together at least 0.2 s. */
double timing_per_call(timing_work *work, void *context, size_t calls);

/* What all timed calls returned, summed; print it, so that no compiler may leave them out. */
double timing_checksum(void);

#endif
