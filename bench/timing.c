#define _POSIX_C_SOURCE 200809L
#include "timing.h"

#include <stdlib.h>
#include <time.h>

enum { BATCHES = 7 };
static const double batch_seconds = 0.2 / BATCHES;

static double checksum;

double timing_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double timing_checksum(void) { return checksum; }

static double batch(timing_work *work, void *context, size_t rounds) {
    double begin = timing_now();
    for (size_t i = 0; i < rounds; i++) checksum += work(context);
    return timing_now() - begin;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double timing_per_call(timing_work *work, void *context, size_t calls) {
    /* the rounds of a batch; finding them warms the caches up */
    size_t rounds = 1;
    while (batch(work, context, rounds) < batch_seconds) rounds *= 2;
    double seconds[BATCHES];
    for (int i = 0; i < BATCHES; i++) seconds[i] = batch(work, context, rounds);
    qsort(seconds, BATCHES, sizeof *seconds, ascending);
    return seconds[BATCHES / 2] / (double)(rounds * calls);
}
