#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * Each thread takes some thousand cases from the queue, prepares them, runs them on the device and unpacks the
 * results. While the device computes the batch of one thread, others prepare theirs, and the calling thread writes
 * rows.
 */
#include "study/run/executor_device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "study/run/clock.h"
#include "study/run/device_batch.h"
#include "study/run/row_pipe.h"

/* cases in flight, enough for the largest devices, and cases of one batch */
enum { IN_FLIGHT = 262144, BATCH_MOST = 65536, BATCH_LEAST = 1024 };

enum { BLOCKS = 8 }; /* blocks of rows per thread */

typedef struct device_run {
    const thud_work *work;
    thud_device_lanes own, *lanes;
    thud_row_pipe *pipe;
    size_t width; /* values of a result */
    size_t take;  /* cases that a thread takes at a time */
    char name[160];
    pthread_mutex_t mutex; /* protects the queue and everything below */
    size_t working;        /* threads that have not left */
    atomic_bool stop;
    bool cut; /* a thread dropped cases */
    thud_status status;
    thud_device_tally *tally;
} device_run;

/* one of the threads */
typedef struct hand {
    device_run *run;
    thud_batch_around around;
    thud_row_block *block; /* that it fills */
    size_t *cases;         /* [take] */
} hand;

/* ---- in the threads ---- */

static bool go_on(void *context) {
    const device_run *run = ((hand *)context)->run;
    return !atomic_load_explicit(&run->stop, memory_order_relaxed) && !run->work->stopped(run->work->context);
}

static thud_status keep(void *context, const thud_case_result *result) {
    hand *h = context;
    if (!h->block) h->block = thud_row_pipe_take(h->run->pipe);
    if (!h->block) return THUD_ERROR_STOPPED;
    if (thud_row_block_add(h->block, h->run->width, result)) return THUD_OK;
    thud_row_pipe_send(h->run->pipe, h->block);
    h->block = NULL;
    return THUD_OK;
}

static size_t take_cases(hand *h) {
    pthread_mutex_lock(&h->run->mutex);
    const size_t count = thud_queue_take_many(h->run->work->queue, h->run->take, h->cases);
    pthread_mutex_unlock(&h->run->mutex);
    return count;
}

static thud_status run_cases(hand *h, thud_device_batcher *batcher) {
    thud_status status = THUD_OK;
    while (status == THUD_OK) {
        if (!go_on(h)) return THUD_ERROR_STOPPED;
        const size_t count = take_cases(h);
        if (count == 0) break;
        status = thud_device_batcher_run(batcher, h->cases, count);
        /* sends finished rows before preparing the next batch */
        if (h->block) thud_row_pipe_send(h->run->pipe, h->block);
        h->block = NULL;
    }
    return status;
}

static void leave(hand *h, thud_status status, const thud_device_batcher *batcher) {
    device_run *run = h->run;
    const thud_device_tally *own = batcher ? thud_device_batcher_tally(batcher) : &(thud_device_tally){0};
    pthread_mutex_lock(&run->mutex);
    run->tally->on_device += own->on_device;
    run->tally->on_cores += own->on_cores;
    if (!run->tally->reason) run->tally->reason = own->reason;
    if (status == THUD_ERROR_STOPPED) run->cut = true;
    else if (status != THUD_OK && run->status == THUD_OK) run->status = status;
    if (status != THUD_OK) atomic_store(&run->stop, true);
    run->working--;
    pthread_mutex_unlock(&run->mutex);
    thud_row_pipe_wake(run->pipe);
}

static void *work_on(void *context) {
    device_run *run = context;
    hand h = {.run = run, .cases = calloc(run->take, sizeof *h.cases)};
    h.around = (thud_batch_around){.study = run->work->study,
                                   .lanes = run->lanes,
                                   .device_name = run->name,
                                   .core_name = thud_executor_threads.name,
                                   .context = &h,
                                   .go_on = go_on,
                                   .keep = keep};
    thud_device_batcher *batcher = NULL;
    thud_status status = h.cases ? thud_device_batcher_create(&h.around, &batcher) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = run_cases(&h, batcher);
    if (h.block) thud_row_pipe_send(run->pipe, h.block);
    leave(&h, status, batcher);
    thud_device_batcher_free(batcher);
    free(h.cases);
    return NULL;
}

/* ---- the writer ---- */

static bool keep_block(const thud_work *work, const thud_row_block *block) {
    for (size_t i = 0; i < block->count; i++)
        if (!work->keep(work->context, &block->results[i])) return false;
    return true;
}

static bool is_working(device_run *run) {
    pthread_mutex_lock(&run->mutex);
    const bool working = run->working > 0;
    pthread_mutex_unlock(&run->mutex);
    return working;
}

/* results finished before a stop are still stored, unless storing failed */
static void write_rows(device_run *run) {
    const thud_work *work = run->work;
    double next = 0;
    bool keeping = true;
    for (;;) {
        const bool working = is_working(run);
        thud_row_block *block = thud_row_pipe_receive(run->pipe, working ? THUD_TICK : 0);
        if (!block && !working) return;
        if (block && keeping) keeping = keep_block(work, block);
        if (block) thud_row_pipe_return(run->pipe, block);
        const double now = thud_clock_seconds();
        if (now >= next && !atomic_load(&run->stop) && keeping) {
            next = now + THUD_TICK;
            keeping = work->tick(work->context);
        }
        if (keeping || atomic_load(&run->stop)) continue;
        atomic_store(&run->stop, true);
        thud_row_pipe_shut(run->pipe);
    }
}

/* ---- around them ---- */

/* large enough to fill the device with one batch per thread, and to give every thread some */
static size_t batch_for(const thud_work *work, size_t threads, size_t wanted) {
    if (wanted > 0) return wanted;
    size_t batch = IN_FLIGHT / threads;
    if (batch > BATCH_MOST) batch = BATCH_MOST;
    const size_t share = work->queue->left / (2 * threads) + 1;
    if (batch > share) batch = share;
    return batch > BATCH_LEAST ? batch : BATCH_LEAST;
}

static thud_status run_threads(device_run *run, size_t threads) {
    pthread_t *ids = calloc(threads, sizeof *ids);
    size_t started = 0;
    if (!ids) return THUD_ERROR_MEMORY;
    run->working = threads;
    for (; started < threads; started++)
        if (pthread_create(&ids[started], NULL, work_on, run) != 0) break;
    if (started < threads) {
        pthread_mutex_lock(&run->mutex);
        run->working -= threads - started;
        if (started == 0) run->status = THUD_ERROR_MEMORY;
        pthread_mutex_unlock(&run->mutex);
    }
    write_rows(run);
    for (size_t i = 0; i < started; i++) pthread_join(ids[i], NULL);
    free(ids);
    if (run->status != THUD_OK) return run->status;
    return run->cut || atomic_load(&run->stop) ? THUD_ERROR_STOPPED : THUD_OK;
}

static void name_executor(const thud_executor *self, size_t device, char name[160]) {
    thud_device_info info = {.name = "?"};
    (void)thud_device_at(device, &info);
    snprintf(name, 160, "%s %s", self->name, info.name);
}

static thud_status run_all(const thud_executor *self, const thud_work *work) {
    const thud_device_executor *device = (const thud_device_executor *)self;
    device_run run = {.work = work, .tally = device->tally, .width = thud_study_result_count(work->study)};
    *device->tally = (thud_device_tally){0};
    if (work->queue->left == 0) return THUD_OK;
    const size_t jobs = work->jobs > 0 ? work->jobs : 1;
    run.take = batch_for(work, jobs, device->batch);
    const size_t shares = (work->queue->left - 1) / run.take + 1, threads = jobs < shares ? jobs : shares;
    atomic_init(&run.stop, false);
    name_executor(self, device->device, run.name);
    run.lanes = device->lanes ? device->lanes : &run.own;
    if (!device->lanes && !thud_device_lanes_init(&run.own, device->driver, device->device, run.take))
        return THUD_ERROR_MEMORY;
    run.pipe = thud_row_pipe_create(BLOCKS * threads, run.width);
    thud_status status = run.pipe && pthread_mutex_init(&run.mutex, NULL) == 0 ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        status = run_threads(&run, threads);
        pthread_mutex_destroy(&run.mutex);
    }
    device->tally->error = run.lanes->error;
    device->tally->batch = atomic_load(&run.lanes->limit);
    thud_row_pipe_free(run.pipe);
    if (!device->lanes) thud_device_lanes_clear(&run.own);
    return status;
}

thud_device_executor thud_device_executor_on(size_t device, thud_device_tally *tally) {
    return (thud_device_executor){.executor = {.name = "opencl", .run = run_all},
                                  .device = device,
                                  .tally = tally,
                                  .driver = &thud_device_driver_opencl};
}
