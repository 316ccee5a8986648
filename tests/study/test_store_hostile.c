#define _XOPEN_SOURCE 700 /* mkdtemp, fork */

/*
 * Stores that somebody made to do harm, checksums and all: refused in no time, by readers and by sweeps, and left
 * as they were. Stores that others write to, take away or want to stop with.
 */
#include <sys/wait.h>
#include <time.h>

#include "reseal.h"
#include "store_folder.h"
#include "suite.h"

static void change(const char *statements) {
    sqlite3 *db = NULL;
    char *said = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, statements, NULL, NULL, &said) == SQLITE_OK, "%s: %s", statements, said);
    reseal(db);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

/* rows without end, for whoever asks */
#define ENDLESS "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n) SELECT "

/* more columns than a study could have */
#define MANY_COLUMNS                                                                                               \
    "WITH RECURSIVE n(x) AS (SELECT 100 UNION ALL SELECT x + 1 FROM n LIMIT 100000) "                              \
    "INSERT INTO columns SELECT x, 'result', x, x, '', x FROM n"

/* s of a processor in which a store of 42 cases is refused; it takes milliseconds */
static const double AT_ONCE = 5;

static void is_refused(const thud_study *study, const char *statements, const char *because) {
    thud_results *results = NULL;
    const clock_t begin = clock();
    thud_status status = thud_results_open(folder, &note, &results);
    ck_assert_msg(status == THUD_ERROR_SYNTAX, "%s: read, %d", statements, status);
    ck_assert_msg(strstr(note.text, because), "%s: %s", statements, note.text);
    thud_store *store = NULL;
    status = try_store(study, THUD_STUDY_CONTINUE, &store);
    ck_assert_msg(status == THUD_ERROR_SYNTAX, "%s: taken by a sweep, %d", statements, status);
    ck_assert_msg(strstr(note.text, "not those of a store"), "%s: %s", statements, note.text);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, AT_ONCE);
}

START_TEST(foreign_tables_are_refused) {
    static const char *const statements[] = {
        "ALTER TABLE cases RENAME TO old; CREATE VIEW cases AS " ENDLESS "x AS \"case\" FROM n",
        "ALTER TABLE columns RENAME TO old; CREATE VIEW columns AS " ENDLESS "'result' AS kind FROM n",
        "ALTER TABLE meta RENAME TO old; CREATE VIEW meta AS " ENDLESS "x AS key, x AS value FROM n",
        "DROP TABLE cases; CREATE VIEW cases AS " ENDLESS "x AS \"case\" FROM n",
        "CREATE VIEW more AS SELECT * FROM cases",
        "CREATE TABLE more(x)",
        "CREATE INDEX more ON cases(hash)",
        "CREATE TRIGGER more AFTER DELETE ON cases BEGIN DELETE FROM meta; END",
        "CREATE TRIGGER more AFTER INSERT ON cases BEGIN INSERT INTO cases(\"case\") VALUES(new.\"case\" + 1); END",
        "ALTER TABLE cases ADD COLUMN more",
        "ALTER TABLE cases ADD COLUMN more AS (hash + 1)",
        "ALTER TABLE cases RENAME COLUMN energy TO power",
        "ALTER TABLE meta ADD COLUMN more",
        "DROP TABLE meta; CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "DROP TABLE cases",
    };
    thud_study study = double_study();
    size_t size, now;
    fill(&study, 0, 42);
    char *bytes = read_file(path, &size);
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        write_file(path, bytes, size);
        change(statements[i]);
        char *before = read_file(path, &now);
        is_refused(&study, statements[i], "not those of a store");
        check_unchanged(before, now);
        free(before);
    }
    free(bytes);
}
END_TEST

/* what a figure or a page would look for in the wrong place: numbers, kinds and names that no study makes. A sweep,
 * which knows the columns, writes them again. */
START_TEST(foreign_columns_are_refused) {
    static const char *const statements[] = {
        "DELETE FROM columns WHERE kind = 'result'",
        "DELETE FROM columns",
        "UPDATE columns SET number = 4000000000 WHERE kind = 'result'",
        "UPDATE columns SET number = -1 WHERE position = 5",
        "UPDATE columns SET number = 1 WHERE position = 4",
        "UPDATE columns SET kind = 'label' WHERE position = 0",
        "UPDATE columns SET kind = 'axis' WHERE position = 2",
        "UPDATE columns SET kind = 'axis' WHERE position = 8",
        "UPDATE columns SET kind = 'nothing' WHERE position = 8",
        "UPDATE columns SET kind = x'00' WHERE position = 8",
        "UPDATE columns SET name = 'e names' WHERE position = 2",
        "UPDATE columns SET field = 'case' WHERE position = 8",
        "UPDATE columns SET field = 'hash' WHERE position = 8",
        "UPDATE columns SET name = 'other' WHERE position = 8",
        MANY_COLUMNS,
    };
    thud_study study = double_study();
    thud_results *results = NULL;
    size_t size, failed;
    fill(&study, 0, 42);
    char *bytes = read_file(path, &size);
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        write_file(path, bytes, size);
        change(statements[i]);
        thud_status status = thud_results_open(folder, &note, &results);
        ck_assert_msg(status == THUD_ERROR_SYNTAX, "%s: read, %d", statements[i], status);
        ck_assert_msg(strstr(note.text, "is damaged: its"), "%s: %s", statements[i], note.text);
        ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 42);
        ck_assert_msg(thud_results_open(folder, &note, &results) == THUD_OK, "%s: %s", statements[i], note.text);
        thud_results_close(results);
    }
    free(bytes);
}
END_TEST

/* ---- stopping ---- */

static bool stop_at_once(void *context) {
    ++*(int *)context;
    return true;
}

/* a store so large that looking through it takes a while: the wish is asked for meanwhile, and nothing is changed
 */
START_TEST(opening_can_be_stopped) {
    thud_study study = double_study();
    thud_study_options options = thud_study_options_default(folder);
    thud_store *store = NULL;
    int asked = 0;
    size_t failed;
    study.gaps = 1000;
    fill(&study, 0, 7000);
    options.stop = stop_at_once;
    options.context = &asked;
    ck_assert_int_eq(thud_store_open(&study, &options, aside, &note, &store), THUD_ERROR_STOPPED);
    ck_assert_int_gt(asked, 0);
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 7000);
}
END_TEST

/* ---- who has it, and whether it is there ---- */

START_TEST(the_writer_is_named) {
    thud_study study = double_study();
    int ready[2], go[2];
    char byte = 0, named[64];
    ck_assert(pipe(ready) == 0 && pipe(go) == 0);
    pid_t child = fork();
    if (child == 0) {
        thud_store *store = open_store(&study, THUD_STUDY_CONTINUE);
        add_cases(store, &study, 0, 10);
        if (write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) != 1) _exit(1);
        _exit(thud_store_close(store) == THUD_OK ? 0 : 2);
    }
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    snprintf(named, sizeof named, "is in use: process %ld on ", (long)child);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_IN_USE, named);
    refuse(&study, THUD_STUDY_RESTART, THUD_ERROR_IN_USE, named);
    ck_assert_int_eq(write(go[1], &byte, 1), 1);
    int ended;
    ck_assert_int_eq(waitpid(child, &ended, 0), child);
    ck_assert_int_eq(ended, 0);
    size_t failed;
    ck_assert_uint_eq(count_in(&study, THUD_STUDY_CONTINUE, &failed), 10);
}
END_TEST

/* what it says of its writer is shown only where it looks like one */
START_TEST(a_made_up_writer_is_not_shown) {
    static const char *const writers[] = {"1 \x1b[31mhost now", "-1 host 2026"};
    thud_study study = double_study();
    fill(&study, 0, 3);
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        thud_store *store = open_store(&study, THUD_STUDY_CONTINUE);
        ck_assert_int_eq(thud_store_close(store), THUD_OK);
        sqlite3 *db = NULL;
        sqlite3_stmt *insert = NULL;
        ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
        sqlite3_prepare_v2(db, "INSERT INTO meta VALUES('writer', ?)", -1, &insert, NULL);
        sqlite3_bind_text(insert, 1, writers[i], -1, SQLITE_STATIC);
        ck_assert_int_eq(sqlite3_step(insert), SQLITE_DONE);
        sqlite3_finalize(insert);
        ck_assert_int_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
        refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_IN_USE, "another process is writing to it");
        sqlite3_close(db);
    }
}
END_TEST

START_TEST(a_store_that_is_gone_is_noticed) {
    thud_study study = double_study();
    for (int replaced = 0; replaced < 2; replaced++) {
        thud_store *store = open_store(&study, THUD_STUDY_CONTINUE);
        add_cases(store, &study, 0, 10);
        ck_assert_int_eq(thud_store_commit(store), THUD_OK);
        ck_assert_int_eq(thud_store_check_place(store), THUD_OK);
        add_cases(store, &study, 10, 20);
        ck_assert_int_eq(unlink(path), 0);
        if (replaced) write_file(path, "x", 1);
        ck_assert_int_eq(thud_store_check_place(store), THUD_ERROR_FILE);
        ck_assert_ptr_nonnull(strstr(note.text, "was removed or replaced"));
        ck_assert_int_eq(thud_store_commit(store), THUD_ERROR_FILE);
        ck_assert_int_eq(thud_store_close(store), THUD_ERROR_FILE);
        ck_assert_int_eq(unlink(path), replaced ? 0 : -1);
        char name[128];
        snprintf(name, sizeof name, "%s-wal", path);
        unlink(name);
        snprintf(name, sizeof name, "%s-shm", path);
        unlink(name);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("hostile stores");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_test(tests, foreign_tables_are_refused);
    tcase_add_test(tests, foreign_columns_are_refused);
    tcase_add_test(tests, opening_can_be_stopped);
    tcase_add_test(tests, the_writer_is_named);
    tcase_add_test(tests, a_made_up_writer_is_not_shown);
    tcase_add_test(tests, a_store_that_is_gone_is_noticed);
    return run_suite("hostile stores", tests);
}
