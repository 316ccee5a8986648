#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * The reference executor: cases in order, in the calling thread.
 */
#include "study/run/clock.h"
#include "study/run/executor.h"

typedef struct serial_run {
    const thud_work *work;
    double next; /* s of the clock: when to tick */
    bool stopped;
} serial_run;

/* called between cases, and from time to time within long ones */
static bool go_on(void *context, double time) {
    serial_run *run = context;
    const thud_work *work = run->work;
    (void)time;
    if (work->stopped(work->context)) run->stopped = true;
    double now = thud_clock_seconds();
    if (!run->stopped && now >= run->next) {
        run->stopped = !work->tick(work->context);
        run->next = now + THUD_TICK;
    }
    return !run->stopped;
}

static thud_status run_case(serial_run *run, thud_worker *worker, size_t index) {
    thud_observer observer = {.context = run, .progress = go_on};
    thud_case_result result;
    thud_status status = thud_worker_run(worker, index, &observer, &result);
    if (status != THUD_OK) return status;
    /* an interrupted case has no result */
    if (run->stopped && result.error.status == THUD_ERROR_STOPPED) return THUD_ERROR_STOPPED;
    if (!run->work->keep(run->work->context, &result)) return THUD_ERROR_STOPPED;
    return THUD_OK;
}

static thud_status run_order(serial_run *run, thud_worker *worker, const thud_order *order) {
    for (size_t i = 0; i < order->count; i++) {
        if (!go_on(run, 0)) return THUD_ERROR_STOPPED;
        thud_status status = run_case(run, worker, order->cases[i]);
        if (status != THUD_OK) return status;
    }
    return THUD_OK;
}

static thud_status run_all(const thud_executor *self, const thud_work *work) {
    (void)self;
    if (work->queue->left == 0) return THUD_OK;
    serial_run run = {.work = work};
    thud_worker *worker = NULL;
    thud_status status = thud_worker_create(work->study, &worker);
    while (status == THUD_OK) {
        const thud_order order = thud_queue_take(work->queue, 1);
        if (order.count == 0) break;
        status = run_order(&run, worker, &order);
    }
    thud_worker_free(worker);
    return status;
}

const thud_executor thud_executor_serial = {.name = "serial", .run = run_all};
