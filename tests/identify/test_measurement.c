/* Columns of measurements: what they are, in which units, and where a file is wrong. */
#include <string.h>

#include <thud/identify.h>

#include "suite.h"

static thud_measurement *parse(const char *text, thud_measurement_kind asked) {
    thud_measurement *m = NULL;
    thud_error error = {0};
    ck_assert_msg(thud_measurement_parse(text, strlen(text), asked, &m, &error) == THUD_OK, "%zu:%zu: %s",
                  error.line, error.column, error.text);
    return m;
}

START_TEST(force) {
    thud_measurement *m =
        parse("# a test\ntime [ms], Force [kN], penetration [mm]\n0,1,2\n0.5,-3e-3,4\n", THUD_MEASUREMENT_ANY);
    ck_assert_int_eq(m->kind, THUD_MEASUREMENT_FORCE);
    ck_assert_uint_eq(m->count, 2);
    ck_assert_uint_eq(m->line, 3);
    assert_relative(m->time[1], 5e-4, 1e-15);
    assert_relative(m->value[0], 1000, 1e-15);
    assert_relative(m->value[1], -3, 1e-15);
    assert_relative(m->second[1], 4e-3, 1e-15);
    thud_measurement_free(m);

    /* the other way round, other separators, no units */
    m = parse("f;t\n10;0\n20;1\n", THUD_MEASUREMENT_ANY);
    ck_assert(m->value[1] == 20 && m->time[1] == 1 && !m->second);
    thud_measurement_free(m);

    /* without names: time and force */
    m = parse("0 1\n1 2\n", THUD_MEASUREMENT_ANY);
    ck_assert(m->kind == THUD_MEASUREMENT_FORCE && m->value[1] == 2);
    thud_measurement_free(m);

    /* what thud impact --curve writes */
    m = parse("t [s],penetration [m],velocity [m/s],force [N]\n0,0,1,5\n1e-3,1e-4,0.9,6\n", THUD_MEASUREMENT_ANY);
    ck_assert(m->kind == THUD_MEASUREMENT_FORCE && m->value[1] == 6 && m->second[1] == 1e-4);
    thud_measurement_free(m);
}
END_TEST

/* units that a file does not have are named, each once, and only of columns that are used */
START_TEST(assumed) {
    static const struct {
        const char *text;
        thud_measurement_kind asked;
        const char *assumed;
    } files[] = {
        {"0 1\n1 2\n", THUD_MEASUREMENT_ANY, "times in s, forces in N"},
        {"t,force\n0,1\n1,2\n", THUD_MEASUREMENT_ANY, "times in s, forces in N"},
        {"t [ms],force\n0,1\n1,2\n", THUD_MEASUREMENT_ANY, "forces in N"},
        {"t,force [kN]\n0,1\n1,2\n", THUD_MEASUREMENT_ANY, "times in s"},
        {"t [s],force [N],penetration\n0,1,0\n1,2,0\n", THUD_MEASUREMENT_ANY, "lengths in m"},
        {"t,force,delta\n0,1,0\n1,2,0\n", THUD_MEASUREMENT_ANY, "times in s, forces in N, lengths in m"},
        {"t [s],force [N],note\n0,1,0\n1,2,0\n", THUD_MEASUREMENT_ANY, ""},
        {"0 1\n1 2\n", THUD_MEASUREMENT_ACCELERATION, "times in s, accelerations in m/s²"},
        {"t [s],a [g]\n0,1\n1,2\n", THUD_MEASUREMENT_ANY, ""},
        {"0.1\n0.2\n", THUD_MEASUREMENT_ANY, "times in s"},
        {"drop,rebound\n1,0.4\n1,0.4\n", THUD_MEASUREMENT_ANY, "lengths in m"},
        {"drop [m],rebound\n1,0.4\n1,0.4\n", THUD_MEASUREMENT_ANY, "lengths in m"},
        {"load,deflection [mm]\n1,0.4\n2,0.8\n", THUD_MEASUREMENT_ANY, "forces in N"},
        {"frequency,real [m/N],imaginary [m/N]\n1,2,3\n2,2,3\n", THUD_MEASUREMENT_ANY, "frequencies in Hz"},
        {"frequency [Hz],magnitude [m/N],phase [deg]\n1,2,3\n2,2,3\n", THUD_MEASUREMENT_ANY, ""},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        thud_measurement *m = parse(files[i].text, files[i].asked);
        ck_assert_str_eq(m->assumed, files[i].assumed);
        thud_measurement_free(m);
    }
}
END_TEST

START_TEST(other_kinds) {
    thud_measurement *m = parse("t [s],a [g]\n0,1\n0.01,2\n", THUD_MEASUREMENT_ANY);
    ck_assert_int_eq(m->kind, THUD_MEASUREMENT_ACCELERATION);
    assert_relative(m->value[1], 2 * 9.80665, 1e-15);
    thud_measurement_free(m);

    m = parse("0.32\n0.83\n1.22\n", THUD_MEASUREMENT_ANY);
    ck_assert(m->kind == THUD_MEASUREMENT_BOUNCES && m->count == 3 && m->time[2] == 1.22 && !m->value);
    thud_measurement_free(m);
    m = parse("bounce,time [ms]\n1,320\n2,830\n", THUD_MEASUREMENT_ANY);
    ck_assert_int_eq(m->kind, THUD_MEASUREMENT_BOUNCES);
    assert_relative(m->time[1], 0.83, 1e-15);
    thud_measurement_free(m);

    m = parse("drop [cm],rebound [cm]\n100,36\n50,20\n", THUD_MEASUREMENT_ANY);
    ck_assert_int_eq(m->kind, THUD_MEASUREMENT_HEIGHTS);
    assert_relative(m->value[1], 0.5, 1e-15);
    assert_relative(m->second[0], 0.36, 1e-15);
    thud_measurement_free(m);
    m = parse("1,0.4\n0.5,0.2\n", THUD_MEASUREMENT_HEIGHTS);
    ck_assert(m->kind == THUD_MEASUREMENT_HEIGHTS && m->second[1] == 0.2);
    thud_measurement_free(m);
}
END_TEST

static void refuse(const char *text, thud_measurement_kind asked, size_t line, size_t column, const char *words) {
    thud_measurement *m = NULL;
    thud_error error = {0};
    ck_assert_int_eq(thud_measurement_parse(text, strlen(text), asked, &m, &error), THUD_ERROR_SYNTAX);
    ck_assert_ptr_null(m);
    ck_assert_msg(strstr(error.text, words) && error.line == line && error.column == column,
                  "%zu:%zu: %s; expected %zu:%zu and '%s'", error.line, error.column, error.text, line, column,
                  words);
}

START_TEST(bad_files) {
    refuse("", THUD_MEASUREMENT_ANY, 1, 1, "empty");
    refuse("hello\nworld\n", THUD_MEASUREMENT_ANY, 1, 1, "no row of numbers");
    refuse("t,f\n0,1\n1,nan\n", THUD_MEASUREMENT_ANY, 3, 3, "finite number");
    refuse("t,f\n0,1\n1,x\n", THUD_MEASUREMENT_ANY, 3, 3, "expected a number");
    refuse("t,f\n0,1\n2,1\n1,1\n", THUD_MEASUREMENT_ANY, 4, 1, "not later");
    refuse("t,f\n0,1\n1\n", THUD_MEASUREMENT_ANY, 3, 2, "1 numbers in this row");
    refuse("t,f\n0,1\n1,1e999\n", THUD_MEASUREMENT_ANY, 3, 3, "too large");
    refuse("t [s],f [kg]\n0,1\n1,2\n", THUD_MEASUREMENT_ANY, 1, 10, "the unit of the column: expected");
    refuse("t [m],f [N]\n0,1\n1,2\n", THUD_MEASUREMENT_FORCE, 1, 4, "the unit of the column: expected");
    refuse("t [s],x [m]\n0,1\n1,2\n", THUD_MEASUREMENT_FORCE, 1, 1, "no column 'force'");
    refuse("drop,y\n0,1\n1,2\n", THUD_MEASUREMENT_HEIGHTS, 1, 1, "no column 'rebound'");
    refuse("0.1\n0.2\n", THUD_MEASUREMENT_FORCE, 1, 1, "found one number");
    ck_assert_int_eq(thud_measurement_parse(NULL, 5, THUD_MEASUREMENT_ANY, NULL, NULL), THUD_ERROR_ARGUMENT);
    thud_error error;
    thud_measurement *m;
    ck_assert_int_eq(thud_measurement_read("/nonexistent/file", THUD_MEASUREMENT_ANY, &m, &error), THUD_ERROR_FILE);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("measurement");
    tcase_add_test(tests, force);
    tcase_add_test(tests, assumed);
    tcase_add_test(tests, other_kinds);
    tcase_add_test(tests, bad_files);
    return run_suite("identify_measurement", tests);
}
