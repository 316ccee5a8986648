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

    /* names in another language: the units say what the columns are */
    m = parse("Zeit [ms];Kraft [kN]\n0;1\n10;2\n", THUD_MEASUREMENT_ANY);
    ck_assert_int_eq(m->kind, THUD_MEASUREMENT_FORCE);
    assert_relative(m->value[1], 2000, 1e-15);
    assert_relative(m->time[1], 0.01, 1e-15);
    thud_measurement_free(m);
    m = parse("temps [s],mesure [m/s^2]\n0,1\n0.01,2\n", THUD_MEASUREMENT_ANY);
    ck_assert(m->kind == THUD_MEASUREMENT_ACCELERATION && m->value[1] == 2);
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
    refuse("force [N],x [m]\n0,1\n1,2\n", THUD_MEASUREMENT_BOUNCES, 1, 1,
           "no column 'time' in the file: the line before the numbers names them, as in 'time [s],force [N]'");
    refuse("weight [N],y [m]\n0,1\n1,2\n", THUD_MEASUREMENT_STATIC, 1, 1, "no column 'deflection' among the 2");
    refuse("y [N],x [m]\n0,1\n1,2\n", THUD_MEASUREMENT_STATIC, 1, 1, "no column 'load' among the 2");
    refuse("t,f,x [mm]\n0,1,2\n1,2,nan\n", THUD_MEASUREMENT_FORCE, 3, 5, "finite number");
    refuse("t [s],f [N],delta [N]\n0,1,2\n1,2,3\n", THUD_MEASUREMENT_FORCE, 1, 20, "the unit of the column");
    ck_assert_int_eq(thud_measurement_parse(NULL, 5, THUD_MEASUREMENT_ANY, NULL, NULL), THUD_ERROR_ARGUMENT);
    thud_error error;
    thud_measurement *m = NULL;
    /* nothing at all is an empty file; and whoever asks for no words gets none */
    ck_assert_int_eq(thud_measurement_parse(NULL, 0, THUD_MEASUREMENT_ANY, &m, &error), THUD_ERROR_SYNTAX);
    ck_assert_str_eq(error.text, "the file is empty");
    ck_assert_int_eq(thud_measurement_parse("x", 1, THUD_MEASUREMENT_ANY, &m, NULL), THUD_ERROR_SYNTAX);
    ck_assert_ptr_null(m);
    ck_assert_int_eq(thud_measurement_read("/nonexistent/file", THUD_MEASUREMENT_ANY, &m, &error), THUD_ERROR_FILE);
}
END_TEST

/* transfer functions: what is wrong with a column is said where it stands */
START_TEST(bad_transfers) {
    const thud_measurement_kind any = THUD_MEASUREMENT_ANY, transfer = THUD_MEASUREMENT_TRANSFER;
    refuse("1,2,3\n2,3,4\n", transfer, 1, 1, "needs a line that names its columns");
    refuse("a,real [m/N],imag [m/N]\n1,2,3\n", transfer, 1, 1, "no column 'frequency' among the 3");
    refuse("freq [Hz],b [m/N],imag [m/N]\n1,2,3\n", any, 1, 1, "no column 'real' among the 3");
    refuse("freq [Hz],re [m/N],b [m/N]\n1,2,3\n", any, 1, 1, "no column 'imaginary' among the 3");
    refuse("freq [Hz],mag [m/N],b [rad]\n1,2,3\n", any, 1, 1, "no column 'phase' among the 3");
    refuse("freq [Hz],mag [m/N],phase\n1,2,3\n", any, 1, 21, "a phase needs its unit");
    refuse("freq [Hz],mag [m/N],phase [kg]\n1,2,3\n", any, 1, 28, "the unit of the column: expected");
    refuse("freq [m],mag [m/N],phase [rad]\n1,2,3\n", any, 1, 7, "the unit of the column: expected");
    refuse("freq [Hz],re [kg],im [kg]\n1,2,3\n", any, 1, 11, "the unit of the column decides the quantity");
    refuse("freq [Hz],re,im\n1,2,3\n", any, 1, 11, "the unit of the column decides the quantity");
    refuse("freq [Hz],re [m/N],im [m/N]\n1,2,3\nx,2,3\n", any, 3, 1, "expected a number");
    refuse("freq [Hz],re [m/N],im [m/N]\n1,2,3\n2,nan,3\n", any, 3, 3, "finite number");
    refuse("freq [Hz],re [m/N],im [m/N]\n1,2,3\n2,2,nan\n", any, 3, 5, "finite number");
}
END_TEST

/* by their units: of displacement, velocity and acceleration by force, and of acceleration by that of the base */
START_TEST(responses) {
    static const struct {
        const char *unit;
        thud_transfer_kind response;
        double scale;
    } kinds[] = {{"mm/N", THUD_TRANSFER_RECEPTANCE, 1e-3},  {"m/s/kN", THUD_TRANSFER_MOBILITY, 1e-3},
                 {"m/s^2/N", THUD_TRANSFER_ACCELERANCE, 1}, {"-", THUD_TRANSFER_TRANSMISSIBILITY, 1},
                 {"–", THUD_TRANSFER_TRANSMISSIBILITY, 1},  {"1", THUD_TRANSFER_TRANSMISSIBILITY, 1}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char text[200];
        snprintf(text, sizeof text, "frequency [kHz],magnitude [%s],phase [deg]\n1,2,30\n2,3,120\n", kinds[i].unit);
        thud_measurement *m = parse(text, THUD_MEASUREMENT_ANY);
        ck_assert(m->kind == THUD_MEASUREMENT_TRANSFER && m->response == kinds[i].response);
        assert_relative(m->time[1], 2000, 1e-15);
        /* a cosine and a product */
        assert_relative(m->value[0], 2 * kinds[i].scale * cos(acos(-1) / 6), 1e-15);
        assert_relative(m->second[1], 3 * kinds[i].scale * sin(acos(-1) * 2 / 3), 1e-15);
        thud_measurement_free(m);
    }
}
END_TEST

/* names are read of 64 columns; of more it would be left to chance which is which */
START_TEST(many_columns) {
    enum { MANY = 64 };
    char text[24 * MANY] = "";
    for (int columns = MANY; columns <= MANY + 1; columns++) {
        snprintf(text, sizeof text, "force [N]");
        for (int row = -1; row < 2; row++) {
            for (int i = 1; i < columns - 1; i++) snprintf(text + strlen(text), 8, row < 0 ? ",y%d" : ",%d", i);
            snprintf(text + strlen(text), 16, row < 0 ? ",t [s]\n5" : row == 0 ? ",0\n7" : ",1\n");
        }
        if (columns > MANY) {
            refuse(text, THUD_MEASUREMENT_ANY, 2, 1,
                   "65 columns, but at most 64 named ones can be read: remove some");
            continue;
        }
        thud_measurement *m = parse(text, THUD_MEASUREMENT_ANY);
        ck_assert(m->kind == THUD_MEASUREMENT_FORCE && m->count == 2 && m->value[1] == 7 && m->time[1] == 1);
        thud_measurement_free(m);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("measurement");
    tcase_add_test(tests, force);
    tcase_add_test(tests, assumed);
    tcase_add_test(tests, other_kinds);
    tcase_add_test(tests, bad_files);
    tcase_add_test(tests, bad_transfers);
    tcase_add_test(tests, responses);
    tcase_add_test(tests, many_columns);
    return run_suite("identify_measurement", tests);
}
