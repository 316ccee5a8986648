/*
 * Baselines: what is left has nothing in common with the polynomial; a motion that should end at rest does.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <thud/motion.h>

#include "suite.h"

enum { COUNT = 2000 };

/* noise of one m/s² about a curved baseline, at even or uneven steps of 0.01 s on average */
static thud_motion *make_motion(bool uniform) {
    thud_motion *motion = thud_motion_create(COUNT, 0.01);
    ck_assert_ptr_nonnull(motion);
    srand(4);
    if (!uniform) {
        motion->time = malloc(COUNT * sizeof *motion->time);
        motion->time[0] = -3;
        for (size_t i = 1; i < COUNT; i++)
            motion->time[i] = motion->time[i - 1] + 0.002 + 0.016 * rand() / RAND_MAX;
    }
    for (size_t i = 0; i < COUNT; i++) {
        double t = thud_motion_time(motion, i);
        motion->acceleration[i] = 0.4 - 0.1 * t + 0.007 * t * t + 2.0 * rand() / RAND_MAX - 1;
    }
    return motion;
}

/* what is left is orthogonal to 1, t and t², as far as they were fitted, and as much of it is left as there was */
START_TEST(polynomials) {
    static const thud_baseline kinds[] = {THUD_BASELINE_MEAN, THUD_BASELINE_LINEAR, THUD_BASELINE_QUADRATIC};
    int degree = _i % 3;
    thud_motion *motion = make_motion(_i < 3);
    ck_assert_int_eq(thud_motion_correct(motion, kinds[degree]), THUD_OK);
    double sums[3] = {0, 0, 0}, squares = 0;
    for (size_t i = 0; i < COUNT; i++) {
        double x = (double)i / COUNT, t = motion->time ? (motion->time[i] + 3) / 20 : x;
        for (int k = 0; k < 3; k++) sums[k] += motion->acceleration[i] * pow(t, k);
        squares += motion->acceleration[i] * motion->acceleration[i];
    }
    /* sums of 2000 terms of size one, each rounded; unfitted powers are far from zero */
    for (int k = 0; k < 3; k++) {
        if (k <= degree) ck_assert_double_eq_tol(sums[k], 0, 1e-11);
        else ck_assert_double_gt(fabs(sums[k]), 1);
    }
    ck_assert_double_gt(squares, 0.3 * COUNT);
    thud_motion_free(motion);
}
END_TEST

/* a parabola is all baseline */
START_TEST(pure_parabola) {
    thud_motion *motion = thud_motion_create(50, 0.1);
    for (size_t i = 0; i < 50; i++) {
        double t = thud_motion_time(motion, i);
        motion->acceleration[i] = 3 - 2 * t + 5 * t * t;
    }
    ck_assert_int_eq(thud_motion_correct(motion, THUD_BASELINE_QUADRATIC), THUD_OK);
    /* of values up to 110 */
    for (size_t i = 0; i < 50; i++) ck_assert_double_eq_tol(motion->acceleration[i], 0, 1e-12);
    thud_motion_free(motion);
}
END_TEST

/* v and d end at zero but for the rounding of 2000 sums; before, they were some m/s and some ten m off */
START_TEST(ends_at_rest) {
    thud_motion *motion = make_motion(_i == 0);
    thud_intensity before, after;
    ck_assert_int_eq(thud_motion_intensity(motion, &before), THUD_OK);
    ck_assert_double_gt(fabs(before.final_velocity), 0.5);
    ck_assert_double_gt(fabs(before.final_displacement), 5);
    double first = motion->acceleration[0], last = motion->acceleration[COUNT - 1];
    ck_assert_int_eq(thud_motion_correct(motion, THUD_BASELINE_ZERO_END), THUD_OK);
    ck_assert_int_eq(thud_motion_intensity(motion, &after), THUD_OK);
    ck_assert_double_eq_tol(after.final_velocity, 0, 1e-13);
    ck_assert_double_eq_tol(after.final_displacement, 0, 1e-12);
    /* the correction begins and ends with nothing */
    ck_assert_double_eq(motion->acceleration[0], first);
    ck_assert_double_eq(motion->acceleration[COUNT - 1], last);
    thud_motion_free(motion);
}
END_TEST

/* even a drift of 5000 km is taken away to 1e-9 m: what rounding leaves of it is removed as well */
START_TEST(ends_at_rest_after_a_long_way) {
    thud_motion *motion = thud_motion_create(100000, 0.01);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = 10 + sin(0.7 * (double)i);
    ck_assert_int_eq(thud_motion_correct(motion, THUD_BASELINE_ZERO_END), THUD_OK);
    thud_intensity after;
    ck_assert_int_eq(thud_motion_intensity(motion, &after), THUD_OK);
    ck_assert_double_eq_tol(after.final_velocity, 0, 1e-9);
    ck_assert_double_eq_tol(after.final_displacement, 0, 1e-9);
    thud_motion_free(motion);
}
END_TEST

/* of a constant, the correction is the only curved thing: smooth, and as small as it can be expected to be */
START_TEST(correction_is_smooth) {
    thud_motion *motion = thud_motion_create(COUNT, 0.01);
    for (size_t i = 0; i < COUNT; i++) motion->acceleration[i] = 1;
    ck_assert_int_eq(thud_motion_correct(motion, THUD_BASELINE_ZERO_END), THUD_OK);
    /* −15/8 (1 − x²)² has the mean −1, and its second difference is at most 15 (2/COUNT)² */
    for (size_t i = 1; i + 1 < COUNT; i++) {
        double *a = motion->acceleration + i;
        ck_assert_double_le(fabs(a[0] - 1), 1.876);
        ck_assert_double_le(fabs(a[-1] - 2 * a[0] + a[1]), 15 * 4.01 / COUNT / COUNT);
    }
    thud_motion_free(motion);
}
END_TEST

START_TEST(bad_input) {
    thud_motion *motion = thud_motion_create(3, 0.1);
    motion->acceleration[0] = 1;
    ck_assert_int_eq(thud_motion_correct(motion, THUD_BASELINE_ZERO_END), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_motion_correct(motion, (thud_baseline)77), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_motion_correct(NULL, THUD_BASELINE_MEAN), THUD_ERROR_ARGUMENT);
    motion->count = 2;
    ck_assert_int_eq(thud_motion_correct(motion, THUD_BASELINE_QUADRATIC), THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(motion->acceleration[0], 1);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("baseline");
    tcase_add_loop_test(tests, polynomials, 0, 6);
    tcase_add_test(tests, pure_parabola);
    tcase_add_loop_test(tests, ends_at_rest, 0, 2);
    tcase_add_test(tests, ends_at_rest_after_a_long_way);
    tcase_add_test(tests, correction_is_smooth);
    tcase_add_test(tests, bad_input);
    return run_suite("baseline", tests);
}
