/*
 * Numbers as text under any locale: what is written has a decimal point, what is read back is the same double, and
 * the locale of the host is left as it was.
 */
#include "base/print.h"

#include <locale.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "suite.h"

START_TEST(has_a_point) {
    char text[40];
    ck_assert_int_eq(thud_print(text, sizeof text, "%g %.3f %.1e", 9.5, -0.0625, 12345.678), 18);
    ck_assert_str_eq(text, "9.5 -0.062 1.2e+04"); /* -0.0625 lies half-way: to the even digit */
    ck_assert_int_eq(thud_print(text, 4, "%g", 1.25e10), 8);
    ck_assert_str_eq(text, "1.2");
}
END_TEST

START_TEST(leaves_the_locale) {
    char before[8], after[8], text[8];
    snprintf(before, sizeof before, "%.1f", 9.5);
    thud_print(text, sizeof text, "%.1f", 9.5);
    snprintf(after, sizeof after, "%.1f", 9.5);
    ck_assert_str_eq(after, before);
    /* the test itself is run under a locale with a comma, and says so here */
    const bool comma = *localeconv()->decimal_point == ',';
    ck_assert_str_eq(after, comma ? "9,5" : "9.5");
}
END_TEST

/* every bit pattern that is finite, and inf and nan: 17 digits determine a double (IEEE 754) */
START_TEST(reads_what_it_writes) {
    uint64_t state = 1;
    for (int i = 0; i < 200000; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        double value;
        memcpy(&value, &state, sizeof value);
        char text[40];
        const char *end;
        thud_print(text, sizeof text, "%.17g", value);
        const double back = thud_number_value(text, &end);
        ck_assert_msg(*end == '\0' && (back == value || (isnan(back) && isnan(value))), "%s", text);
    }
}
END_TEST

/* those next to the ends of the range: the smallest and largest doubles by their published digits */
START_TEST(reads_the_ends_of_the_range) {
    ck_assert(thud_number_value("4.9406564584124654e-324", NULL) == 0x1p-1074);
    ck_assert(thud_number_value("2.2250738585072014e-308", NULL) == 0x1p-1022);
    ck_assert(thud_number_value("1.7976931348623157e308", NULL) == 0x1.fffffffffffffp1023);
    ck_assert(thud_number_value("1e309", NULL) == HUGE_VAL);
    ck_assert(thud_number_value("-1e309", NULL) == -HUGE_VAL);
    ck_assert(thud_number_value("1e-400", NULL) == 0);
}
END_TEST

static const struct {
    const char *text, *rest;
    double value;
} numbers[] = {
    {"12.5", "", 12.5},
    {"-.5e1x", "x", -5},
    {"2.5-3", "-3", 2.5}, /* no Fortran: a difference */
    {"1.5D2", "D2", 1.5},
    {"9,5", ",5", 9},
    {"1e", "e", 1},
    {"1e+", "e+", 1},
    {"0x10", "x10", 0},
    {"inf", "", INFINITY},
    {"-Infinity", "", -INFINITY},
    {"+INF)", ")", INFINITY},
};

START_TEST(ends_where_the_number_does) {
    const char *end;
    ck_assert(thud_number_value(numbers[_i].text, &end) == numbers[_i].value);
    ck_assert_str_eq(end, numbers[_i].rest);
}
END_TEST

START_TEST(takes_nothing_else) {
    static const char *const texts[] = {"", " 1", "-", ".", "e5", "x", "-x", "in", ",5"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *end;
        ck_assert_msg(isnan(thud_number_value(texts[i], &end)) && end == texts[i], "'%s'", texts[i]);
    }
    const char *end;
    ck_assert(isnan(thud_number_value("NaN", &end)) && *end == '\0');
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("print");
    tcase_add_test(tests, has_a_point);
    tcase_add_test(tests, leaves_the_locale);
    tcase_add_test(tests, reads_what_it_writes);
    tcase_add_test(tests, reads_the_ends_of_the_range);
    tcase_add_loop_test(tests, ends_where_the_number_does, 0, sizeof numbers / sizeof numbers[0]);
    tcase_add_test(tests, takes_nothing_else);
    return run_suite("print", tests);
}
