/*
 * Equally spaced times, as files write them: rounded to some digits, in single precision, shifted, or not at all.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "ground/read/rows.h"
#include "suite.h"

enum { COUNT = 2000 };

/* times i·step from `start`, written with so many decimals and read again */
static void write_times(double times[COUNT], double start, double step, int decimals) {
    char text[40];
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "%.*f", decimals, start + step * i);
        times[i] = strtod(text, NULL);
    }
}

static const struct {
    double start, step;
    int decimals;
} cases[] = {
    {0, 0.02, 2},        {0, 0.005, 3},     {0, 0.005, 6},  {0.005, 0.005, 3},  {-10, 0.01, 2},
    {0, 1.0 / 128, 3},   {0, 1.0 / 128, 7}, {0, 0.0033, 4}, {0, 0.0024, 4},     {0, 1.0 / 300, 5},
    {100000, 0.0125, 4}, {0, 1, 0},         {0, 0.1, 1},    {0, 1.0 / 1024, 6},
};

START_TEST(written_times) {
    double times[COUNT], step = 0;
    write_times(times, cases[_i].start, cases[_i].step, cases[_i].decimals);
    ck_assert(thud_times_uniform(times, COUNT, -cases[_i].decimals, 0, &step));
    ck_assert_msg(step == cases[_i].step, "%.17g is found as %.17g", cases[_i].step, step);
}
END_TEST

START_TEST(single_precision) {
    double times[COUNT], step = 0;
    for (int i = 0; i < COUNT; i++) times[i] = (double)(0.005f * (float)i);
    ck_assert(thud_times_uniform(times, COUNT, -18, 0, &step));
    ck_assert_double_eq(step, 0.005);
}
END_TEST

/* a step known from elsewhere is taken where it fits, and not where it does not */
START_TEST(expected_step) {
    double times[COUNT], step = 0;
    write_times(times, 0, 1.0 / 299, 2 + 2);
    ck_assert(thud_times_uniform(times, COUNT, -4, 1.0 / 299, &step));
    ck_assert_double_eq(step, 1.0 / 299);
    ck_assert(thud_times_uniform(times, COUNT, -4, 0.01, &step));
    ck_assert_double_eq(step, 1.0 / 299);
}
END_TEST

/* times with few digits are no excuse for steps that differ */
START_TEST(uneven_times) {
    double step;
    const double coarse[] = {0, 1, 3, 4}, tenths[] = {0, 0.1, 0.3, 0.4}, one[] = {0, 0.01, 0.02, 0.0305, 0.04};
    ck_assert(!thud_times_uniform(coarse, 4, 0, 0, &step));
    ck_assert(!thud_times_uniform(tenths, 4, -1, 0, &step));
    ck_assert(!thud_times_uniform(one, 5, -4, 0, &step));
    ck_assert(!thud_times_uniform(one, 1, -4, 0, &step));
}
END_TEST

START_TEST(two_times) {
    double step = 0;
    const double two[] = {3, 3.25};
    ck_assert(thud_times_uniform(two, 2, -2, 0, &step));
    ck_assert_double_eq(step, 0.25);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("times");
    tcase_add_loop_test(tests, written_times, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(tests, single_precision);
    tcase_add_test(tests, expected_step);
    tcase_add_test(tests, uneven_times);
    tcase_add_test(tests, two_times);
    return run_suite("times", tests);
}
