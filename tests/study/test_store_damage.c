#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * Stores that are not as they were written: no reader gives a wrong number away, and a sweep computes the rows
 * again that are wrong. The study is a double, so that every number is known.
 */
#include "reseal.h"
#include "store_folder.h"
#include "suite.h"

static bool same_bits(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static bool is_right(const thud_results *results, const thud_results_row *row, const thud_study *study) {
    const thud_columns *columns = thud_results_columns(results);
    bool fails = double_fails(study, row->case_index), good = row->wall_seconds == 0.25;
    good = good && strcmp(row->status, fails ? "accuracy" : "ok") == 0 && !row->reason == !fails;
    for (size_t i = 0; good && i < columns->count; i++) {
        const thud_column *column = &columns->list[i];
        thud_axis_value value = {0};
        if (column->kind != THUD_COLUMN_RESULT) thud_study_value(study, row->case_index, column->index, &value);
        switch (column->kind) {
        case THUD_COLUMN_AXIS: good = same_bits(thud_results_number(results, i), value.number); break;
        case THUD_COLUMN_TEXT: good = strcmp(thud_results_text(results, i), value.text) == 0; break;
        case THUD_COLUMN_LABEL: good = strcmp(thud_results_text(results, i), value.label) == 0; break;
        case THUD_COLUMN_RESULT:
            good = same_bits(thud_results_number(results, i), double_result(study, row->case_index, column->index));
        }
    }
    return good;
}

/* all that a reader says of the study and its columns */
static bool is_described(const thud_results *results, const thud_study *study, size_t done) {
    const thud_store_info *info = thud_results_info(results);
    const thud_columns *columns = thud_results_columns(results);
    thud_columns wanted;
    ck_assert_int_eq(thud_columns_of_study(study, &wanted), THUD_OK);
    bool good = strcmp(info->title, study->title) == 0 && strcmp(info->version, thud_version()) == 0 &&
                info->hash == thud_study_hash(study) && info->total == thud_study_case_count(study) &&
                info->done == done && strcmp(info->study, study->path) == 0 && thud_columns_equal(columns, &wanted);
    thud_columns_clear(&wanted);
    return good;
}

typedef enum reading { REFUSED, RIGHT, WRONG } reading;

/* what somebody gets who reads all of it */
static reading read_all(const thud_study *study, size_t done) {
    thud_results *results = NULL;
    thud_results_row row;
    bool found = true;
    size_t rows = 0;
    if (thud_results_open(folder, &note, &results) != THUD_OK) return REFUSED;
    reading out = is_described(results, study, done) ? RIGHT : WRONG;
    while (out == RIGHT) {
        if (thud_results_next(results, &row, &found) != THUD_OK) out = REFUSED;
        else if (!found) break;
        else if (row.case_index != rows++ || !is_right(results, &row, study)) out = WRONG;
    }
    if (out == RIGHT && rows != done) out = WRONG;
    thud_results_close(results);
    return out;
}

/* a sweep in small: what is there and good is kept, the rest computed. How many rows were damaged, or SIZE_MAX
 * where the store is refused. */
static size_t go_on(const thud_study *study) {
    thud_store *store = NULL;
    thud_queue queue;
    thud_store_found found;
    if (try_store(study, THUD_STUDY_CONTINUE, &store) != THUD_OK) return SIZE_MAX;
    ck_assert(thud_queue_init(&queue, study));
    if (thud_store_load(store, &queue, &found) != THUD_OK) found.damaged = SIZE_MAX;
    thud_order order = {.count = found.damaged < SIZE_MAX};
    while (order.count > 0) {
        order = thud_queue_take(&queue, 1);
        for (size_t i = 0; i < order.count; i++) add_cases(store, study, order.cases[i], order.cases[i] + 1);
    }
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
    thud_queue_clear(&queue);
    return found.damaged;
}

static void remove_logs(void) {
    char name[128];
    snprintf(name, sizeof name, "%s-wal", path);
    unlink(name);
    snprintf(name, sizeof name, "%s-shm", path);
    unlink(name);
}

/* one bit anywhere: never a wrong number, read or kept; and most of the time the store is made right again */
START_TEST(one_bit_is_noticed) {
    enum { TRIALS = 400, CASES = 280 };
    thud_study study = double_study();
    size_t size, refused = 0, repaired = 0, untouched = 0;
    unsigned state = 11;
    study.gaps = 40;
    study.fail_every = 5;
    fill(&study, 0, CASES);
    char *bytes = read_file(path, &size);
    for (int trial = 0; trial < TRIALS; trial++) {
        size_t at = next_random(&state) % size;
        char bit = (char)(1 << next_random(&state) % 8);
        bytes[at] ^= bit;
        write_file(path, bytes, size);
        reading first = read_all(&study, CASES);
        ck_assert_msg(first != WRONG, "trial %d: a bit of byte %zu is read as if it were right", trial, at);
        size_t damaged = go_on(&study);
        if (damaged == SIZE_MAX) refused++;
        else if (damaged > 0) repaired++;
        else untouched++;
        if (damaged < SIZE_MAX)
            ck_assert_msg(read_all(&study, CASES) == RIGHT, "trial %d: byte %zu is kept: %s", trial, at, note.text);
        if (damaged > 0) ck_assert_int_eq(first, REFUSED);
        remove_logs();
        bytes[at] ^= bit;
    }
    free(bytes);
    printf("one bit in each of %d stores: %zu refused, %zu computed again, %zu without effect or written again\n",
           TRIALS, refused, repaired, untouched);
    /* rows of about 250 bytes, 280 of them, in a file of some 100 kB: more than a third of all bits are theirs. Of
     * chunks of 8, a blob has 70 bytes and there are 630. A half of a third as a margin */
    ck_assert_uint_gt(repaired, TRIALS / 6);
}
END_TEST

static void change(const char *statement, bool seal) {
    sqlite3 *db = NULL;
    char *said = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, statement, NULL, NULL, &said) == SQLITE_OK, "%s: %s", statement, said);
    if (seal) reseal(db);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

/* rows that another program has written to, with and without their checksums */
START_TEST(changed_rows_are_computed_again) {
    static const struct {
        const char *statement;
        size_t rows, first;
        bool sealed, unseen; /* a reader, who has no study, cannot tell */
    } changes[] = {
        {"UPDATE cases SET status_2 = 1 WHERE \"case\" = 17", 1, 17, false, false},
        {"UPDATE cases SET status_2 = 1", 42, 0, false, false},
        {"UPDATE cases SET energy = energy * (1 + 1e-15) WHERE \"case\" IN (5, 7)", 2, 5, false, false},
        {"UPDATE cases SET energy = 'abc' WHERE \"case\" = 3", 1, 3, false, false},
        {"UPDATE cases SET status = 'ok', reason = NULL WHERE \"case\" = 1", 1, 1, false, false},
        {"UPDATE cases SET wall_seconds = 0.5 WHERE \"case\" = 2", 1, 2, false, false},
        {"UPDATE cases SET checksum = NULL WHERE \"case\" = 41", 1, 41, false, false},
        {"UPDATE cases SET checksum = checksum + 1 WHERE \"case\" = 0", 1, 0, false, false},
        {"UPDATE cases SET \"case\" = 100 WHERE \"case\" = 8", 1, 100, false, false},
        {"UPDATE cases SET \"case\" = 9223372036854775807 WHERE \"case\" = 8", 1, INT64_MAX, false, false},
        {"UPDATE cases SET energy = 'abc' WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET energy = '12abc' WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET energy = 12 WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET energy = x'00' WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET record = 3.5 WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET record = 'a' || char(0) || 'b' WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET hash = 'x' WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET status = NULL WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET status = 'fine' WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET status = 'accuracy' WHERE \"case\" = 3", 1, 3, true, false},
        {"UPDATE cases SET \"case\" = 42 WHERE \"case\" = 3", 1, 42, true, false},
        {"UPDATE cases SET status_2 = 1", 42, 0, true, true},
        {"UPDATE cases SET record = 'other.at2' WHERE \"case\" = 30", 1, 30, true, true},
        {"UPDATE cases SET hash = 1 WHERE \"case\" = 30", 1, 30, true, true},
    };
    thud_study study = double_study();
    size_t size;
    study.fail_every = 5;
    fill(&study, 0, 42);
    char *bytes = read_file(path, &size);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const char *statement = changes[i].statement;
        write_file(path, bytes, size);
        change(statement, changes[i].sealed);
        if (!changes[i].unseen) {
            char named[64];
            snprintf(named, sizeof named, "the row of case %zu", changes[i].first);
            ck_assert_msg(read_all(&study, 42) == REFUSED, "%s: is read", statement);
            ck_assert_msg(strstr(note.text, named), "%s: %s", statement, note.text);
            ck_assert_msg(strstr(note.text, "thud sweep"), "%s: %s", statement, note.text);
        }
        size_t damaged = go_on(&study);
        ck_assert_msg(damaged == changes[i].rows, "%s: %zu rows", statement, damaged);
        ck_assert_msg(read_all(&study, 42) == RIGHT, "%s: %s", statement, note.text);
    }
    free(bytes);
}
END_TEST

/* chunks of eight that another program has written to, with and without their checksums */
START_TEST(changed_chunks_are_computed_again) {
    static const struct {
        const char *statement;
        size_t rows, first;
        bool sealed, unseen; /* before its rows are read: how many cases there are is then what it says */
    } changes[] = {
        {"UPDATE blobs SET data = zeroblob(length(data)) WHERE place = 8 * 2048 + 6", 8, 8, false, false},
        {"UPDATE blobs SET data = (SELECT data FROM blobs WHERE place = 14) WHERE place = 16 * 2048 + 14", 8, 16,
         false, false},
        {"UPDATE blobs SET data = NULL WHERE place = 3", 8, 0, false, false},
        {"UPDATE blobs SET data = 1.5 WHERE place = 3", 8, 0, false, false},
        {"DELETE FROM blobs WHERE place = 24 * 2048 + 1", 8, 24, false, false},
        {"DELETE FROM blobs", 42, 0, false, false},
        {"UPDATE chunks SET rows = 7 WHERE first = 8", 8, 8, false, false},
        {"UPDATE chunks SET failed = 0 WHERE first = 8", 8, 8, false, false},
        {"UPDATE chunks SET wall_seconds = 0 WHERE first = 8", 8, 8, false, false},
        {"UPDATE chunks SET sums = zeroblob(length(sums)) WHERE first = 8", 8, 8, false, false},
        {"UPDATE chunks SET sums = NULL WHERE first = 8", 8, 8, false, false},
        {"UPDATE chunks SET checksum = NULL WHERE first = 8", 8, 8, false, false},
        {"UPDATE chunks SET first = 9 WHERE first = 8", 8, 9, false, false},
        {"UPDATE chunks SET first = 9223372036854775807 WHERE first = 8", 8, INT64_MAX, false, false},
        {"UPDATE chunks SET first = -9 WHERE first = 8", 8, (size_t)-9, false, false},
        /* with its checksums: a column of the wrong length, of another kind, with places and texts that are none */
        {"UPDATE blobs SET data = x'72' WHERE place = 8 * 2048 + 6", 8, 8, true, false},
        {"UPDATE blobs SET data = x'' WHERE place = 8 * 2048 + 6", 8, 8, true, false},
        {"UPDATE blobs SET data = x'620000000000000000000001020304050607' WHERE place = 8 * 2048 + 6", 8, 8, true,
         false},
        {"UPDATE blobs SET data = x'74010000000100000000' || x'6f6b00' || x'0101010101010102' WHERE place = 8 * "
         "2048 + 1",
         8, 8, true, false},
        {"UPDATE blobs SET data = CAST(x'74ffffffff0000000000' AS BLOB) WHERE place = 8 * 2048 + 1", 8, 8, true,
         false},
        {"UPDATE chunks SET rows = 1000000000 WHERE first = 8", 8, 8, true, false},
        {"UPDATE chunks SET rows = 16 WHERE first = 8", 16, 8, true, false},
        {"UPDATE chunks SET rows = 4 WHERE first = 8", 4, 8, true, true},
    };
    thud_study study = double_study();
    size_t size;
    study.fail_every = 5;
    fill(&study, 0, 42);
    char *bytes = read_file(path, &size);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const char *statement = changes[i].statement;
        write_file(path, bytes, size);
        change(statement, changes[i].sealed);
        ck_assert_msg(read_all(&study, changes[i].unseen ? 38 : 42) == REFUSED, "%s: is read", statement);
        ck_assert_msg(strstr(note.text, "thud sweep"), "%s: %s", statement, note.text);
        size_t damaged = go_on(&study);
        ck_assert_msg(damaged == changes[i].rows, "%s: %zu rows", statement, damaged);
        ck_assert_msg(read_all(&study, 42) == RIGHT, "%s: %s", statement, note.text);
    }
    free(bytes);
}
END_TEST

/* the description of its study is written again where the study is known; otherwise refused */
START_TEST(a_changed_description_is_written_again) {
    static const char *const statements[] = {
        "UPDATE meta SET value = 'other' WHERE key = 'title'",
        "DELETE FROM meta WHERE key = 'title'",
        "INSERT INTO meta VALUES('titles', 'x')",
        "UPDATE meta SET value = '7' WHERE key = 'cases'",
        "UPDATE meta SET value = '' WHERE key = 'checksum'",
        "UPDATE columns SET unit = 'km' WHERE position = 4",
        "UPDATE columns SET name = 'X' WHERE position = 4",
        "DELETE FROM columns WHERE kind = 'result'",
    };
    thud_study study = double_study(), other = double_study();
    size_t size;
    fill(&study, 0, 42);
    char *bytes = read_file(path, &size);
    other.gaps = 7;
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        write_file(path, bytes, size);
        change(statements[i], false);
        ck_assert_int_eq(read_all(&study, 42), REFUSED);
        ck_assert_msg(strstr(note.text, "the description of its study"), "%s", note.text);
        refuse(&other, THUD_STUDY_EXTEND, THUD_ERROR_SYNTAX, "the description of its study");
        ck_assert_uint_eq(go_on(&study), 0);
        ck_assert_msg(read_all(&study, 42) == RIGHT, "%s: %s", statements[i], note.text);
    }
    change("UPDATE meta SET value = 'ffffffffffffffff' WHERE key = 'study_hash'", false);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_SYNTAX, "the description of its study");
    free(bytes);
}
END_TEST

/* of the extension in the next test: each row has the results of its old number, but for those computed again */
static void check_results(const thud_study *first, const thud_study *second) {
    thud_results *results = NULL;
    thud_results_row row;
    bool found = true;
    ck_assert_msg(thud_results_open(folder, &note, &results) == THUD_OK, "%s", note.text);
    const size_t last = thud_results_columns(results)->count - 1;
    for (size_t i = 0; i < 28; i++) {
        ck_assert_int_eq(thud_results_next(results, &row, &found), THUD_OK);
        ck_assert(found && row.case_index == i);
        const bool again = i + 14 == 20 || i + 14 == 30;
        ck_assert_double_eq(thud_results_number(results, last),
                            again ? double_result(second, i, DOUBLE_RESULTS - 1)
                                  : double_result(first, i + 14, DOUBLE_RESULTS - 1));
    }
    thud_results_close(results);
}

/* rows keep their checksums when an extension renumbers them, and a damaged one does not become a good one */
START_TEST(an_extension_keeps_checksums) {
    thud_study first = double_study(), second = double_study();
    fill(&first, 0, 42);
    change("UPDATE cases SET energy = 1 WHERE \"case\" IN (20, 30)", false);
    second.first_gap = 2;
    second.gaps = 4; /* cases 14 … 41 of the first */
    thud_store *store = open_store(&second, THUD_STUDY_EXTEND);
    thud_store_found found;
    ck_assert_uint_eq(loaded(store, &second, &found), 26);
    ck_assert_uint_eq(found.damaged, 2);
    ck_assert_uint_eq(found.first, 20 - 14);
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
    ck_assert_uint_eq(go_on(&second), 0);
    check_results(&first, &second);
    /* numbers that no study has are in nobody's way */
    change("UPDATE cases SET \"case\" = -9223372036854775807 - 1 WHERE \"case\" = 0;"
           "UPDATE cases SET \"case\" = 9223372036854775807 WHERE \"case\" = 1",
           true);
    store = open_store(&first, THUD_STUDY_EXTEND);
    ck_assert_uint_eq(loaded(store, &first, &found), 40);
    ck_assert_uint_eq(found.damaged, 0);
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
}
END_TEST

/* other labels for the same values: the rows are kept, with the labels that the study has now */
START_TEST(an_extension_brings_new_labels) {
    thud_study study = double_study(), renamed = double_study();
    thud_store_found found;
    study.fail_every = renamed.fail_every = 5;
    fill(&study, 0, 42);
    renamed.first_label = 1;
    thud_store *store = open_store(&renamed, THUD_STUDY_EXTEND);
    ck_assert_uint_eq(loaded(store, &renamed, &found), 42);
    ck_assert_uint_eq(found.damaged, 0);
    ck_assert_uint_eq(found.failed, 9);
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
    ck_assert_int_eq(read_all(&renamed, 42), RIGHT);
}
END_TEST

START_TEST(other_formats_are_named) {
    thud_study study = double_study();
    fill(&study, 0, 42);
    change("PRAGMA user_version = 1", false);
    refuse(&study, THUD_STUDY_CONTINUE, THUD_ERROR_SYNTAX, "an older thud; its format is 1, this one uses 3");
    ck_assert_int_eq(read_all(&study, 42), REFUSED);
    ck_assert_ptr_nonnull(strstr(note.text, "an older thud; its format is 1, this one uses 3"));
    change("PRAGMA user_version = 4", false);
    refuse(&study, THUD_STUDY_EXTEND, THUD_ERROR_SYNTAX, "a newer thud; its format is 4, this one uses 3");
    ck_assert_int_eq(read_all(&study, 42), REFUSED);
    ck_assert_ptr_nonnull(strstr(note.text, "a newer thud; its format is 4, this one uses 3"));
}
END_TEST

/* a store of format 2, which had no executors and no chunks: read, and gone on with as it is */
START_TEST(the_format_before_is_gone_on_with) {
    thud_study study = double_study();
    size_t size;
    study.fail_every = 5;
    fill(&study, 0, 30);
    change("ALTER TABLE cases DROP COLUMN executor; DROP TABLE chunks; DROP TABLE blobs;"
           "DELETE FROM meta WHERE key = 'layout'; PRAGMA user_version = 2",
           true);
    ck_assert_msg(read_all(&study, 30) == RIGHT, "%s", note.text);
    ck_assert_uint_eq(go_on(&study), 0);
    ck_assert_msg(read_all(&study, 42) == RIGHT, "%s", note.text);
    change("UPDATE cases SET energy = 1 WHERE \"case\" = 3", false);
    ck_assert_int_eq(read_all(&study, 42), REFUSED);
    ck_assert_uint_eq(go_on(&study), 1);
    ck_assert_msg(read_all(&study, 42) == RIGHT, "%s", note.text);
    char *bytes = read_file(path, &size);
    ck_assert_int_eq(bytes[63], 2); /* its format, in the head of the file */
    free(bytes);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("store damage");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_test(tests, one_bit_is_noticed);
    tcase_add_test(tests, a_changed_description_is_written_again);
    if (STORE_CHUNK > 0) {
        tcase_add_test(tests, changed_chunks_are_computed_again);
        tcase_add_test(tests, an_extension_brings_new_labels);
        return run_suite("store damage", tests);
    }
    tcase_add_test(tests, the_format_before_is_gone_on_with);
    tcase_add_test(tests, changed_rows_are_computed_again);
    tcase_add_test(tests, an_extension_keeps_checksums);
    tcase_add_test(tests, an_extension_brings_new_labels);
    tcase_add_test(tests, other_formats_are_named);
    return run_suite("store damage", tests);
}
