/*
 * Real records: count, step and peak as they are known. They lie in the folder `shared` beside the project, or the
 * test is skipped; test_formats reads a small file of each format.
 */
#include <thud/motion.h>

#include "suite.h"

#define RECORDS THUD_SHARED "/records"

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
    snprintf(path, sizeof path, "%s/%s", RECORDS, records[_i].file);
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
    const char *first = RECORDS "/elCentro.AT2";
    if (!is_readable(first)) return skip_without(first);
    TCase *tests = tcase_create("records");
    tcase_add_loop_test(tests, real_record, 0, (int)(sizeof records / sizeof records[0]));
    return run_suite("records", tests);
}
