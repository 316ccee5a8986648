/*
 * Real records: count, step and peak as they are known. They lie in the folder that THUD_SHARED names; what
 * is not there is left out. test_formats reads a small file of each format.
 */
#include <thud/motion.h>

#include "suite.h"

#define G 9.80665

static const struct {
    const char *file, *format, *unit;
    size_t count;
    double step;
    double peak;      /* m/s² */
    double tolerance; /* half a unit in the last digit known */
} records[] = {
    {"records/elCentro.AT2", "at2", "g", 1559, 0.02, 0.31882 * G, 5e-6 * G},
    {"records/RSN763_LOMAP_GIL067.AT2", "at2", "g", 7999, 0.005, 0.3585 * G, 5e-5 * G},
    {"records/AOM0011801241951.EW", "knet", "gal", 10200, 0.01, 0.04078, 5e-6},
    {"records/HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC", "esm", "cm/s^2", 19128, 0.005, 0.00300022, 5e-9},
    {"records/Cosmos12TimeSeriesTest.v1", "cosmos", "cm/s^2", 7000, 0.01, 1.619618, 5e-7},
};

static double peak(const thud_motion *motion) {
    double largest = 0;
    for (size_t i = 0; i < motion->count; i++) largest = fmax(largest, fabs(motion->acceleration[i]));
    return largest;
}

START_TEST(real_record) {
    thud_motion *motion;
    thud_motion_info info;
    const thud_status status = thud_motion_read(shared_file(records[_i].file), NULL, &motion, &info);
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
    for (int i = 0; i < (int)(sizeof records / sizeof records[0]); i++)
        if (has_shared("real_record", records[i].file)) tcase_add_loop_test(tests, real_record, i, i + 1);
    return run_suite("records", tests);
}
