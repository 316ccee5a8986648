#define _XOPEN_SOURCE 700 /* mkdtemp, fork, opendir */

/*
 * Readers beside what a killed sweep has left: all that was committed is read, no byte of any file is changed, and
 * a log that is not the store's is refused by readers and writers.
 */
#include <dirent.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/hash.h"
#include "store_folder.h"
#include "suite.h"

/* ---- files ---- */

/* names and bytes of all files of the folder */
static uint64_t fingerprint(void) {
    uint64_t sum = 0; /* the order of a folder is the system's */
    DIR *files = opendir(folder);
    ck_assert_ptr_nonnull(files);
    for (const struct dirent *entry; (entry = readdir(files));) {
        if (*entry->d_name == '.') continue;
        char name[400];
        size_t size;
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        char *bytes = read_file(name, &size);
        sum += thud_hash_bytes(thud_hash_text(THUD_HASH_START, entry->d_name), bytes, size);
        free(bytes);
    }
    closedir(files);
    return sum;
}

/* a file of the folder: results.db and this */
static char *load(const char *ending, size_t *size) {
    char name[128];
    snprintf(name, sizeof name, "%s%s", path, ending);
    return read_file(name, size);
}

static void put(const char *ending, const char *bytes, size_t size) {
    char name[128];
    snprintf(name, sizeof name, "%s%s", path, ending);
    write_file(name, bytes, size);
}

static void drop(const char *ending) {
    char name[128];
    snprintf(name, sizeof name, "%s%s", path, ending);
    unlink(name);
}

/* ---- sweeps that are killed ---- */

/* adds cases, commits them, adds five more, and is gone; some of these are in the log without their commit */
static void kill_sweep(const thud_study *study, size_t first, size_t end) {
    const pid_t child = fork();
    if (child == 0) {
        thud_store *store = open_store(study, THUD_STUDY_CONTINUE);
        add_cases(store, study, first, end);
        wait_long(store);
        if (thud_store_commit(store) != THUD_OK) _exit(1);
        add_cases(store, study, end, end + 5);
        _exit(0);
    }
    int ended;
    ck_assert_int_eq(waitpid(child, &ended, 0), child);
    ck_assert_int_eq(ended, 0);
}

/* rows that a reader finds; SIZE_MAX where it refuses */
static size_t count_rows(void) {
    thud_results *results = NULL;
    thud_results_row row;
    size_t rows = 0;
    bool found = true;
    thud_status status = thud_results_open(folder, &note, &results);
    while (status == THUD_OK && found) {
        status = thud_results_next(results, &row, &found);
        rows += status == THUD_OK && found;
    }
    if (status == THUD_OK) ck_assert_uint_eq(thud_results_info(results)->done, rows);
    thud_results_close(results);
    return status == THUD_OK ? rows : SIZE_MAX;
}

START_TEST(readers_change_nothing) {
    thud_study study = double_study();
    kill_sweep(&study, 0, 16);
    const uint64_t before = fingerprint();
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(count_rows() == 16, "%s", note.text);
        ck_assert(fingerprint() == before);
    }
    /* without the shared memory that the killed one has left */
    drop("-shm");
    const uint64_t less = fingerprint();
    ck_assert_uint_eq(count_rows(), 16);
    ck_assert(fingerprint() == less);
    /* one that was closed */
    fill(&study, 16, 42);
    const uint64_t closed = fingerprint();
    ck_assert_uint_eq(count_rows(), 42);
    ck_assert(fingerprint() == closed);
}
END_TEST

START_TEST(kills_in_a_row_lose_nothing) {
    thud_study study = double_study();
    for (size_t i = 0; i < 5; i++) {
        kill_sweep(&study, 8 * i, 8 * i + 8);
        ck_assert_msg(count_rows() == 8 * i + 8, "after kill %zu: %s", i + 1, note.text);
    }
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 40);
}
END_TEST

/* where nobody can write, read by somebody whom permissions stop */
START_TEST(reads_what_is_locked) {
    thud_study study = double_study();
    kill_sweep(&study, 0, 16);
    drop("-shm");
    chmod(folder, 0555);
    const uint64_t before = fingerprint();
    const pid_t child = fork();
    if (child == 0) {
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(3);
        _exit(access(folder, W_OK) != 0 && count_rows() == 16 ? 0 : 1);
    }
    int ended;
    ck_assert_int_eq(waitpid(child, &ended, 0), child);
    chmod(folder, 0755);
    ck_assert_int_eq(ended, 0);
    ck_assert(fingerprint() == before);
}
END_TEST

/* ---- logs of others ---- */

static void refuse_log(const thud_study *study) {
    thud_results *results = NULL;
    const uint64_t before = fingerprint();
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_ERROR_MISMATCH);
        ck_assert_msg(strstr(note.text, "results.db-wal' is the log of another store"), "%s", note.text);
    }
    refuse(study, THUD_STUDY_CONTINUE, THUD_ERROR_MISMATCH, "is the log of another store");
    refuse(study, THUD_STUDY_EXTEND, THUD_ERROR_MISMATCH, "is the log of another store");
    ck_assert(fingerprint() == before);
    /* without it the store is whole */
    drop("-wal");
    ck_assert_uint_eq(count_rows(), 42);
}

/* of a sweep that was killed at once: its log has the tables of an empty store */
START_TEST(log_of_another_store) {
    thud_study study = double_study();
    size_t size;
    kill_sweep(&study, 0, 0);
    char *log = load("-wal", &size);
    drop("");
    drop("-wal");
    drop("-shm");
    fill(&study, 0, 42);
    put("-wal", log, size);
    refuse_log(&study);
    free(log);
}
END_TEST

START_TEST(log_of_an_earlier_sweep) {
    thud_study study = double_study();
    size_t size;
    kill_sweep(&study, 0, 16);
    char *log = load("-wal", &size);
    fill(&study, 16, 42);
    put("-wal", log, size);
    refuse_log(&study);
    free(log);
}
END_TEST

/* a copy of the store that is older than what the log was begun upon */
START_TEST(log_of_a_later_sweep) {
    thud_study study = double_study();
    size_t size, log_size;
    fill(&study, 0, 42);
    char *file = load("", &size);
    fill(&study, 0, 0);
    kill_sweep(&study, 0, 8);
    char *log = load("-wal", &log_size);
    drop("-shm");
    put("", file, size);
    put("-wal", log, log_size);
    refuse_log(&study);
    free(log);
    free(file);
}
END_TEST

/* moved aside together: neither has changed the other */
START_TEST(restart_takes_the_log_along) {
    thud_study study = double_study();
    size_t size, file_size;
    kill_sweep(&study, 0, 16);
    char *log = load("-wal", &size);
    fill(&study, 16, 42);
    char *file = load("", &file_size);
    put("-wal", log, size);
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_RESTART, &failed), 0);
    char name[128];
    snprintf(name, sizeof name, "%s/results-1.db", folder);
    size_t there_size;
    char *there = read_file(name, &there_size);
    ck_assert_uint_eq(there_size, file_size);
    ck_assert_int_eq(memcmp(there, file, file_size), 0);
    snprintf(name, sizeof name, "%s/results-1.db-shm", folder);
    unlink(name);
    free(there);
    free(file);
    free(log);
}
END_TEST

/* ---- a sweep that begins while somebody reads ---- */

START_TEST(a_reader_notices_a_writer) {
    thud_study study = double_study();
    fill(&study, 0, 20);
    thud_results *results = NULL;
    thud_results_row row;
    bool found = true;
    ck_assert_int_eq(thud_results_open(folder, &note, &results), THUD_OK);
    fill(&study, 20, 42);
    thud_status status = THUD_OK;
    while (status == THUD_OK && found) status = thud_results_next(results, &row, &found);
    ck_assert_int_eq(status, THUD_ERROR_IN_USE);
    ck_assert_ptr_nonnull(strstr(note.text, "changed while it was read"));
    thud_results_close(results);
    ck_assert_uint_eq(count_rows(), 42);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("logs");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_test(tests, readers_change_nothing);
    tcase_add_test(tests, kills_in_a_row_lose_nothing);
    tcase_add_test(tests, reads_what_is_locked);
    tcase_add_test(tests, log_of_another_store);
    tcase_add_test(tests, log_of_an_earlier_sweep);
    tcase_add_test(tests, log_of_a_later_sweep);
    tcase_add_test(tests, restart_takes_the_log_along);
    tcase_add_test(tests, a_reader_notices_a_writer);
    return run_suite("logs", tests);
}
