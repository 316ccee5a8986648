/* Interleaved batches on the clock of this process, which other work on the machine disturbs less than the wall
 * clock. */
#define _POSIX_C_SOURCE 200809L
#include "timing.h"

#include <math.h>
#include <time.h>

static const double batch_seconds = 0.2 / TIMING_BATCHES;

static double checksum;

double timing_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double timing_checksum(void) { return checksum; }

static double batch(const timing_task *task) {
    double begin = timing_now();
    for (size_t i = 0; i < task->rounds; i++) checksum += task->work(task->context);
    return timing_now() - begin;
}

/* finds how many rounds make a batch, which warms the caches up */
static void prepare(timing_task *task) {
    task->rounds = 1;
    while (batch(task) < batch_seconds) task->rounds *= 2;
}

static void conclude(timing_task *task) {
    double least = task->batches[0];
    for (size_t i = 1; i < TIMING_BATCHES; i++) least = fmin(least, task->batches[i]);
    task->seconds = least / (double)(task->rounds * task->calls);
}

void timing_run(timing_task *tasks, size_t count) {
    for (size_t i = 0; i < count; i++) prepare(&tasks[i]);
    for (size_t i = 0; i < TIMING_BATCHES * count; i++) {
        timing_task *task = &tasks[i % count];
        task->batches[i / count] = batch(task);
    }
    for (size_t i = 0; i < count; i++) conclude(&tasks[i]);
}

double timing_per_call(timing_work *work, void *context, size_t calls) {
    timing_task task = {.work = work, .context = context, .calls = calls};
    timing_run(&task, 1);
    return task.seconds;
}
