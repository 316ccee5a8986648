#define _XOPEN_SOURCE 700 /* mkdtemp, fork */

/*
 * The store by itself: every bit that goes in comes out, and what is not a store of the study is left alone.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "double.h"
#include "store_folder.h"
#include "study/store/store_row.h"
#include "suite.h"

static bool same_bits(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static void check_row(const thud_results *results, const thud_results_row *row, const thud_study *study) {
    const thud_columns *columns = thud_results_columns(results);
    bool fails = double_fails(study, row->case_index);
    ck_assert_str_eq(row->status, fails ? "accuracy" : "ok");
    ck_assert(fails ? strstr(row->reason, "as wanted") != NULL : row->reason == NULL);
    char notes[THUD_CASE_NOTES];
    double_notes(study, row->case_index, notes);
    ck_assert_str_eq(row->notes ? row->notes : "", notes); /* a case that fails has none */
    ck_assert_double_eq(row->wall_seconds, 0.25);
    for (size_t i = 0; i < columns->count; i++) {
        const thud_column *column = &columns->list[i];
        thud_axis_value value;
        if (column->kind != THUD_COLUMN_RESULT) thud_study_value(study, row->case_index, column->index, &value);
        switch (column->kind) {
        case THUD_COLUMN_AXIS: ck_assert(same_bits(thud_results_number(results, i), value.number)); break;
        case THUD_COLUMN_TEXT: ck_assert_str_eq(thud_results_text(results, i), value.text); break;
        case THUD_COLUMN_LABEL: ck_assert_str_eq(thud_results_text(results, i), value.label); break;
        case THUD_COLUMN_RESULT:
            ck_assert(
                same_bits(thud_results_number(results, i), double_result(study, row->case_index, column->index)));
        }
    }
}

START_TEST(every_bit_comes_back) {
    thud_study study = double_study();
    study.noted = true;
    study.fail_every = 5;
    fill(&study, 0, 42);
    thud_results *results = NULL;
    thud_results_row row;
    bool found = true;
    size_t rows = 0;
    ck_assert_msg(thud_results_open(folder, &note, &results) == THUD_OK, "%s", note.text);
    const thud_store_info *info = thud_results_info(results);
    ck_assert_str_eq(info->title, study.title);
    ck_assert_str_eq(info->version, thud_version());
    ck_assert_uint_eq(info->total, 42);
    ck_assert_uint_eq(info->done, 42);
    ck_assert_uint_eq(info->failed, 9);                /* 1, 6, … 41 */
    ck_assert_double_eq(info->wall_seconds, 42 / 4.0); /* exact: a quarter each */
    ck_assert_uint_eq(thud_results_columns(results)->count, 3 + 1 + DOUBLE_RESULTS);
    ck_assert_str_eq(thud_results_columns(results)->list[4].unit, "m");
    for (;;) {
        ck_assert_int_eq(thud_results_next(results, &row, &found), THUD_OK);
        if (!found) break;
        ck_assert_uint_eq(row.case_index, rows++);
        check_row(results, &row, &study);
    }
    ck_assert_uint_eq(rows, 42);
    thud_store_failures failures[3];
    size_t count;
    ck_assert_int_eq(thud_results_failures(results, 3, failures, &count), THUD_OK);
    ck_assert_uint_eq(count, 3); /* each has a reason of its own; the first three of them */
    ck_assert_uint_eq(failures[0].first, 1);
    thud_results_close(results);
}
END_TEST

/* the way to the study: that of the last sweep */
START_TEST(the_study_is_found_again) {
    thud_study study = double_study();
    thud_results *results = NULL;
    fill(&study, 0, 3);
    ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_OK);
    ck_assert_str_eq(thud_results_info(results)->study, study.path);
    ck_assert_uint_eq(thud_results_info(results)->hash, thud_study_hash(&study));
    thud_results_close(results);
    study.path = "/elsewhere/double.yaml";
    fill(&study, 3, 6);
    ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_OK);
    ck_assert_str_eq(thud_results_info(results)->study, "/elsewhere/double.yaml");
    ck_assert_uint_eq(thud_results_info(results)->done, 6);
    thud_results_close(results);
}
END_TEST

START_TEST(only_commits_survive) {
    thud_study study = double_study();
    pid_t child = fork();
    if (child == 0) {
        thud_store *store = open_store(&study, THUD_STUDY_CONTINUE);
        add_cases(store, &study, 0, 10);
        wait_long(store);
        if (thud_store_commit(store) != THUD_OK) _exit(1);
        add_cases(store, &study, 10, 20);
        /* as a kill would end it; in chunks, 8 to 15 is whole and the others wait */
        size_t failed, waiting = thud_store_waiting(store, &failed);
        _exit(thud_store_pending(store) == (STORE_CHUNK ? 8 : 10) && waiting == (STORE_CHUNK ? 4 : 0) ? 0 : 2);
    }
    int ended;
    ck_assert_int_eq(waitpid(child, &ended, 0), child);
    ck_assert_int_eq(ended, 0);
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 10);
}
END_TEST

START_TEST(one_writes_others_read) {
    thud_study study = double_study();
    thud_store *store = open_store(&study, THUD_STUDY_CONTINUE);
    add_cases(store, &study, 0, 10);
    wait_long(store);
    ck_assert_int_eq(thud_store_commit(store), THUD_OK);
    add_cases(store, &study, 10, 20);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_IN_USE, "in use");
    refuse(&study, THUD_STUDY_RESTART, THUD_ERROR_IN_USE, "in use");
    thud_results *results = NULL;
    ck_assert_msg(thud_results_open(folder, &note, &results) == THUD_OK, "%s", note.text);
    ck_assert_uint_eq(thud_results_info(results)->done, 10);
    thud_results_close(results);
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 20);
}
END_TEST

START_TEST(another_study_is_refused) {
    thud_study study = double_study(), other = double_study();
    fill(&study, 0, 42);
    other.salt = 1;
    refuse(&other, THUD_STUDY_CONTINUE, THUD_ERROR_MISMATCH, "has changed since");
    refuse(&other, THUD_STUDY_EXTEND, THUD_ERROR_MISMATCH, "has changed since");
    other.title = "mine";
    refuse(&other, THUD_STUDY_CONTINUE, THUD_ERROR_MISMATCH, "a double");
    other = double_study();
    other.gaps = 7;
    refuse(&other, THUD_STUDY_CONTINUE, THUD_ERROR_MISMATCH, "--extend");
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 42);
}
END_TEST

/* gaps 0…5 are there; then 2…8, of which four are known; then the first again: all of them, none was thrown away */
START_TEST(extension_keeps_what_is_in_both) {
    thud_study first = double_study(), second = double_study();
    size_t failed;
    fill(&first, 0, 42);
    second.first_gap = 2;
    second.gaps = 7;
    ck_assert_uint_eq(count_in(&second, THUD_STUDY_EXTEND, &failed), 4 * 7);
    ck_assert_uint_eq(count_in(&second, THUD_STUDY_CONTINUE, &failed), 4 * 7);
    fill(&second, 4 * 7, 7 * 7);
    ck_assert_uint_eq(count_in(&second, THUD_STUDY_CONTINUE, &failed), 7 * 7);
    refuse(&first, THUD_STUDY_CONTINUE, THUD_ERROR_MISMATCH, "--extend");
    ck_assert_uint_eq(count_in(&first, THUD_STUDY_EXTEND, &failed), 42);
    ck_assert_uint_eq(count_in(&second, THUD_STUDY_EXTEND, &failed), 49);
    /* the rows are those of their cases: values and numbers go together */
    thud_results *results = NULL;
    thud_results_row row;
    bool found = true;
    ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_OK);
    for (size_t i = 0;; i++) {
        ck_assert_int_eq(thud_results_next(results, &row, &found), THUD_OK);
        if (!found) break;
        thud_axis_value value;
        thud_study_value(&second, i, 0, &value);
        ck_assert_uint_eq(row.case_index, i);
        ck_assert_double_eq(thud_results_number(results, 0), value.number);
    }
    thud_results_close(results);
}
END_TEST

START_TEST(restart_moves_aside) {
    thud_study study = double_study(), other = double_study();
    size_t failed;
    char name[128];
    fill(&study, 0, 42);
    other.salt = 1;
    ck_assert_uint_eq(count_in(&other, THUD_STUDY_RESTART, &failed), 0);
    snprintf(name, sizeof name, "%s/results-1.db", folder);
    ck_assert_str_eq(aside, name);
    ck_assert_uint_eq(count_in(&other, THUD_STUDY_RESTART, &failed), 0);
    ck_assert_ptr_nonnull(strstr(aside, "results-2.db"));
    ck_assert_int_eq(rename(name, path), 0); /* and back: nothing was lost */
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 42);
    ck_assert_str_eq(aside, "");
}
END_TEST

/* ---- what is no store ---- */

START_TEST(noise_and_text_are_left_alone) {
    thud_study study = double_study();
    thud_results *results = NULL;
    char noise[5000];
    unsigned state = 1;
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (char)next_random(&state);
    write_file(path, noise, sizeof noise);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_SYNTAX, "does not begin");
    refuse(&study, THUD_STUDY_EXTEND, THUD_ERROR_SYNTAX, "does not begin");
    ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_ERROR_SYNTAX);
    check_unchanged(noise, sizeof noise);
    write_file(path, "x", 1);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_SYNTAX, "does not begin");
    /* with the head of a database and noise behind */
    memcpy(noise, "SQLite format 3", 16);
    write_file(path, noise, sizeof noise);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_SYNTAX, "damaged");
    check_unchanged(noise, sizeof noise);
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_RESTART, &failed), 0);
}
END_TEST

START_TEST(other_databases_are_left_alone) {
    thud_study study = double_study();
    thud_results *results = NULL;
    sqlite3 *db = NULL;
    size_t size;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "CREATE TABLE cases(x); INSERT INTO cases VALUES(1)", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    char *bytes = read_file(path, &size);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_SYNTAX, "not of thud");
    ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_ERROR_SYNTAX);
    check_unchanged(bytes, size);
    free(bytes);
}
END_TEST

/* cut anywhere: refused as it is, or, where only free pages were lost, still whole */
START_TEST(a_cut_store_is_refused) {
    thud_study study = double_study();
    size_t size;
    study.gaps = 40;
    fill(&study, 0, 280);
    char *bytes = read_file(path, &size);
    ck_assert_uint_gt(size, 5 * 4096);
    for (size_t pages = 1; pages * 4096 < size; pages++) {
        size_t cut = pages * 4096 - (pages % 2 ? 0 : 1000);
        write_file(path, bytes, cut);
        refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_SYNTAX, "damaged");
        check_unchanged(bytes, cut);
    }
    free(bytes);
}
END_TEST

/* noise in the middle: refused, or rows are named; never a crash, and nothing made worse */
START_TEST(noise_in_a_store_does_no_harm) {
    thud_study study = double_study();
    size_t size, refused = 0;
    unsigned state = 7;
    fill(&study, 0, 42);
    char *bytes = read_file(path, &size);
    for (int round = 0; round < 300; round++) {
        char *bad = malloc(size);
        memcpy(bad, bytes, size);
        size_t at = next_random(&state) % (size - 64);
        for (size_t i = 0; i < 64; i++) bad[at + i] = (char)next_random(&state);
        write_file(path, bad, size);
        thud_store *store = NULL;
        thud_results *results = NULL;
        thud_results_row row;
        bool found = true;
        if (thud_results_open(folder, &note, &results) == THUD_OK)
            while (thud_results_next(results, &row, &found) == THUD_OK && found) {
            }
        thud_results_close(results);
        thud_status status = try_store(&study, THUD_STUDY_CONTINUE, &store);
        thud_queue queue;
        ck_assert(thud_queue_init(&queue, &study));
        thud_store_found there = {0};
        if (status == THUD_OK) status = thud_store_load(store, &queue, &there);
        if (status != THUD_OK || there.damaged > 0) refused++;
        thud_store_close(store);
        thud_queue_clear(&queue);
        if (status != THUD_OK && !store) check_unchanged(bad, size);
        free(bad);
        char log[128];
        snprintf(log, sizeof log, "%s-wal", path);
        unlink(log);
        snprintf(log, sizeof log, "%s-shm", path);
        unlink(log);
    }
    /* rows and tables are a third of such a small file; a half of that as a margin */
    ck_assert_uint_gt(refused, 50);
    free(bytes);
}
END_TEST

START_TEST(places_that_are_none) {
    thud_study study = double_study();
    thud_store *store = NULL;
    thud_results *results = NULL;
    char name[128];
    snprintf(name, sizeof name, "%s/other", folder);
    write_file(name, "x", 1);
    thud_study_options there = thud_study_options_default(name);
    ck_assert_int_eq(thud_store_open(&study, &there, aside, &note, &store), THUD_ERROR_FILE);
    ck_assert_ptr_nonnull(strstr(note.text, "a file, not a directory"));
    /* no store below a file, as little as in an empty folder: another directory is what was meant */
    ck_assert_int_eq(thud_results_open(name, &note, &results), THUD_ERROR_ARGUMENT);
    snprintf(name, sizeof name, "%s/a/b", folder);
    ck_assert_int_eq(thud_store_open(&study, &there, aside, &note, &store), THUD_ERROR_FILE);
    ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(note.text, "thud sweep"));
    ck_assert_int_eq(mkdir(path, 0777), 0);
    refuse(&study, THUD_STUDY_RESTART, THUD_ERROR_FILE, "not a file");
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

/* the enumeration's own list, by its names */
START_TEST(statuses_have_their_names) {
#define NAME(code, text) #code,
    static const char *const codes[] = {THUD_STATUS_LIST(NAME)};
    for (int i = 0; i < THUD_STATUS_COUNT; i++) {
        const char *code = strncmp(codes[i], "THUD_ERROR_", 11) == 0 ? codes[i] + 11 : codes[i] + 5;
        ck_assert_int_eq(sqlite3_stricmp(code, thud_store_status_name((thud_status)i)), 0);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("store");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_test(tests, every_bit_comes_back);
    tcase_add_test(tests, the_study_is_found_again);
    tcase_add_test(tests, only_commits_survive);
    tcase_add_test(tests, one_writes_others_read);
    tcase_add_test(tests, another_study_is_refused);
    tcase_add_test(tests, extension_keeps_what_is_in_both);
    tcase_add_test(tests, restart_moves_aside);
    tcase_add_test(tests, noise_and_text_are_left_alone);
    tcase_add_test(tests, other_databases_are_left_alone);
    tcase_add_test(tests, a_cut_store_is_refused);
    tcase_add_test(tests, noise_in_a_store_does_no_harm);
    tcase_add_test(tests, places_that_are_none);
    tcase_add_test(tests, statuses_have_their_names);
    return run_suite("store", tests);
}
