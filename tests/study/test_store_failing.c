#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * Everything that a store asks SQLite or the memory for fails once, one call after another: what is done ends with
 * a status and a sentence, and the store is as whole as before, so that the next one goes on.
 */
#include <stdlib.h>

#include <sqlite3.h>

#include "store_folder.h"
#include "study/store/shards.h"
#include "suite.h"

/* the linker brings these in place of the real ones */
int __real_sqlite3_step(sqlite3_stmt *statement);
int __real_sqlite3_prepare_v2(sqlite3 *db, const char *text, int size, sqlite3_stmt **statement, const char **tail);
int __real_sqlite3_exec(sqlite3 *db, const char *text, int (*row)(void *, int, char **, char **), void *context,
                        char **said);
void *__real_calloc(size_t count, size_t size);
int __wrap_sqlite3_step(sqlite3_stmt *statement);
int __wrap_sqlite3_prepare_v2(sqlite3 *db, const char *text, int size, sqlite3_stmt **statement, const char **tail);
int __wrap_sqlite3_exec(sqlite3 *db, const char *text, int (*row)(void *, int, char **, char **), void *context,
                        char **said);
void *__wrap_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);

static long left; /* calls until one fails; 0: none does */

static bool fails(void) { return left > 0 && --left == 0; }

int __wrap_sqlite3_step(sqlite3_stmt *statement) { return fails() ? SQLITE_IOERR : __real_sqlite3_step(statement); }

int __wrap_sqlite3_prepare_v2(sqlite3 *db, const char *text, int size, sqlite3_stmt **statement,
                              const char **tail) {
    if (!fails()) return __real_sqlite3_prepare_v2(db, text, size, statement, tail);
    *statement = NULL;
    return SQLITE_NOMEM;
}

static void (*between)(void); /* what somebody else does after a commit, before the next transaction begins */

int __wrap_sqlite3_exec(sqlite3 *db, const char *text, int (*row)(void *, int, char **, char **), void *context,
                        char **said) {
    void (*act)(void) = strcmp(text, "BEGIN IMMEDIATE") == 0 ? between : NULL;
    if (act) {
        between = NULL;
        act();
    }
    return fails() ? SQLITE_FULL : __real_sqlite3_exec(db, text, row, context, said);
}

char *__wrap_strdup(const char *text) { return fails() ? NULL : __real_strdup(text); }

void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }

void *__wrap_realloc(void *block, size_t size) { return fails() ? NULL : __real_realloc(block, size); }

/* ---- what is tried ---- */

static thud_study study, other;

static thud_status sweep(const thud_study *which, thud_study_mode mode) {
    thud_store *store = NULL;
    thud_queue queue = {0};
    thud_store_found found;
    thud_status status = try_store(which, mode, &store);
    if (status != THUD_OK) return status;
    if (!thud_queue_init(&queue, which)) status = thud_error_set(&note, THUD_ERROR_MEMORY, "no memory");
    if (status == THUD_OK) status = thud_store_load(store, &queue, &found);
    for (size_t i = 0; status == THUD_OK && i < 5; i++) {
        double values[DOUBLE_RESULTS] = {0};
        thud_case_result result = {.case_index = i, .values = values};
        status = thud_store_add(store, &result);
        if (status == THUD_OK && i == 2) status = thud_store_commit(store);
    }
    thud_queue_clear(&queue);
    const thud_status closed = thud_store_close(store);
    return status == THUD_OK ? closed : status;
}

static thud_status go_on(void) { return sweep(&study, THUD_STUDY_CONTINUE); }
static thud_status extend(void) { return sweep(&other, THUD_STUDY_EXTEND); }
static thud_status restart(void) { return sweep(&study, THUD_STUDY_RESTART); }

static thud_status read_all(void) {
    thud_results *results = NULL;
    thud_results_row row;
    thud_store_failures failures[2];
    size_t count;
    bool found = true;
    thud_status status = thud_results_open(folder, &note, &results);
    while (status == THUD_OK && found) status = thud_results_next(results, &row, &found);
    if (status == THUD_OK) status = thud_results_failures(results, 2, failures, &count);
    thud_results_close(results);
    return status;
}

static void remove_all(void) {
    static const char *const endings[] = {"results.db", "results.db-wal", "results.db-shm", "results-1.db"};
    char name[128];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, endings[i]);
        unlink(name);
    }
}

/* each call of `act` in turn; from a store of these bytes, or from none */
static void try_all(const char *what, thud_status (*act)(void), const char *bytes, size_t size) {
    size_t trials = 0, failures = 0, failed;
    for (long number = 1;; number++) {
        remove_all();
        if (bytes) write_file(path, bytes, size);
        note.text[0] = '\0';
        left = number;
        const thud_status status = act();
        const bool reached = left == 0;
        left = 0;
        if (!reached) break;
        trials++;
        failures += status != THUD_OK;
        ck_assert_msg(status == THUD_OK || *note.text, "%s, call %ld: status %d, and not a word", what, number,
                      status);
        ck_assert_msg(!strstr(note.text, "damaged"), "%s, call %ld: %s, and nothing is", what, number, note.text);
        /* the same store for the next one: nothing of it is lost, whatever else there is */
        if (act == go_on || act == read_all) {
            thud_store *store = open_store(&study, THUD_STUDY_CONTINUE);
            thud_store_found found;
            ck_assert_msg(loaded(store, &study, &found) >= (bytes ? 42 : 0), "%s, call %ld: lost rows", what,
                          number);
            ck_assert_int_eq(thud_store_close(store), THUD_OK);
        }
        if (act == extend) ck_assert_uint_ge(count_in(&study, THUD_STUDY_EXTEND, &failed), 42);
    }
    printf("%s: %zu calls fail, %zu of them end it\n", what, trials, failures);
    ck_assert_uint_gt(failures, 10); /* every opening has more statements than that */
}

START_TEST(every_call_may_fail) {
    size_t size;
    study = other = double_study();
    study.fail_every = other.fail_every = 5;
    other.first_gap = 2;
    fill(&study, 0, 42);
    char *bytes = read_file(path, &size);
    try_all("a new store", go_on, NULL, 0);
    try_all("going on", go_on, bytes, size);
    try_all("an extension", extend, bytes, size);
    try_all("a restart", restart, bytes, size);
    try_all("reading", read_all, bytes, size);
    free(bytes);
}
END_TEST

/* a list of shards that is written, and read again; of two */
static thud_status list_shards(void) {
    thud_shards plan = {0}, again = {0};
    thud_study_options options = thud_study_options_default(folder);
    options.shards = 2;
    bool there = false;
    thud_status status = thud_shards_plan(&study, &options, &plan);
    if (status != THUD_OK)
        snprintf(note.text, sizeof note.text, "%s", thud_status_text(status)); /* as its caller does */
    if (status == THUD_OK) status = thud_shards_settle(folder, &plan, &note);
    if (status == THUD_OK) status = thud_shards_read(folder, &note, &again, &there);
    if (status == THUD_OK && (!there || again.count != 2 || again.list[1].first != plan.list[1].first))
        status = THUD_ERROR_MISMATCH;
    thud_shards_clear(&plan);
    thud_shards_clear(&again);
    return status;
}

START_TEST(lists_of_shards) {
    char list[128];
    size_t failures = 0;
    study = double_study();
    snprintf(list, sizeof list, "%s/shards", folder);
    /* where there is none, and where one is read first and compared */
    for (int there = 0; there < 2; there++)
        for (long number = 1;; number++) {
            if (there) ck_assert_int_eq(list_shards(), THUD_OK);
            else unlink(list);
            note.text[0] = '\0';
            left = number;
            const thud_status status = list_shards();
            const bool reached = left == 0;
            left = 0;
            ck_assert_msg(status == THUD_OK || status == THUD_ERROR_MEMORY || status == THUD_ERROR_FILE,
                          "call %ld: status %d: %s", number, status, note.text);
            ck_assert_msg(status == THUD_OK || *note.text, "call %ld: not a word", number);
            failures += status != THUD_OK;
            if (!reached) break;
        }
    ck_assert_uint_gt(failures, 15); /* plan, path, text, file, list and text again, of each */
    unlink(list);
}
END_TEST

/* SQLite has no lock for an instant after each commit: somebody who waits for it would take the store away */
static int intrusions;

static void intrude(void) {
    static const thud_study_mode modes[] = {THUD_STUDY_CONTINUE, THUD_STUDY_EXTEND, THUD_STUDY_RESTART};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        refuse(&study, modes[i], THUD_ERROR_IN_USE, "is in use: process ");
    intrusions++;
}

START_TEST(nobody_comes_between_commits) {
    study = double_study();
    thud_store *store = open_store(&study, THUD_STUDY_CONTINUE);
    for (size_t i = 0; i < 3; i++) {
        add_cases(store, &study, 10 * i, 10 * i + 10);
        between = intrude;
        ck_assert_msg(thud_store_commit(store) == THUD_OK, "%s", note.text);
    }
    ck_assert_int_eq(intrusions, 3);
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 30);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("failing stores");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_test(tests, every_call_may_fail);
    tcase_add_test(tests, lists_of_shards);
    tcase_add_test(tests, nobody_comes_between_commits);
    return run_suite("failing stores", tests);
}
