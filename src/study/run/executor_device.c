#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * A batch is gathered in the order of the study, run at once, and handed over case by case. A case that differs in
 * more than numbers begins a batch of its own shape; one that the kernels do not cover, or that they give back, is
 * run here by the library, and so is everything when the device fails: nothing is lost, and nothing approximated
 * without a word.
 */
#include "study/run/executor_device.h"

#include <stdio.h>
#include <stdlib.h>

#include "contact/balance.h"
#include "device/opencl.h"
#include "model/model.h"
#include "study/run/clock.h"
#include "study/settings.h"

/* cases in a batch: enough for the largest devices, and few enough that a sweep that is killed has not lost much */
enum { BATCH = 16384 };

/* of the kernels' steps: results are good to 1e-8 or so, whatever is asked for beyond */
static const double TIGHTEST = 1e-11, LOOSEST = 1e-9;

typedef struct device_run {
    const thud_work *work;
    const thud_device_executor *self;
    thud_worker *worker;
    thud_device *device;
    thud_batch_arrays *arrays;
    size_t *cases; /* [BATCH] numbers */
    size_t count, limit;
    double tolerance;
    double *values; /* of one result */
    double next;    /* s of the clock: when to tick */
    char name[160]; /* of the executor, with that of the device */
} device_run;

static bool go_on(device_run *run) {
    const thud_work *work = run->work;
    if (work->stopped(work->context)) return false;
    double now = thud_clock_seconds();
    if (now < run->next) return true;
    run->next = now + THUD_TICK;
    return work->tick(work->context);
}

/* a case within the library asks now and then, too */
static bool go_on_within(void *context, double time) {
    (void)time;
    return go_on(context);
}

static thud_status keep(device_run *run, const thud_case_result *result) {
    return run->work->keep(run->work->context, result) ? THUD_OK : THUD_ERROR_STOPPED;
}

static thud_status run_here(device_run *run, size_t number) {
    thud_observer observer = {.context = run, .progress = go_on_within};
    thud_case_result result;
    thud_status status = thud_worker_run(run->worker, number, &observer, &result);
    if (status != THUD_OK) return status;
    if (result.error.status == THUD_ERROR_STOPPED && !go_on(run)) return THUD_ERROR_STOPPED;
    run->self->tally->on_cores++;
    result.executor = thud_executor_serial.name;
    return keep(run, &result);
}

static thud_status hand_over(device_run *run, size_t index, double seconds) {
    thud_body_summary bodies[THUD_DEVICE_BODIES];
    thud_contact_summary contacts[THUD_DEVICE_CONTACTS];
    thud_summary summary;
    double residual = thud_balance_limit(run->tolerance);
    if (!thud_batch_take(run->arrays, index, residual, &summary, bodies, contacts))
        return run_here(run, run->cases[index]);
    thud_case_result result = {
        .case_index = run->cases[index], .values = run->values, .wall_seconds = seconds, .executor = run->name};
    thud_study_take_results(run->work->study, NULL, &summary, run->values);
    run->self->tally->on_device++;
    return keep(run, &result);
}

/* the batch on the device; false when it cannot be used, and its cases are to be run here */
static bool run_batch(device_run *run) {
    thud_error *error = &run->self->tally->error;
    double tolerance = run->tolerance < TIGHTEST ? TIGHTEST : run->tolerance > LOOSEST ? LOOSEST : run->tolerance;
    if (!run->device && thud_device_open(run->self->device, &run->arrays->shape, &run->device, error) != THUD_OK)
        return false;
    return thud_device_run(run->device, run->arrays, run->count, tolerance, error) == THUD_OK;
}

static thud_status finish_batch(device_run *run) {
    if (run->count == 0) return THUD_OK;
    double start = thud_clock_seconds();
    bool ran = run_batch(run);
    double seconds = (thud_clock_seconds() - start) / (double)run->count;
    thud_status status = THUD_OK;
    for (size_t i = 0; i < run->count && status == THUD_OK; i++) {
        if (!go_on(run)) status = THUD_ERROR_STOPPED;
        else status = ran ? hand_over(run, i, seconds) : run_here(run, run->cases[i]);
    }
    run->count = 0;
    thud_batch_arrays_clear(run->arrays);
    return status;
}

/* arrays for another shape */
static thud_status begin_shape(device_run *run, const thud_shape *shape) {
    thud_status status = finish_batch(run);
    thud_batch_arrays_free(run->arrays);
    thud_device_close(run->device);
    run->arrays = NULL;
    run->device = NULL;
    return status == THUD_OK ? thud_batch_arrays_create(shape, run->limit, &run->arrays) : status;
}

static thud_status add_case(device_run *run, size_t number) {
    thud_case_result result;
    const char *reason = NULL;
    thud_status status = thud_worker_prepare(run->worker, number, &result);
    if (status != THUD_OK) return status;
    if (result.error.status != THUD_OK) return keep(run, &result);
    const thud_model *model = thud_worker_model(run->worker);
    if (run->work->study->spread_first > 0) reason = "the spread of cases is asked for";
    if (!model || reason || !thud_device_covers(model, &reason)) {
        if (!run->self->tally->reason) run->self->tally->reason = reason;
        return run_here(run, number);
    }
    thud_shape shape = thud_shape_of(model);
    bool same = run->arrays && thud_shape_is(&run->arrays->shape, &shape) && run->tolerance == model->run.tolerance;
    if (!same) {
        status = begin_shape(run, &shape);
        /* cases of the batch before may have been run by the worker, and have taken the model's place */
        if (status == THUD_OK) status = thud_worker_prepare(run->worker, number, &result);
        model = thud_worker_model(run->worker);
    }
    if (status != THUD_OK) return status;
    run->tolerance = model->run.tolerance;
    run->cases[run->count] = number;
    status = thud_batch_put(run->arrays, run->count, model);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : run_here(run, number);
    return ++run->count == run->limit ? finish_batch(run) : THUD_OK;
}

static thud_status run_cases(device_run *run) {
    thud_status status = THUD_OK;
    while (status == THUD_OK) {
        const thud_order order = thud_queue_take(run->work->queue, 1);
        if (order.count == 0) break;
        for (size_t i = 0; i < order.count && status == THUD_OK; i++)
            status = go_on(run) ? add_case(run, order.cases[i]) : THUD_ERROR_STOPPED;
    }
    return status == THUD_OK ? finish_batch(run) : status;
}

static thud_status run_all(const thud_executor *self, const thud_work *work) {
    device_run run = {.work = work, .self = (const thud_device_executor *)self, .limit = BATCH};
    *run.self->tally = (thud_device_tally){0};
    thud_device_info info = {.name = "?"};
    (void)thud_device_at(run.self->device, &info);
    snprintf(run.name, sizeof run.name, "%s %s", self->name, info.name);
    if (work->queue->left == 0) return THUD_OK;
    if (work->queue->left < run.limit) run.limit = work->queue->left;
    run.cases = calloc(run.limit, sizeof *run.cases);
    run.values = calloc(thud_study_value_count(work->study) + 1, sizeof *run.values);
    thud_status status = run.cases && run.values ? thud_worker_create(work->study, &run.worker) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = run_cases(&run);
    thud_worker_free(run.worker);
    thud_batch_arrays_free(run.arrays);
    thud_device_close(run.device);
    free(run.cases);
    free(run.values);
    return status;
}

thud_device_executor thud_device_executor_on(size_t device, thud_device_tally *tally) {
    return (thud_device_executor){{.name = "opencl", .run = run_all}, device, tally};
}
