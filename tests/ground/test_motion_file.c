/*
 * Files that are written are read back as the same motion.
 */
#define _POSIX_C_SOURCE 200809L /* mkstemp */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/text/motion_file.h"
#include "suite.h"

enum { COUNT = 1000 };

/* accelerations of all magnitudes, in multiples of a unit with few digits or with all */
static thud_motion *make_motion(double step, bool few_digits) {
    thud_motion *motion = thud_motion_create(COUNT, step);
    for (size_t i = 0; i < COUNT; i++) {
        const double value = sin((double)i) * pow(10, (double)(i % 12) - 8);
        char text[40];
        snprintf(text, sizeof text, "%.7g", value);
        motion->acceleration[i] = few_digits ? strtod(text, NULL) * 980665 / 1e5 : value;
    }
    return motion;
}

static thud_motion *read_back(const thud_motion *motion, thud_motion_file_kind kind, const char *title,
                              char read_title[128]) {
    char path[] = "test_motion_file-XXXXXX";
    thud_error failure = {.text = ""};
    const int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
    ck_assert_msg(thud_motion_file_write(path, kind, motion, title, &failure), "%s", failure.text);
    thud_motion *again = NULL;
    thud_motion_info info;
    /* SAC says nothing of units; where all other files say m/s² or g, there is nothing to be told */
    const thud_motion_options options = {.unit = kind == THUD_MOTION_FILE_SAC ? "m/s^2" : NULL};
    const thud_status status = thud_motion_read(path, &options, &again, &info);
    unlink(path);
    ck_assert_msg(status == THUD_OK, "%zu:%zu: %s", info.error.line, info.error.column, info.error.text);
    ck_assert_uint_eq(info.warning_count, 0);
    ck_assert_str_eq(info.format, thud_motion_file_names[kind]);
    memcpy(read_title, info.title, 128);
    return again;
}

START_TEST(same_motion) {
    static const double steps[] = {0.005, 0.02, 1.0 / 128, 1.0 / 300, 0.1 / 3};
    char title[128];
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++)
        for (int few_digits = 0; few_digits < 2; few_digits++) {
            thud_motion *motion = make_motion(steps[s], few_digits);
            thud_motion *again = read_back(motion, (thud_motion_file_kind)_i, "A title", title);
            ck_assert_str_eq(title, "A title");
            ck_assert_uint_eq(again->count, COUNT);
            ck_assert_double_eq(again->step, motion->step);
            /* numbers in g that are not multiples of few digits are off by the rounding of the two conversions */
            double tolerance = _i == THUD_MOTION_FILE_AT2 && !few_digits ? 2 * 0x1p-52 : 0;
            if (_i == THUD_MOTION_FILE_SAC) tolerance = 0x1p-24; /* half a unit of 24 bits */
            for (size_t i = 0; i < COUNT; i++)
                ck_assert(fabs(again->acceleration[i] - motion->acceleration[i]) <=
                          tolerance * fabs(motion->acceleration[i]));
            thud_motion_free(motion);
            thud_motion_free(again);
        }
}
END_TEST

START_TEST(uneven_times) {
    char title[128];
    thud_motion *motion = make_motion(1, true);
    ck_assert(thud_motion_file_holds(THUD_MOTION_FILE_AT2, motion));
    ck_assert(thud_motion_file_holds(THUD_MOTION_FILE_SAC, motion));
    motion->acceleration[7] = 1e39; /* single precision ends at 3.4e38 */
    ck_assert(!thud_motion_file_holds(THUD_MOTION_FILE_SAC, motion));
    motion->acceleration[7] = 0;
    motion->time = malloc(COUNT * sizeof *motion->time);
    motion->step = 0;
    for (size_t i = 0; i < COUNT; i++) motion->time[i] = 0.01 * (double)i + 1e-3 * (double)(i % 3);
    ck_assert(!thud_motion_file_holds(THUD_MOTION_FILE_AT2, motion));
    ck_assert(!thud_motion_file_holds(THUD_MOTION_FILE_ONE_COLUMN, motion));
    ck_assert(!thud_motion_file_holds(THUD_MOTION_FILE_SAC, motion));
    ck_assert(thud_motion_file_holds(THUD_MOTION_FILE_TWO_COLUMN, motion));
    thud_motion *again = read_back(motion, THUD_MOTION_FILE_TWO_COLUMN, NULL, title);
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert_double_eq(again->time[i], motion->time[i]);
        ck_assert_double_eq(again->acceleration[i], motion->acceleration[i]);
    }
    thud_motion_free(motion);
    thud_motion_free(again);
}
END_TEST

/* titles that look like something else */
START_TEST(strange_titles) {
    static const char *const titles[] = {"NPTS= 3, DT= 5", "", "dt = 7", "1 2 3", "unit: gal"};
    char title[128];
    thud_motion *motion = make_motion(0.01, true);
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        for (int kind = 0; kind < THUD_MOTION_FILE_COUNT; kind++) {
            thud_motion *again = read_back(motion, (thud_motion_file_kind)kind, titles[i], title);
            ck_assert_uint_eq(again->count, COUNT);
            ck_assert_double_eq(again->step, 0.01);
            const double rounding = kind == THUD_MOTION_FILE_SAC ? 0x1p-24 * fabs(motion->acceleration[1]) : 0;
            ck_assert_double_le(fabs(again->acceleration[1] - motion->acceleration[1]), rounding);
            thud_motion_free(again);
        }
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("motion file");
    tcase_add_loop_test(tests, same_motion, 0, THUD_MOTION_FILE_COUNT);
    tcase_add_test(tests, uneven_times);
    tcase_add_test(tests, strange_titles);
    return run_suite("motion file", tests);
}
