/*
 * Lines however they end, places in a text, and spans that are copied to be printed; units as files write them.
 */
#include <stdlib.h>
#include <string.h>

#include "ground/text/line.h"
#include "ground/text/unit.h"
#include "suite.h"

static thud_span whole(const char *text) { return (thud_span){text, text + strlen(text)}; }

/* the lines with bars between them */
static const struct {
    const char *text;
    const char *lines;
} texts[] = {
    {"", ""},
    {"a", "a|"},
    {"a\n", "a|"},
    {"a\nb", "a|b|"},
    {"a\r\nb\r\n", "a|b|"},
    {"a\rb\r", "a|b|"},
    {"a\r\r\nb\r\r\n", "a|b|"},
    {"a\n\nb", "a||b|"},
    {"a\r\rb", "a||b|"},
    {"a\n\rb", "a||b|"},
    {"\r\r\r\n", "||"},
};

START_TEST(line_ends) {
    thud_span rest = whole(texts[_i].text), line;
    char got[64] = "";
    while (thud_line_next(&rest, &line)) {
        strncat(got, line.at, (size_t)(line.end - line.at));
        strcat(got, "|");
    }
    ck_assert_str_eq(got, texts[_i].lines);
}
END_TEST

START_TEST(places) {
    const char *text = "ab\r\ncd\r\r\ne\rf\n";
    static const struct {
        size_t offset, line, column;
    } expected[] = {{0, 1, 1}, {1, 1, 2}, {4, 2, 1}, {5, 2, 2}, {9, 3, 1}, {11, 4, 1}, {12, 4, 2}, {13, 4, 2}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        size_t line, column;
        thud_line_place(whole(text), text + expected[i].offset, &line, &column);
        ck_assert_msg(line == expected[i].line && column == expected[i].column, "byte %zu is at %zu:%zu",
                      expected[i].offset, line, column);
    }
}
END_TEST

START_TEST(words) {
    const thud_span span = whole("  NPTS=  12, DT= .01  ");
    ck_assert_str_eq(thud_span_after(span, "dt").at, "= .01  ");
    ck_assert_ptr_null(thud_span_find(span, "none"));
    ck_assert(thud_span_after(span, "none").at == span.end);
    ck_assert(thud_span_begins(thud_span_trim(span), "npts"));
    ck_assert(thud_span_equals(whole("AbC"), "aBc"));
    ck_assert(!thud_span_equals(whole("AbCd"), "aBc"));
    ck_assert(!thud_span_begins(whole("ab"), "abc"));
    ck_assert(thud_span_blank(whole(" \t ")));
    const thud_span field = thud_span_field(whole("12345"), 3, 10), beyond = thud_span_field(whole("12345"), 9, 2);
    ck_assert(field.end - field.at == 2);
    ck_assert(beyond.end == beyond.at);
}
END_TEST

/* what a message or a JSON file can take */
static const struct {
    const char *text;
    const char *copy; /* in 8 bytes */
} copies[] = {
    {"  a  \t b ", "a b"},
    {"a\x01"
     "b",
     "a?b"},
    {"caf\xC3\xA9", "caf\xC3\xA9"},
    {"caf\xE9", "caf?"},          /* Latin-1 */
    {"\xC3", "?"},                /* cut off */
    {"\xC0\x80", "??"},           /* overlong */
    {"\xED\xA0\x80", "???"},      /* half of a pair */
    {"\xF4\x90\x80\x80", "????"}, /* beyond Unicode */
    {"123456789", "1234567"},
    {"123456\xC3\xA9", "123456"}, /* no half characters */
    {"1234567 8", "1234567"},
};

START_TEST(copied) {
    char copy[8];
    thud_span_copy(whole(copies[_i].text), copy, sizeof copy);
    ck_assert_str_eq(copy, copies[_i].copy);
}
END_TEST

static const struct {
    const char *text;
    const char *name; /* NULL: no unit */
    double factor;    /* to m/s² */
} units[] = {
    {"g", "g", 9.80665},
    {"G", "g", 9.80665},
    {"g .      Format: (8f9.6)", "g", 9.80665},
    {"g/10", "g/10", 0.980665},
    {"gal", "gal", 0.01},
    {"gal. DCoffset(corr)", "gal", 0.01},
    {"Gals", "gal", 0.01},
    {"mgal", "mgal", 1e-5},
    {"mg", "mg", 9.80665e-3},
    {"%g", "%g", 9.80665e-2},
    {"cm/s^2", "cm/s^2", 0.01},
    {"CM/SEC/SEC)", "cm/s^2", 0.01},
    {"cm/sec2. (8f10.6)", "cm/s^2", 0.01},
    {"cm/sec2(04)", "cm/s^2", 0.01},
    {"cms/sec/sec", "cm/s^2", 0.01},
    {"cm/s**2", "cm/s^2", 0.01},
    {"cm s-2", "cm/s^2", 0.01},
    {"mm/s/s at", "mm/s^2", 0.001},
    {"m/s\xC2\xB2", "m/s^2", 1},
    {"m/s2", "m/s^2", 1},
    {"in/sec2", "in/s^2", 0.0254},
    {"ft/s^2", "ft/s^2", 0.3048},
    {"cm/s", NULL, 0},
    {"cm", NULL, 0},
    {"m/s^3", NULL, 0},
    {"m/s2x", NULL, 0},
    {"gram", NULL, 0},
    {"counts(50)", NULL, 0},
    {"", NULL, 0},
};

START_TEST(units_of_acceleration) {
    thud_acceleration_unit unit;
    const bool found = thud_acceleration_unit_begins(whole(units[_i].text), &unit);
    ck_assert_msg(found == (units[_i].name != NULL), "\"%s\"", units[_i].text);
    if (!found) return;
    ck_assert_str_eq(unit.name, units[_i].name);
    ck_assert_double_eq(unit.up / unit.down, units[_i].factor);
}
END_TEST

START_TEST(unit_is_the_whole_text) {
    thud_acceleration_unit unit;
    ck_assert(thud_acceleration_unit_is(whole(" cm/s/s "), &unit));
    ck_assert(!thud_acceleration_unit_is(whole("g or so"), &unit));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("line");
    tcase_add_loop_test(tests, line_ends, 0, (int)(sizeof texts / sizeof texts[0]));
    tcase_add_test(tests, places);
    tcase_add_test(tests, words);
    tcase_add_loop_test(tests, copied, 0, (int)(sizeof copies / sizeof copies[0]));
    tcase_add_loop_test(tests, units_of_acceleration, 0, (int)(sizeof units / sizeof units[0]));
    tcase_add_test(tests, unit_is_the_whole_text);
    return run_suite("line", tests);
}
