#define _XOPEN_SOURCE 700 /* mkdtemp */

/* Results through the public headers alone: what a worker computes stands in rows, in chunks and in shards. */
#include <math.h>
#include <unistd.h>

#include <thud/thud.h>

#include "study_text.h"
#include "suite.h"

enum { CASES = 12 };

static const char SCENARIO[] = "bodies: {ball: {mass: 1}}\n"
                               "gravity: 9.81\n"
                               "duration: 1\n"
                               "contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton,"
                               " restitution: 0.5}]\n";

static const char STUDY[] =
    "title: Balls\n"
    "scenario: scenario.yaml\n"
    "vary:\n"
    "  gap: {path: contacts.floor.gap, values: [0.5, 1 m, 1.5, .inf], labels: [low, middle, high, none]}\n"
    "  e: {path: contacts.floor.restitution, samples: {distribution: uniform, low: 0.3, high: 0.9}, count: 3, "
    "seed: 7}\n";

static char directory[64];
static thud_study *study;

static void sweep(thud_study_layout layout, size_t shard, size_t shards, const thud_executor *executor) {
    thud_study_options options = thud_study_options_default(directory);
    thud_study_summary summary;
    options.layout = layout;
    options.chunk = layout == THUD_STUDY_LAYOUT_COLUMNS ? 5 : 0;
    options.shard = shard;
    options.shards = shards;
    options.executor = executor;
    const thud_status status = thud_study_run(study, &options, &summary);
    ck_assert_msg(status == THUD_OK, "%s", summary.error.text);
}

static thud_results *open_results(thud_error *error) {
    thud_results *results;
    ck_assert_msg(thud_results_open(directory, error, &results) == THUD_OK, "%s", error->text);
    return results;
}

/* each result of each case, and what stands beside it */
static void check(size_t first, size_t end) {
    thud_error error = {0};
    thud_results *results = open_results(&error);
    const thud_store_info *info = thud_results_info(results);
    const size_t count = thud_study_result_count(study), gap = thud_results_find(results, "gap");
    thud_results_row row;
    thud_worker *worker;
    bool found;
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    ck_assert_str_eq(info->title, "Balls");
    ck_assert_uint_eq(info->hash, thud_study_hash(study));
    ck_assert_uint_eq(info->total, CASES);
    ck_assert_uint_eq(info->done, end - first);
    size_t failed = 0;
    for (size_t i = first; i < end; i++) {
        thud_case_result own;
        ck_assert_int_eq(thud_worker_run(worker, i, NULL, &own), THUD_OK);
        ck_assert_int_eq(thud_results_next(results, &row, &found), THUD_OK);
        ck_assert(found);
        ck_assert_uint_eq(row.case_index, i);
        const bool good = own.error.status == THUD_OK;
        failed += !good;
        ck_assert_int_eq(good, strcmp(row.status, "ok") == 0);
        if (!good) ck_assert_str_eq(row.reason, own.error.text);
        ck_assert(thud_results_number(results, gap) == thud_study_number(study, i, gap));
        for (size_t k = 0; k < count; k++) {
            const size_t column = thud_results_find(results, thud_study_result_name(study, k));
            const double there = thud_results_number(results, column);
            ck_assert_int_eq(thud_results_column_kind(results, column), THUD_COLUMN_RESULT);
            ck_assert_str_eq(thud_results_column_unit(results, column), thud_study_result_unit(study, k));
            ck_assert_msg(there == own.values[k] || (isnan(there) && isnan(own.values[k])), "case %zu: %s", i,
                          thud_study_result_name(study, k));
        }
    }
    ck_assert_int_eq(thud_results_next(results, &row, &found), THUD_OK);
    ck_assert(!found && isnan(thud_results_number(results, gap)));
    ck_assert_uint_eq(info->failed, failed);
    thud_worker_free(worker);
    thud_results_close(results);
}

static void set_up_study(void) {
    study = good_study("results_study", SCENARIO, STUDY);
    ck_assert_uint_eq(thud_study_case_count(study), CASES);
    snprintf(directory, sizeof directory, "%s/thud-results-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
}

static void tear_down_study(void) {
    char command[128];
    thud_study_free(study);
    snprintf(command, sizeof command, "rm -r %s", directory);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(rows) {
    sweep(THUD_STUDY_LAYOUT_ROWS, 0, 0, NULL);
    check(0, CASES);
}
END_TEST

START_TEST(chunks) {
    sweep(THUD_STUDY_LAYOUT_COLUMNS, 0, 0, thud_executor_find("threads"));
    check(0, CASES);
}
END_TEST

START_TEST(shards) {
    sweep(THUD_STUDY_LAYOUT_ROWS, 2, 2, thud_executor_find("serial"));
    check(CASES / 2, CASES);
    sweep(THUD_STUDY_LAYOUT_ROWS, 1, 2, NULL);
    check(0, CASES);
}
END_TEST

START_TEST(columns_by_name_and_few_of_them) {
    thud_error error = {0};
    sweep(THUD_STUDY_LAYOUT_COLUMNS, 0, 0, NULL);
    thud_results *results = open_results(&error);
    const size_t count = thud_results_column_count(results), gap = thud_results_find(results, "gap"),
                 impacts = thud_results_find(results, "impacts");
    ck_assert_uint_eq(thud_results_find(results, "nothing"), count);
    ck_assert_ptr_null(thud_results_column_name(results, count));
    ck_assert_ptr_null(thud_results_column_unit(results, count));
    ck_assert_int_eq(thud_results_column_kind(results, gap), THUD_COLUMN_AXIS);
    ck_assert_int_eq(thud_results_column_kind(results, gap + 1), THUD_COLUMN_LABEL);
    ck_assert_str_eq(thud_results_column_unit(results, gap), "m");
    ck_assert(isnan(thud_results_number(results, gap))); /* before the first row */
    bool *wanted = calloc(count, sizeof *wanted);
    wanted[gap] = wanted[gap + 1] = wanted[impacts] = true;
    ck_assert_int_eq(thud_results_want(results, wanted), THUD_OK);
    free(wanted);
    thud_results_row row;
    bool found;
    double two[2];
    ck_assert_int_eq(thud_results_next(results, &row, &found), THUD_OK);
    ck_assert_str_eq(thud_results_text(results, gap + 1), "low");
    ck_assert(isnan(thud_results_number(results, count)) && !thud_results_text(results, count));
    thud_results_numbers(results, 2, (size_t[]){impacts, gap}, two);
    ck_assert(two[0] > 0 && two[1] == 0.5);
    thud_results_close(results);
    thud_results_close(NULL);
}
END_TEST

START_TEST(nothing_there) {
    thud_error error = {0};
    thud_results *results = NULL;
    ck_assert_int_eq(thud_results_open(directory, &error, &results), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "there is no"));
    ck_assert_int_eq(thud_results_open(directory, NULL, &results), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(results);
}
END_TEST

START_TEST(executors) {
    thud_executor *device = NULL;
    ck_assert_ptr_null(thud_executor_find("abacus"));
    ck_assert_int_eq(thud_executor_on_device(thud_device_count(), &device), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(device);
    thud_executor_free(NULL);
    if (thud_device_count() == 0) return; /* the rest of it needs one */
    ck_assert_int_eq(thud_executor_on_device(0, &device), THUD_OK);
    sweep(THUD_STUDY_LAYOUT_ROWS, 0, 0, device);
    const thud_device_tally *tally = thud_executor_tally(device);
    ck_assert_uint_eq(tally->on_device + tally->on_cores, CASES);
    thud_executor_free(device);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("results");
    tcase_add_checked_fixture(tests, set_up_study, tear_down_study);
    tcase_add_test(tests, rows);
    tcase_add_test(tests, chunks);
    tcase_add_test(tests, shards);
    tcase_add_test(tests, columns_by_name_and_few_of_them);
    tcase_add_test(tests, nothing_there);
    tcase_add_test(tests, executors);
    return run_suite("results", tests);
}
