/*
 * Measures of motions whose integrals are known.
 */
#include <math.h>
#include <stdlib.h>

#include <thud/motion.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

/* a handful of roundings in each closed form; where many steps are summed, a few hundred */
static const double ROUNDING = 1e-13;

#define close_to(got, expected) ck_assert_double_eq_tol(got, expected, fmax(1, fabs((double)(expected))) * ROUNDING)

static thud_intensity measure(const thud_motion *motion) {
    thud_intensity out;
    ck_assert_int_eq(thud_motion_intensity(motion, &out), THUD_OK);
    return out;
}

/* one straight line from `first` to `last`, in a number of steps */
static thud_motion *make_line(size_t steps, double duration, double first, double last) {
    thud_motion *motion = thud_motion_create(steps + 1, duration / (double)steps);
    ck_assert_ptr_nonnull(motion);
    for (size_t i = 0; i <= steps; i++)
        motion->acceleration[i] = first + (last - first) * (double)i / (double)steps;
    return motion;
}

START_TEST(constant) {
    static const size_t steps[] = {1, 7, 200};
    thud_motion *motion = make_line(steps[_i], 4, -3, -3);
    thud_intensity got = measure(motion);
    close_to(got.pga, 3);
    close_to(got.pga_time, 0);
    close_to(got.pgv, 12);
    close_to(got.pgv_time, 4);
    close_to(got.pgd, 24);
    close_to(got.pgd_time, 4);
    close_to(got.final_velocity, -12);
    close_to(got.final_displacement, -24);
    close_to(got.arias, PI / (2 * 9.80665) * 36);
    close_to(got.significant_start, 0.2);
    close_to(got.significant_end, 3.8);
    close_to(got.cav, 12);
    thud_motion_free(motion);
}
END_TEST

/* from −A to A: the velocity has its peak in the middle, where the acceleration is zero, sample or no sample */
START_TEST(through_zero) {
    static const size_t steps[] = {1, 2, 3, 9};
    thud_motion *motion = make_line(steps[_i], 2, -3, 3);
    thud_intensity got = measure(motion);
    close_to(got.pgv, 1.5);
    close_to(got.pgv_time, 1);
    close_to(got.pgd, 2);
    close_to(got.pgd_time, 2);
    close_to(got.final_velocity, 0);
    close_to(got.final_displacement, -2);
    close_to(got.cav, 3);
    close_to(got.arias, PI / (2 * 9.80665) * 6);
    thud_motion_free(motion);
}
END_TEST

/* v = t − 1.25 t² turns round at t = 0.8, where d = t²/2 − (5/12) t³ = 8/75; a = 0 at t = 0.4 */
START_TEST(turns_inside_a_step) {
    thud_motion *motion = make_line(1, 1, 1, -1.5);
    thud_intensity got = measure(motion);
    close_to(got.pga, 1.5);
    close_to(got.pga_time, 1);
    close_to(got.pgv, 0.25);
    close_to(got.pgv_time, 1);
    close_to(got.pgd, 8.0 / 75);
    close_to(got.pgd_time, 0.8);
    thud_motion_free(motion);
}
END_TEST

/* a = ct: ∫a² grows like t³ */
START_TEST(significant_duration) {
    static const size_t steps[] = {1, 13};
    thud_motion *motion = make_line(steps[_i], 5, 0, 2);
    thud_intensity got = measure(motion);
    close_to(got.significant_start, 5 * cbrt(0.05));
    close_to(got.significant_end, 5 * cbrt(0.95));
    thud_motion_free(motion);
}
END_TEST

/* times that do not begin with zero, and uneven steps: triangle of height 2 from 10 s to 13 s, peak at 11 s */
START_TEST(given_times) {
    thud_motion *motion = thud_motion_create(3, 1);
    motion->time = malloc(3 * sizeof *motion->time);
    motion->time[0] = 10, motion->time[1] = 11, motion->time[2] = 13;
    motion->acceleration[1] = 2;
    thud_intensity got = measure(motion);
    close_to(got.pga_time, 11);
    close_to(got.final_velocity, 3);
    close_to(got.cav, 3);
    close_to(got.arias, PI / (2 * 9.80665) * 4);
    close_to(got.significant_start, 10 + cbrt(0.05 * 4 / (4.0 / 3)));
    close_to(got.significant_end, 13 - cbrt(0.05 * 4 * 3));
    thud_motion_free(motion);
}
END_TEST

START_TEST(ground_at_rest) {
    thud_motion *motion = make_line(5, 1, 0, 0);
    thud_intensity got = measure(motion);
    close_to(got.pga, 0);
    close_to(got.pgd, 0);
    close_to(got.arias, 0);
    close_to(got.significant_end - got.significant_start, 0);
    thud_motion_free(motion);
}
END_TEST

START_TEST(bad_motions) {
    thud_intensity out = {.pga = 42};
    ck_assert_ptr_null(thud_motion_create(1, 0.01));
    ck_assert_ptr_null(thud_motion_create(10, 0));
    ck_assert_ptr_null(thud_motion_create(10, -1));
    ck_assert_ptr_null(thud_motion_create(10, NAN));
    ck_assert_ptr_null(thud_motion_create(10, INFINITY));
    ck_assert_ptr_null(thud_motion_create((size_t)-1, 1));
    thud_motion_free(NULL);
    ck_assert_int_eq(thud_motion_intensity(NULL, &out), THUD_ERROR_ARGUMENT);
    thud_motion *motion = make_line(2, 1, 0, 1);
    motion->acceleration[1] = INFINITY;
    ck_assert_int_eq(thud_motion_intensity(motion, &out), THUD_ERROR_ARGUMENT);
    motion->acceleration[1] = 1e200;
    ck_assert_int_eq(thud_motion_intensity(motion, &out), THUD_ERROR_OVERFLOW);
    motion->acceleration[1] = 1;
    motion->time = calloc(3, sizeof *motion->time); /* times that stand still */
    ck_assert_int_eq(thud_motion_intensity(motion, &out), THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(out.pga, 42);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("measures");
    tcase_add_loop_test(tests, constant, 0, 3);
    tcase_add_loop_test(tests, through_zero, 0, 4);
    tcase_add_test(tests, turns_inside_a_step);
    tcase_add_loop_test(tests, significant_duration, 0, 2);
    tcase_add_test(tests, given_times);
    tcase_add_test(tests, ground_at_rest);
    tcase_add_test(tests, bad_motions);
    return run_suite("intensity", tests);
}
