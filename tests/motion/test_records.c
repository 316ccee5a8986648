/*
 * Real records: count, step and peak as they are known. Where the records are not at hand there is nothing to test.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/motion.h>

#define G 9.80665

static const struct {
    const char *file, *format, *unit;
    size_t count;
    double step;
    double peak;      /* m/s² */
    double tolerance; /* half a unit in the last digit known */
} records[] = {
    {"elCentro.AT2", "at2", "g", 1559, 0.02, 0.31882 * G, 5e-6 * G},
    {"RSN763_LOMAP_GIL067.AT2", "at2", "g", 7999, 0.005, 0.3585 * G, 5e-5 * G},
    {"AOM0011801241951.EW", "knet", "gal", 10200, 0.01, 0.04078, 5e-6},
    {"HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC", "esm", "cm/s^2", 19128, 0.005, 0.00300022, 5e-9},
    {"Cosmos12TimeSeriesTest.v1", "cosmos", "cm/s^2", 7000, 0.01, 1.619618, 5e-7},
};

static double peak(const thud_motion *motion) {
    double largest = 0;
    for (size_t i = 0; i < motion->count; i++) largest = fmax(largest, fabs(motion->acceleration[i]));
    return largest;
}

START_TEST(real_record) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", THUD_RECORDS, records[_i].file);
    FILE *there = fopen(path, "rb");
    if (!there) return;
    fclose(there);
    thud_motion *motion;
    thud_motion_info info;
    const thud_status status = thud_motion_read(path, NULL, &motion, &info);
    ck_assert_msg(status == THUD_OK, "%s:%zu:%zu: %s", records[_i].file, info.error.line, info.error.column,
                  info.error.text);
    ck_assert_str_eq(info.format, records[_i].format);
    ck_assert_str_eq(info.unit, records[_i].unit);
    ck_assert_uint_eq(info.warning_count, 0);
    ck_assert_uint_eq(motion->count, records[_i].count);
    ck_assert_double_eq(motion->step, records[_i].step);
    ck_assert_double_eq_tol(peak(motion), records[_i].peak, records[_i].tolerance);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("records");
    tcase_add_loop_test(tests, real_record, 0, (int)(sizeof records / sizeof records[0]));
    Suite *suite = suite_create("records");
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
