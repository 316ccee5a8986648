/*
 * The elastic spectrum of Eurocode 8: the formulas of EN 1998-1:2004, 3.2.2.2, and tables 3.2 and 3.3, by hand.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

static thud_ec8 spectrum(int type, char soil, double ag) {
    thud_ec8 out;
    ck_assert_int_eq(thud_ec8_init(&out, type, soil, ag), THUD_OK);
    ck_assert_int_eq(thud_ec8_check(&out, NULL), THUD_OK);
    return out;
}

/* for ag = 1: the value at T = 0, S; the rise per second, 1.5 S/TB; the end of the plateau, TC; T² Se at T = 4 s */
static const struct {
    int type;
    char soil;
    double s, rise, tc, tail;
} rows[] = {
    {1, 'A', 1.00, 10.0, 0.40, 2.0},    {1, 'B', 1.20, 12.0, 0.50, 3.0},   {1, 'C', 1.15, 8.625, 0.60, 3.45},
    {1, 'D', 1.35, 10.125, 0.80, 5.4},  {1, 'E', 1.40, 14.0, 0.50, 3.5},   {2, 'A', 1.00, 30.0, 0.25, 0.75},
    {2, 'B', 1.35, 40.5, 0.25, 1.0125}, {2, 'C', 1.50, 22.5, 0.25, 1.125}, {2, 'D', 1.80, 27.0, 0.30, 1.62},
    {2, 'E', 1.60, 48.0, 0.25, 1.2},
};

/* values that are products of at most four roundings */
START_TEST(tables) {
    thud_ec8 s = spectrum(rows[_i].type, rows[_i].soil, 1);
    ck_assert_double_eq(thud_ec8_acceleration(&s, 0), rows[_i].s);
    ck_assert_double_eq_tol((thud_ec8_acceleration(&s, 0.01) - rows[_i].s) / 0.01, rows[_i].rise, 1e-12);
    ck_assert_double_eq_tol(thud_ec8_acceleration(&s, rows[_i].tc), 2.5 * rows[_i].s, 1e-15);
    ck_assert_double_eq_tol(thud_ec8_acceleration(&s, 1.01 * rows[_i].tc), 2.5 * rows[_i].s / 1.01, 1e-14);
    ck_assert_double_eq_tol(16 * thud_ec8_acceleration(&s, 4), rows[_i].tail, 1e-14);
}
END_TEST

/* type 1, soil B, ag = 0.3 g: corner periods and between them */
START_TEST(corners) {
    const double g = 9.80665, unit = 0.3 * g * 1.2;
    thud_ec8 s = spectrum(1, 'B', 0.3 * g);
    const double expected[][2] = {
        {0, 1},    {0.05, 1.5}, {0.075, 1.75}, {0.15, 2.5},  {0.3, 2.5}, {0.5, 2.5},
        {1, 1.25}, {2, 0.625},  {2.5, 0.4},    {4, 0.15625}, {5, 0.1}, /* beyond the code, the same displacement */
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        ck_assert_double_eq_tol(thud_ec8_acceleration(&s, expected[i][0]), expected[i][1] * unit, 1e-14);
}
END_TEST

/* η = √(10/(5 + ξ)), not below 0.55; it has no part in the value at T = 0 */
START_TEST(damping_correction) {
    static const double rows_of_damping[][2] = {
        {0, 1.4142135623730951},
        {0.02, 1.1952286093343936},
        {0.05, 1},
        {0.10, 0.81649658092772603},
        {0.28, 0.55048188256318031},
        {0.30, 0.55},
        {0.9, 0.55},
    };
    for (size_t i = 0; i < sizeof rows_of_damping / sizeof rows_of_damping[0]; i++) {
        thud_ec8 s = spectrum(1, 'A', 1);
        s.damping = rows_of_damping[i][0];
        ck_assert_double_eq_tol(thud_ec8_acceleration(&s, 0.3), 2.5 * rows_of_damping[i][1], 1e-14);
        ck_assert_double_eq(thud_ec8_acceleration(&s, 0), 1);
    }
}
END_TEST

START_TEST(national_parameters) {
    thud_ec8 s = spectrum(2, 'C', 2);
    s.soil_factor = 1.25, s.tb = 0.1, s.tc = 0.4, s.td = 1.5;
    ck_assert_int_eq(thud_ec8_check(&s, NULL), THUD_OK);
    /* the formulas of the code in round numbers: a few roundings */
    ck_assert_double_eq_tol(thud_ec8_acceleration(&s, 0.05), 2.5 * 1.75, 1e-14);
    ck_assert_double_eq_tol(thud_ec8_acceleration(&s, 0.8), 2.5 * 2.5 * 0.5, 1e-14);
    ck_assert_double_eq_tol(thud_ec8_acceleration(&s, 3), 2.5 * 2.5 * 0.4 * 1.5 / 9, 1e-14);
}
END_TEST

START_TEST(unknown_names) {
    thud_ec8 s;
    ck_assert_int_eq(thud_ec8_init(&s, 0, 'A', 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_ec8_init(&s, 3, 'A', 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_ec8_init(&s, 1, 'F', 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_ec8_init(&s, 1, 'a', 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_ec8_init(NULL, 1, 'A', 1), THUD_ERROR_ARGUMENT);
}
END_TEST

/* every number is checked, and blamed by its name */
START_TEST(bad_numbers) {
    const double bad[] = {-1, NAN, INFINITY};
    for (size_t i = 0; i < 3; i++) {
        const struct {
            const char *subject;
            thud_ec8 s;
        } cases[] = {
            {"ag", {bad[i], 0.05, 1, 0.1, 0.2, 1}}, {"damping", {1, bad[i], 1, 0.1, 0.2, 1}},
            {"S", {1, 0.05, bad[i], 0.1, 0.2, 1}},  {"TC", {1, 0.05, 1, 0.1, -1, 1}},
            {"TD", {1, 0.05, 1, 0.1, 0.2, bad[i]}}, {"TB", {1, 0.05, 1, -0.1, 0.2, 1}},
        };
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            thud_error error;
            ck_assert_int_eq(thud_ec8_check(&cases[k].s, &error), THUD_ERROR_ARGUMENT);
            ck_assert_str_eq(error.subject, cases[k].subject);
        }
    }
    thud_ec8 zero = spectrum(1, 'A', 1);
    zero.ag = 0;
    ck_assert_int_eq(thud_ec8_check(&zero, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_ec8_check(NULL, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("ec8");
    tcase_add_loop_test(tests, tables, 0, (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(tests, corners);
    tcase_add_test(tests, damping_correction);
    tcase_add_test(tests, national_parameters);
    tcase_add_test(tests, unknown_names);
    tcase_add_test(tests, bad_numbers);
    Suite *suite = suite_create("ec8");
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
