/*
 * The elastic spectrum of Eurocode 8: the formulas of EN 1998-1:2004, 3.2.2.2 and annex A, and tables 3.2, 3.3 and
 * A.1, by hand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

#include "suite.h"

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
        {1, 1.25}, {2, 0.625},  {2.5, 0.4},    {4, 0.15625}, {5, 0.1}, /* TE: the same displacement up to there */
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

/* ---- annex A ---- */

static double displacement(const thud_ec8 *s, double period) {
    const double pi = 3.14159265358979323846;
    return thud_ec8_acceleration(s, period) * (period / (2 * pi)) * (period / (2 * pi));
}

/* type 1, for ag = 1: TE of table A.1, and dg = 0.025 S TC TD in m, with the numbers of table 3.2 */
static const struct {
    char soil;
    double te, dg;
} far_rows[] = {{'A', 4.5, 0.02}, {'B', 5, 0.03}, {'C', 6, 0.0345}, {'D', 6, 0.054}, {'E', 6, 0.035}};

/* half a dozen roundings, of the period squared twice over */
START_TEST(far_branches) {
    thud_ec8 s = spectrum(1, far_rows[_i].soil, 1);
    const double te = far_rows[_i].te, dg = far_rows[_i].dg, tf = 10, within = 4e-15 * dg;
    ck_assert_double_eq(s.te, te);
    ck_assert_double_eq(s.tf, tf);
    ck_assert(isinf(thud_ec8_longest(&s)));
    /* up to TE 2.5 S TC TD/4π²: 100 dg/4π² */
    ck_assert_double_eq_tol(displacement(&s, te), 100 * dg / 39.478417604357434, 3 * within);
    ck_assert_double_eq_tol(displacement(&s, 4.2), 100 * dg / 39.478417604357434, 3 * within);
    /* at half the way from TE to TF half the way from 2.5 dg to dg, at a quarter 2.125 dg */
    ck_assert_double_eq_tol(displacement(&s, (te + tf) / 2), 1.75 * dg, 2 * within);
    ck_assert_double_eq_tol(displacement(&s, te + 0.25 * (tf - te)), 2.125 * dg, 3 * within);
    ck_assert_double_eq_tol(displacement(&s, tf), dg, within);
    ck_assert_double_eq_tol(displacement(&s, 50), dg, within);
    /* nothing steps at TF; at TE 0.025 stands for 1/4π², and nothing else steps */
    const double near = 1e-9; /* s: the slopes are below dg per second */
    ck_assert_double_eq_tol(displacement(&s, tf - near), displacement(&s, tf + near), 2 * near * dg);
    ck_assert_double_eq_tol(displacement(&s, te + near) / displacement(&s, te), 0.025 * 39.478417604357434,
                            2 * near);
}
END_TEST

/* η = √(10/7) at 2 %, 0.55 at 40 %; the displacement of the ground has no damping */
START_TEST(far_damping) {
    thud_ec8 s = spectrum(1, 'D', 2);
    s.damping = 0.02;
    ck_assert_double_eq_tol(displacement(&s, 8), 0.108 * (2.9880715233359845 + 1) / 2, 1e-15);
    ck_assert_double_eq_tol(displacement(&s, 12), 0.108, 1e-15);
    s.damping = 0.4;
    ck_assert_double_eq_tol(displacement(&s, 8), 0.108 * (1.375 + 1) / 2, 1e-15);
}
END_TEST

/* annex A is for type 1: the other ends at 4 s, unless a national annex gives TE and TF */
START_TEST(end_of_type_2) {
    for (char soil = 'A'; soil <= 'E'; soil++) {
        thud_ec8 s = spectrum(2, soil, 1);
        ck_assert_double_eq(thud_ec8_longest(&s), 4);
        ck_assert(thud_ec8_acceleration(&s, 4) > 0);
        ck_assert(isnan(thud_ec8_acceleration(&s, nextafter(4, 5))));
        s.te = 5, s.tf = 8;
        ck_assert_int_eq(thud_ec8_check(&s, NULL), THUD_OK);
        ck_assert_double_eq_tol(displacement(&s, 9), 0.025 * s.soil_factor * s.tc * s.td, 1e-15);
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
            {"ag", {bad[i], 0.05, 1, 0.1, 0.2, 1, 0, 0}}, {"damping", {1, bad[i], 1, 0.1, 0.2, 1, 0, 0}},
            {"S", {1, 0.05, bad[i], 0.1, 0.2, 1, 0, 0}},  {"TC", {1, 0.05, 1, 0.1, -1, 1, 0, 0}},
            {"TD", {1, 0.05, 1, 0.1, 0.2, bad[i], 0, 0}}, {"TB", {1, 0.05, 1, -0.1, 0.2, 1, 0, 0}},
            {"TE", {1, 0.05, 1, 0.1, 0.2, 1, bad[i], 9}}, {"TF", {1, 0.05, 1, 0.1, 0.2, 1, 5, bad[i]}},
            {"TE", {1, 0.05, 1, 0.1, 0.2, 1, 0.5, 9}},    {"TF", {1, 0.05, 1, 0.1, 0.2, 1, 5, 5}},
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
    tcase_add_loop_test(tests, far_branches, 0, (int)(sizeof far_rows / sizeof far_rows[0]));
    tcase_add_test(tests, far_damping);
    tcase_add_test(tests, end_of_type_2);
    tcase_add_test(tests, national_parameters);
    tcase_add_test(tests, unknown_names);
    tcase_add_test(tests, bad_numbers);
    return run_suite("ec8", tests);
}
