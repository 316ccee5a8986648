/* What pages are made of: thinned histories keep their peaks, packed numbers read back, tables and JSON are
 * checked. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "report/page/page.h"
#include "report/study/nonfinite.h"
#include "report/text/csv.h"
#include "report/text/json.h"

#include "suite.h"

enum { ROWS = 100003, ROOM = 1000 };

/* a peak of one row anywhere is among the points that are shown, and so is its opposite */
START_TEST(thinning_keeps_peaks) {
    static double column[ROWS], times[ROWS], shown[ROOM], instants[ROOM];
    for (size_t i = 0; i < ROWS; i++) {
        column[i] = sin(1e-3 * (double)i);
        times[i] = 0.01 * (double)i;
    }
    size_t peaks[] = {0, 1, 99, 5000, 77777, ROWS - 1};
    for (size_t k = 0; k < sizeof peaks / sizeof peaks[0]; k++) {
        double kept = column[peaks[k]];
        column[peaks[k]] = k % 2 ? -5 : 5;
        size_t count = thud_page_thin(column, ROWS, ROOM, shown);
        ck_assert_uint_eq(count, ROOM);
        ck_assert_uint_eq(thud_page_thin_times(times, ROWS, ROOM, instants), ROOM);
        size_t found = count;
        for (size_t i = 0; i < count; i++)
            if (shown[i] == column[peaks[k]]) found = i;
        ck_assert_uint_lt(found, count);
        /* at its time, to the width of a stretch: 100003/500 rows of 0.01 s */
        ck_assert_double_eq_tol(instants[found], times[peaks[k]], 2.02);
        column[peaks[k]] = kept;
    }
    for (size_t i = 1; i < ROOM; i++) ck_assert(instants[i] > instants[i - 1]);
    ck_assert_uint_eq(thud_page_thin(column, ROOM, ROOM, shown), ROOM);
    ck_assert_mem_eq(shown, column, sizeof shown);
}
END_TEST

static unsigned char digit(char c) {
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return c == '=' ? 0 : (unsigned char)(strchr(letters, c) - letters);
}

/* RFC 4648, written on its own */
static size_t decode(const char *text, unsigned char *bytes) {
    size_t count = 0;
    for (; *text && *text != '"'; text += 4) {
        unsigned group = 0;
        for (int i = 0; i < 4; i++) group = group << 6 | digit(text[i]);
        for (int i = 2; i >= 0; i--) bytes[count++] = (unsigned char)(group >> 8 * i);
        count -= (size_t)((text[2] == '=') + (text[3] == '='));
    }
    return count;
}

/* where the stream of the test under way puts its text */
static char *stream_text;
static size_t stream_size;

/* an object with whatever `write` puts into it, as text of the caller's */
static char *written(bool (*write)(thud_json *, const double *, size_t), const double *values, size_t count) {
    FILE *stream = open_memstream(&stream_text, &stream_size);
    thud_json json = thud_json_start(stream);
    thud_json_write(&json, "{");
    ck_assert(write(&json, values, count));
    thud_json_write(&json, "}\n");
    fclose(stream);
    ck_assert_uint_eq(thud_json_check(stream_text, stream_size), 0);
    return stream_text;
}

static bool write_floats(thud_json *json, const double *values, size_t count) {
    return thud_page_floats(json, "data", values, count);
}

static const char *data_of(const char *text) { return strstr(text, "\"data\": \"") + 9; }

START_TEST(floats_read_back) {
    double values[] = {0, 1, -2.5, 1e-30, 3.14159265358979, INFINITY, -INFINITY, 1e300, NAN};
    unsigned char bytes[64];
    char *text = written(write_floats, values, 9);
    ck_assert_uint_eq(decode(data_of(text), bytes), 36);
    for (size_t i = 0; i < 9; i++) {
        uint32_t bits = 0;
        float found;
        for (size_t j = 0; j < 4; j++) bits |= (uint32_t)bytes[4 * i + j] << 8 * j;
        memcpy(&found, &bits, sizeof found);
        if (isnan(values[i])) ck_assert(isnan(found));
        else if (isinf(values[i])) ck_assert(isinf(found) && (found > 0) == (values[i] > 0));
        else if (values[i] == 1e300) ck_assert(found > 3e38F && isfinite(found));
        else ck_assert(fabs(found - values[i]) <= 6e-8 * fabs(values[i])); /* half a bit of 24 */
    }
    free(text);
}
END_TEST

static bool pack(thud_json *json, const double *values, size_t count) {
    return thud_page_pack(json, values, count, false);
}

static bool pack_axis(thud_json *json, const double *values, size_t count) {
    return thud_page_pack(json, values, count, true);
}

/* the values of an axis are what somebody wrote: 0.07 is not 0.0700000003, however many there are */
START_TEST(axes_are_exact) {
    enum { COUNT = 81, MANY = THUD_PAGE_CODES + 1 };
    static double values[MANY], found[MANY + 1];
    for (size_t i = 0; i < MANY; i++) values[i] = 0.01 + 0.001 * (double)i;
    char *text = written(pack_axis, values, COUNT);
    ck_assert_ptr_nonnull(strstr(text, "\"values\""));
    free(text);
    text = written(pack_axis, values, MANY);
    ck_assert_ptr_nonnull(strstr(text, "\"bytes\": 8"));
    ck_assert_uint_eq(decode(data_of(text), (unsigned char *)found), sizeof values);
    ck_assert_mem_eq(found, values, sizeof values); /* this machine is little-endian, as the page is */
    ck_assert_uint_le(strlen(text), thud_page_packed_size(values, MANY, true) + 64);
    free(text);
}
END_TEST

START_TEST(many_numbers_are_short) {
    enum { COUNT = THUD_PAGE_MANY };
    static double values[COUNT];
    static unsigned char bytes[3 * COUNT + 8];
    for (size_t i = 0; i < COUNT; i++) values[i] = (i % 2 ? -1 : 1) * exp(0.003 * (double)i - 20);
    char *text = written(pack, values, COUNT);
    ck_assert_ptr_nonnull(strstr(text, "\"bytes\": 3"));
    ck_assert_uint_eq(decode(data_of(text), bytes), 3 * COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        uint32_t bits =
            (uint32_t)bytes[3 * i] << 8 | (uint32_t)bytes[3 * i + 1] << 16 | (uint32_t)bytes[3 * i + 2] << 24;
        float found;
        memcpy(&found, &bits, sizeof found);
        /* half a bit of 16, and of 24 before */
        assert_relative(found, values[i], 0x1p-17 * 2 + 1e-7);
    }
    ck_assert_uint_le(strlen(text), thud_page_packed_size(values, COUNT, false) + 64);
    free(text);
}
END_TEST

START_TEST(few_values_are_listed) {
    double values[] = {0.03, INFINITY, 0.01, 0.03, NAN, 0.01, 0.01, INFINITY};
    unsigned char bytes[16];
    char *text = written(pack, values, 8);
    ck_assert_ptr_nonnull(strstr(text, "0.01"));
    ck_assert_ptr_nonnull(strstr(text, "\"∞\""));
    ck_assert_ptr_nonnull(strstr(text, "null"));
    ck_assert_uint_eq(decode(data_of(text), bytes), 8);
    ck_assert_mem_eq(bytes, "\1\2\0\1\3\0\0\2", 8); /* 0.01, 0.03, ∞, nothing */
    free(text);
}
END_TEST

static void write_file(const char *text) {
    FILE *stream = fopen("test_page.csv", "w");
    fputs(text, stream);
    fclose(stream);
}

START_TEST(tables_are_read_back) {
    thud_csv_table table;
    thud_error failure;
    write_file(
        "number,contact,\"a, \"\"b\"\" displacement [m]\"\n1,\"x\ny\",2.5\n2,\"1\",\n3,\"x\ny\",-1e-300\r\n");
    ck_assert(thud_csv_table_read("test_page.csv", &table, &failure));
    ck_assert_uint_eq(table.columns, 3);
    ck_assert_uint_eq(table.rows, 3);
    ck_assert_str_eq(table.heads[2], "a, \"b\" displacement [m]");
    ck_assert_str_eq(table.words[0], "x\ny");
    ck_assert_str_eq(table.words[1], "1"); /* a name that looks like a number stays one */
    ck_assert_double_eq(thud_csv_column(&table, 1)[2], 0);
    ck_assert(isnan(thud_csv_column(&table, 2)[1]));
    ck_assert_double_eq(thud_csv_column(&table, 2)[2], -1e-300);
    thud_history_column column = thud_history_column_of(table.heads[2]);
    ck_assert_str_eq(column.name, "a, \"b\"");
    ck_assert_str_eq(column.quantity, "displacement");
    free(column.name);
    column = thud_history_column_of("rod angular velocity [rad/s]");
    ck_assert_str_eq(column.name, "rod");
    ck_assert_str_eq(column.quantity, "angular velocity");
    free(column.name);
    ck_assert_ptr_null(thud_history_column_of("t [s]").quantity);
    thud_csv_table_free(&table);
    remove("test_page.csv");
}
END_TEST

START_TEST(broken_tables_are_told) {
    static const char *const texts[] = {"a,b\n1,2\n3\n", "a,b\n1,2\n3,4,5\n", "a,b\n1,2\n3,x\n", "a,b\n1,2\n3,\"4"};
    static const char *const ends[] = {":3: the row has not as many cells as the first line",
                                       ":3: the row has not as many cells as the first line", "not a number", NULL};
    for (size_t i = 0; i < 4; i++) {
        thud_csv_table table;
        thud_error failure = {.text = ""};
        write_file(texts[i]);
        bool good = thud_csv_table_read("test_page.csv", &table, &failure);
        ck_assert(good == !ends[i]);
        if (ends[i]) ck_assert_ptr_nonnull(strstr(failure.text, ends[i]));
        thud_csv_table_free(&table);
    }
    remove("test_page.csv");
}
END_TEST

START_TEST(json_is_checked) {
    static const char *const good[] = {"{}", " [1, -0.5e+3, 0, \"\\u00e9\\n\", null, true, false, {\"a\": []}]\n",
                                       "\"x\""};
    static const char *const bad[] = {"",       "{",      "{}}",  "[1,]", "[01]",    "{\"a\" 1}",
                                      "{a: 1}", "\"\n\"", "[1.]", "nul",  "\"\\x\"", "[1e]"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        ck_assert_uint_eq(thud_json_check(good[i], strlen(good[i])), 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(thud_json_check(bad[i], strlen(bad[i])) != 0, "%s passes", bad[i]);
    ck_assert_uint_eq(thud_json_check("[1, x]", 6), 5);
    ck_assert_uint_ne(thud_json_check("{}\0{}", 5), 0);
    char deep[200];
    memset(deep, '[', sizeof deep);
    deep[199] = 0;
    ck_assert_uint_ne(thud_json_check(deep, 199), 0);
}
END_TEST

/* nulls where numbers belong, and only there */
START_TEST(doubts_about_a_summary) {
    static const struct {
        const char *text, *path;
    } cases[] = {
        {"{\"bodies\": {\"a\": {\"max_velocity\": 1, \"final_velocity\": null}}}", "bodies.a.final_velocity"},
        {"{\"rods\": {\"a \\\" }\": {\"max_angle\": null}}}", "rods.a \" }.max_angle"},
        {"{\"energy\": {\"input\": 1, \"residual\": null}}", "energy.residual"},
        {"{\"contacts\": {\"c\": {\"impulse\": null}}}", "contacts.c.impulse"},
        {"{\"duration\": null}", "duration"},
        {"{\"title\": \"null\", \"contacts\": {\"null\": {\"max_force\": null, \"impulse\": 0}}}", NULL},
        {"{\"watch\": {\"w\": {\"highest\": 1, \"lowest\": null}}}", "watch.w.lowest"},
        {"{\"links\": {\"l\": {\"ductility\": null}}}", "links.l.ductility"},
        /* what a law returns for a free pair is no result: a damping that is given has none */
        {"{\"contacts\": {\"c\": {\"closest_approach\": null, \"resting_force\": null, \"e_free\": null}}}", NULL},
        {"{\"verify\": {\"agreed_until\": null}, \"bodies\": {}, \"energy\": {\"input\": 0}}", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        thud_error failure;
        ck_assert_uint_eq(thud_json_check(cases[i].text, strlen(cases[i].text)), 0);
        ck_assert(thud_nonfinite_summary(cases[i].text, &failure) == (cases[i].path != NULL));
        if (cases[i].path) ck_assert_ptr_nonnull(strstr(failure.text, cases[i].path));
    }
}
END_TEST

START_TEST(doubts_about_tables) {
    double numbers[] = {0, 1, 2, 3, 4, NAN};
    char t[] = "t [s]", x[] = "a displacement [m]", ratio[] = "restitution", *heads[] = {t, x};
    thud_csv_table table = {.columns = 2, .rows = 3, .heads = heads, .numbers = numbers, .stride = 3};
    thud_error failure;
    ck_assert(thud_nonfinite_table(&table, "history.csv", &failure));
    ck_assert_ptr_nonnull(
        strstr(failure.text, "history.csv: 'a displacement [m]' is not a finite number in row 3"));
    heads[1] = ratio; /* which an impact need not have */
    ck_assert(!thud_nonfinite_table(&table, "impacts.csv", &failure));
    numbers[1] = INFINITY;
    ck_assert(thud_nonfinite_table(&table, "impacts.csv", &failure));
    numbers[1] = 1, numbers[5] = 5;
    ck_assert(!thud_nonfinite_table(&table, "history.csv", &failure));
}
END_TEST

START_TEST(words_are_listed_once) {
    thud_page_words words = {0};
    const char *texts[] = {"a", "b", "a", NULL, "b", "c"};
    size_t codes[] = {0, 1, 0, 2, 1, 3};
    for (size_t i = 0; i < 6; i++) ck_assert(thud_page_words_add(&words, texts[i]));
    ck_assert_uint_eq(words.count, 4);
    ck_assert_mem_eq(words.codes, codes, sizeof codes);
    for (int i = 0; i < 2 * THUD_PAGE_WORDS; i++) {
        char text[32];
        snprintf(text, sizeof text, "word %d", i);
        ck_assert(thud_page_words_add(&words, text));
    }
    ck_assert_uint_eq(words.count, THUD_PAGE_WORDS + 1);
    ck_assert_str_eq(words.list[THUD_PAGE_WORDS], "(others)");
    thud_page_words_free(&words);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("page");
    tcase_add_test(tests, thinning_keeps_peaks);
    tcase_add_test(tests, floats_read_back);
    tcase_add_test(tests, axes_are_exact);
    tcase_add_test(tests, many_numbers_are_short);
    tcase_add_test(tests, few_values_are_listed);
    tcase_add_test(tests, tables_are_read_back);
    tcase_add_test(tests, broken_tables_are_told);
    tcase_add_test(tests, json_is_checked);
    tcase_add_test(tests, doubts_about_a_summary);
    tcase_add_test(tests, doubts_about_tables);
    tcase_add_test(tests, words_are_listed_once);
    return run_suite("page", tests);
}
