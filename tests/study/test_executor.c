/*
 * Queue, and the executors of one process against the contract of all; tests/study/test_executor_mpi.c has the
 * ranks.
 */
#include "contract.h"
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

int main(void) {
    TCase *tests = tcase_create("executor");
    tcase_add_loop_test(tests, executors_keep_the_contract, 0, EXECUTOR_COUNT * CONTRACT_TRIALS);
    tcase_add_loop_test(tests, queue_hands_out_every_case_once, 0, 5);
    return run_suite("executor", tests);
}
