#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * A sweep as a whole: every case is run once, over any number of interruptions, and what is stored does not depend
 * on who ran it.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <thud/sweep.h>

#include "double.h"
#include "study/store/store_read.h"
#include "suite.h"

enum { CASES = 42 };

static char folder[64];

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/thud-sweep-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void tidy(void) {
    char name[128];
    snprintf(name, sizeof name, "%s/results.db", folder);
    unlink(name);
    ck_assert_int_eq(rmdir(folder), 0); /* a closed store is one file */
}

/* What the functions of the options see. */
typedef struct watch {
    atomic_size_t asked; /* times */
    size_t stop_at;      /* stops when asked for so many times; 0: never */
    size_t reports;
    thud_study_progress last;
} watch;

static void see(void *context, const thud_study_progress *progress) {
    watch *w = context;
    w->reports++;
    w->last = *progress;
}

static bool stop(void *context) {
    watch *w = context;
    return atomic_fetch_add(&w->asked, 1) + 1 >= w->stop_at && w->stop_at > 0;
}

static thud_status sweep(thud_study *study, size_t jobs, watch *w, thud_study_summary *summary) {
    thud_study_options options = thud_study_options_default(folder);
    options.jobs = jobs;
    options.context = w;
    options.progress = see;
    options.stop = stop;
    return thud_study_run(study, &options, summary);
}

START_TEST(every_case_is_run_once) {
    size_t jobs = (size_t)_i + 1;
    atomic_int runs[CASES] = {0};
    thud_study study = double_study();
    thud_study_summary summary;
    watch w = {0};
    study.by_case = runs;
    study.fail_every = 10;
    ck_assert_msg(sweep(&study, jobs, &w, &summary) == THUD_OK, "%s", summary.error.text);
    for (size_t i = 0; i < CASES; i++) ck_assert_int_eq(runs[i], 1);
    ck_assert_uint_eq(summary.progress.total, CASES);
    ck_assert_uint_eq(summary.progress.before, 0);
    ck_assert_uint_eq(summary.progress.done, CASES);
    ck_assert_uint_eq(summary.progress.failed, 5); /* 1, 11, 21, 31, 41 */
    ck_assert_uint_ge(w.reports, 1);
    ck_assert_uint_eq(w.last.done, CASES);
    ck_assert_str_eq(summary.error.text, "");
    /* again: there is nothing left to do */
    ck_assert_int_eq(sweep(&study, jobs, &w, &summary), THUD_OK);
    ck_assert_uint_eq(study.runs, CASES);
    ck_assert_uint_eq(summary.progress.before, CASES);
    ck_assert_uint_eq(summary.progress.failed, 5);
}
END_TEST

/* stopped again and again, a little later each time; what was finished is never run again */
START_TEST(interruptions_cost_nothing) {
    size_t jobs = (size_t)_i + 1, rounds = 0;
    atomic_int runs[CASES] = {0};
    thud_study study = double_study();
    thud_study_summary summary;
    thud_status status;
    size_t before = 0;
    study.by_case = runs;
    study.work = 100000;
    do {
        watch w = {.stop_at = 100 + 50 * rounds++};
        status = sweep(&study, jobs, &w, &summary);
        ck_assert_msg(status == THUD_OK || status == THUD_ERROR_STOPPED, "%s", summary.error.text);
        ck_assert_uint_eq(summary.progress.before, before);
        ck_assert_uint_ge(summary.progress.done, before);
        before = summary.progress.done;
    } while (status == THUD_ERROR_STOPPED && rounds < 1000);
    ck_assert_int_eq(status, THUD_OK);
    ck_assert_uint_gt(rounds, 2);
    for (size_t i = 0; i < CASES; i++) ck_assert_int_eq(runs[i], 1);
}
END_TEST

/* a worker that gives up ends the sweep; what was finished stays */
START_TEST(what_was_finished_stays) {
    size_t jobs = (size_t)_i + 1;
    thud_study study = double_study();
    thud_study_summary summary;
    watch w = {0};
    study.broken = thud_study_case_at(&study, 30);
    ck_assert_int_eq(sweep(&study, jobs, &w, &summary), THUD_ERROR_MEMORY);
    ck_assert_str_eq(summary.error.text, thud_status_text(THUD_ERROR_MEMORY));
    ck_assert_uint_ge(summary.progress.done, 20);
    ck_assert_uint_le(summary.progress.done, 41);
    size_t before = summary.progress.done;
    study.broken = SIZE_MAX;
    ck_assert_int_eq(sweep(&study, jobs, &w, &summary), THUD_OK);
    ck_assert_uint_eq(summary.progress.before, before);
}
END_TEST

START_TEST(a_refusal_says_why) {
    thud_study study = double_study();
    thud_study_summary summary;
    watch w = {0};
    ck_assert_int_eq(sweep(&study, 1, &w, &summary), THUD_OK);
    study.salt = 5;
    ck_assert_int_eq(sweep(&study, 1, &w, &summary), THUD_ERROR_MISMATCH);
    ck_assert_ptr_nonnull(strstr(summary.error.text, "--restart"));
    ck_assert_uint_eq(study.runs, CASES);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sweep");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_loop_test(tests, every_case_is_run_once, 0, 4);
    tcase_add_loop_test(tests, interruptions_cost_nothing, 0, 3);
    tcase_add_loop_test(tests, what_was_finished_stays, 0, 3);
    tcase_add_test(tests, a_refusal_says_why);
    return run_suite("sweep", tests);
}
