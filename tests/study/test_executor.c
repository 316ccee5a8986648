/*
 * Queue, and the executors of one process against the contract of all; tests/study/test_executor_mpi.c has the
 * ranks. That for devices has one that only pretends, and with the argument `device` the first of this machine.
 */
#include <thud/device.h>

#include "contract.h"
#include "study/run/device_lanes.h"
#include "study/run/executor_device.h"
#include "suite.h"

typedef struct who {
    const thud_executor *executor;
    size_t jobs;
} who;

static const who EXECUTORS[] = {{&thud_executor_serial, 1},
                                {&thud_executor_threads, 1},
                                {&thud_executor_threads, 2},
                                {&thud_executor_threads, 4},
                                {&thud_executor_threads, 13}};
enum { EXECUTOR_COUNT = sizeof EXECUTORS / sizeof EXECUTORS[0] };

START_TEST(executors_keep_the_contract) {
    const who *w = &EXECUTORS[_i / CONTRACT_TRIALS];
    size_t trial = (size_t)_i % CONTRACT_TRIALS;
    thud_study study = contract_study(trial);
    const char *fault = contract_try(trial, w->executor, w->jobs, &study);
    ck_assert_msg(!fault, "%s, %zu jobs, %s: %s", w->executor->name, w->jobs, contract_name(trial), fault);
}
END_TEST

/* ---- devices ---- */

static thud_status pretend_open(size_t index, const thud_case_shape *shape, thud_device **device,
                                thud_error *error) {
    (void)index, (void)shape, (void)error;
    *device = malloc(1);
    return *device ? THUD_OK : THUD_ERROR_MEMORY;
}

static thud_status pretend_share(thud_device *of, thud_device **device, thud_error *error) {
    (void)of;
    return pretend_open(0, NULL, device, error);
}

/* every case is done, after the duration that it has */
static thud_status pretend_run(thud_device *device, thud_batch_arrays *arrays, size_t cases, double tolerance,
                               thud_error *error) {
    const size_t numbers = thud_shape_result_numbers(&arrays->shape) * arrays->cases;
    (void)device, (void)tolerance, (void)error;
    memset(arrays->results, 0, numbers * sizeof *arrays->results);
    for (size_t i = 0; i < cases; i++) {
        arrays->results[i] = 1;
        arrays->results[arrays->cases + i] = arrays->numbers[i];
    }
    return THUD_OK;
}

static void pretend_close(thud_device *device) { free(device); }

static const thud_device_driver PRETENDS = {pretend_open, pretend_share, pretend_run, pretend_close};

static void keep_the_contract_with(const thud_device_driver *driver, size_t trial, size_t jobs) {
    thud_device_tally tally;
    thud_device_executor device = thud_device_executor_on(0, &tally);
    thud_study study = contract_study(trial);
    study.noted = false; /* a device makes the notes of its cases from their models */
    device.driver = driver;
    device.batch = 20;
    const char *fault = contract_try(trial, &device.executor, jobs, &study);
    ck_assert_msg(!fault, "%zu jobs, %s: %s", jobs, contract_name(trial), fault);
    ck_assert_uint_eq(tally.on_cores, 0);
    ck_assert_msg(tally.error.status == THUD_OK, "%s", tally.error.text);
}

START_TEST(pretended_devices_keep_the_contract) {
    static const size_t jobs[] = {1, 4};
    keep_the_contract_with(&PRETENDS, (size_t)_i / 2, jobs[_i % 2]);
}
END_TEST

START_TEST(a_device_keeps_the_contract) { keep_the_contract_with(&thud_device_driver_opencl, (size_t)_i, 2); }
END_TEST

/* ---- the queue ---- */

/* every case once, whatever the number of workers, and no order so long that the others would wait for it */
START_TEST(queue_hands_out_every_case_once) {
    size_t workers = (size_t)_i + 1;
    thud_study study = double_study();
    thud_queue queue;
    unsigned char given[42] = {0};
    ck_assert(thud_queue_init(&queue, &study));
    ck_assert(thud_queue_mark(&queue, 0) && thud_queue_mark(&queue, 20) && thud_queue_mark(&queue, 41));
    ck_assert(!thud_queue_mark(&queue, 20) && !thud_queue_mark(&queue, 42));
    for (;;) {
        size_t left = queue.left;
        thud_order order = thud_queue_take(&queue, workers);
        if (order.count == 0) break;
        ck_assert_uint_le(order.count, left / (4 * workers) > 0 ? left / (4 * workers) : 1);
        ck_assert_uint_le(order.count, 16);
        ck_assert_uint_eq(queue.left, left - order.count);
        for (size_t i = 0; i < order.count; i++) given[order.cases[i]]++;
    }
    for (size_t i = 0; i < 42; i++) ck_assert_int_eq(given[i], i != 0 && i != 20 && i != 41);
    ck_assert_uint_eq(queue.left, 0);
    thud_queue_clear(&queue);
}
END_TEST

/* what needs a device is not forked, for drivers have threads of their own */
int main(int argc, char **argv) {
    TCase *tests = tcase_create("executor");
    thud_device_info info;
    if (argc > 1 && strcmp(argv[1], "device") == 0) {
        if (thud_device_at(0, &info) != THUD_OK || !info.has_doubles)
            leave_out("a_device_keeps_the_contract", "there is no OpenCL device with doubles");
        else tcase_add_loop_test(tests, a_device_keeps_the_contract, 0, CONTRACT_TRIALS);
        return run_suite("executor of a device", tests);
    }
    tcase_add_loop_test(tests, executors_keep_the_contract, 0, EXECUTOR_COUNT * CONTRACT_TRIALS);
    tcase_add_loop_test(tests, pretended_devices_keep_the_contract, 0, 2 * CONTRACT_TRIALS);
    tcase_add_loop_test(tests, queue_hands_out_every_case_once, 0, 5);
    return run_suite("executor", tests);
}
