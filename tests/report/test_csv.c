/* Comma-separated files: what is written is read back, by RFC 4180; what is no table is refused with file and line.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <string.h>
#include <unistd.h>

#include "report/text/csv.h"
#include "suite.h"

static char folder[] = "/tmp/thud-csv-XXXXXX", place[64];

static void make_folder(void) {
    strcpy(folder, "/tmp/thud-csv-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(place, sizeof place, "%s/table.csv", folder);
}

static void remove_folder(void) {
    unlink(place);
    rmdir(folder);
}

static void write_text(const char *text) {
    FILE *file = fopen(place, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

/* ---- cells ---- */

static const struct {
    const char *text, *cell;
} cells[] = {
    {"deck", "deck"},
    {"", ""},
    {"a,b", "\"a,b\""},
    {"a \"b\"", "\"a \"\"b\"\"\""},
    {"two\nlines", "\"two\nlines\""},
    {"back\rward", "\"back\rward\""},
    {"=1+1", "'=1+1"},
    {"+x", "'+x"},
    {"@x", "'@x"},
    {"\tx", "'\tx"},
    {"-1.5", "-1.5"}, /* a number is no formula */
    {"-x", "'-x"},
    {"'x", "''x"},
    {"=a,b", "\"'=a,b\""},
};

START_TEST(cell) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    thud_csv_text(stream, cells[_i].text, "");
    fclose(stream);
    ck_assert_str_eq(text, cells[_i].cell);
    free(text);
}
END_TEST

/* as a name of a contact, beside a number: the same comes back */
START_TEST(round_trip) {
    thud_csv_table table;
    thud_error failure;
    FILE *file = fopen(place, "wb");
    ck_assert_ptr_nonnull(file);
    fputs("contact,x\n", file);
    thud_csv_text(file, cells[_i].text, "");
    thud_csv_number(file, 0.1);
    fputc('\n', file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_msg(thud_csv_table_read(place, &table, &failure), "%s", failure.text);
    ck_assert_uint_eq(table.rows, 1);
    ck_assert_uint_eq(table.word_count, 1);
    ck_assert_str_eq(table.words[0], cells[_i].text);
    ck_assert(thud_csv_column(&table, 1)[0] == 0.1);
    thud_csv_table_free(&table);
}
END_TEST

/* ---- tables ---- */

START_TEST(columns) {
    thud_csv_table table;
    thud_error failure;
    write_text("t [s],contact,\"force, largest [N]\"\r\n0,east,1\r\n0.5,west,\r\n1,east,-inf\r\n");
    ck_assert_msg(thud_csv_table_read(place, &table, &failure), "%s", failure.text);
    ck_assert_uint_eq(table.columns, 3);
    ck_assert_uint_eq(table.rows, 3);
    ck_assert_str_eq(table.heads[2], "force, largest [N]");
    ck_assert_uint_eq(table.word_count, 2);
    const double *names = thud_csv_column(&table, 1), *force = thud_csv_column(&table, 2);
    ck_assert(names[0] == 0 && names[1] == 1 && names[2] == 0);
    ck_assert(force[0] == 1 && isnan(force[1]) && isinf(force[2]) && force[2] < 0);
    ck_assert_uint_eq(thud_csv_find(&table, "t ["), 0);
    ck_assert_uint_eq(thud_csv_find(&table, "force"), 2);
    ck_assert_uint_eq(thud_csv_find(&table, "velocity"), table.columns);
    thud_csv_table_free(&table);
}
END_TEST

/* a last line without its end is a line; a head alone is a table without rows */
START_TEST(ends) {
    thud_csv_table table;
    thud_error failure;
    write_text("a,b\n1,2");
    ck_assert(thud_csv_table_read(place, &table, &failure));
    ck_assert_uint_eq(table.rows, 1);
    ck_assert(thud_csv_column(&table, 1)[0] == 2);
    thud_csv_table_free(&table);
    write_text("a,b\n");
    ck_assert(thud_csv_table_read(place, &table, &failure));
    ck_assert_uint_eq(table.rows, 0);
    thud_csv_table_free(&table);
}
END_TEST

static const struct {
    const char *text, *end; /* of the sentence, behind the name of the file */
} wrong[] = {
    {"a,b\n1,2\n3\n", ":3: the row has not as many cells as the first line"},
    {"a,b\n1,2,3\n", ":2: the row has not as many cells as the first line"},
    {"a,b\n1,x\n", "not a number"},
    {"a,b\n1,2 m\n", "not a number"},
    {"\"two\nlines\",b\n1,2\n3\n", ":4: the row has not as many cells as the first line"},
};

START_TEST(refused) {
    thud_csv_table table;
    thud_error failure;
    write_text(wrong[_i].text);
    ck_assert(!thud_csv_table_read(place, &table, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "table.csv:"));
    ck_assert_msg(strstr(failure.text, wrong[_i].end) != NULL, "%s", failure.text);
    ck_assert_ptr_null(table.numbers);
}
END_TEST

START_TEST(missing) {
    thud_csv_table table;
    thud_error failure;
    ck_assert(!thud_csv_table_read("/nowhere/table.csv", &table, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "cannot read '/nowhere/table.csv'"));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("csv");
    tcase_add_checked_fixture(tests, make_folder, remove_folder);
    tcase_add_loop_test(tests, cell, 0, sizeof cells / sizeof cells[0]);
    tcase_add_loop_test(tests, round_trip, 0, sizeof cells / sizeof cells[0]);
    tcase_add_test(tests, columns);
    tcase_add_test(tests, ends);
    tcase_add_loop_test(tests, refused, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(tests, missing);
    return run_suite("csv", tests);
}
