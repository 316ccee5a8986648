/* Scaling to a strength: against peaks by hand, and by measuring the scaled motion again. */
#include <thud/motion.h>

#include "numeric/random.h"
#include "suite.h"

static thud_motion *noise(void) {
    thud_random random = thud_random_seed(5);
    thud_motion *motion = thud_motion_create(400, 0.01);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = 2 * thud_random_uniform(&random) - 1;
    return motion;
}

/* a triangle from 0 over 2 m/s² at 0.1 s to 0 at 0.2 s: PGA 2 m/s², PGV 0.2 m/s */
START_TEST(triangle) {
    thud_motion *motion = thud_motion_create(3, 0.1);
    motion->acceleration[1] = 2;
    double factor;
    thud_motion_strength pga = {THUD_MEASURE_PGA, 3, 0, 0}, pgv = {THUD_MEASURE_PGV, 0.5, 0, 0};
    ck_assert_int_eq(thud_motion_scale_factor(motion, &pga, &factor, NULL), THUD_OK);
    assert_relative(factor, 1.5, 1e-15);
    ck_assert_int_eq(thud_motion_scale_factor(motion, &pgv, &factor, NULL), THUD_OK);
    assert_relative(factor, 2.5, 1e-14); /* the sum of two trapezia */
    thud_motion_free(motion);
}
END_TEST

/* the scaled motion has the spectral ordinate asked for: linear, so but for rounding of some hundred steps */
START_TEST(spectral) {
    const double periods[] = {0, 0.2, 1, 3}, dampings[] = {0.02, 0.05, 0.2};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            thud_motion *motion = noise();
            thud_motion_strength sa = {THUD_MEASURE_SA, 7.5, periods[i], dampings[j]};
            thud_response response;
            double factor;
            ck_assert_int_eq(thud_motion_scale_factor(motion, &sa, &factor, NULL), THUD_OK);
            for (size_t k = 0; k < motion->count; k++) motion->acceleration[k] *= factor;
            ck_assert_int_eq(thud_motion_spectrum(motion, &periods[i], 1, &dampings[j], 1, &response), THUD_OK);
            assert_relative(response.pseudo_acceleration, 7.5, 1e-12);
            thud_motion_free(motion);
        }
}
END_TEST

START_TEST(bad_input) {
    thud_motion *motion = thud_motion_create(3, 0.1);
    double factor = 42;
    thud_error error = {.status = THUD_OK};
    thud_motion_strength s = {THUD_MEASURE_PGA, 1, 0, 0};
    ck_assert_int_ne(thud_motion_scale_factor(motion, &s, &factor, &error), THUD_OK);
    ck_assert_str_eq(error.subject, "motion");
    motion->acceleration[1] = 1;
    s.value = 0;
    ck_assert_int_ne(thud_motion_scale_factor(motion, &s, &factor, &error), THUD_OK);
    ck_assert_str_eq(error.subject, "value");
    s = (thud_motion_strength){THUD_MEASURE_SA, 1, -1, 0.05};
    ck_assert_int_ne(thud_motion_scale_factor(motion, &s, &factor, &error), THUD_OK);
    ck_assert_str_eq(error.subject, "period");
    s = (thud_motion_strength){THUD_MEASURE_SA, 1, 1, 1};
    ck_assert_int_ne(thud_motion_scale_factor(motion, &s, &factor, &error), THUD_OK);
    ck_assert_str_eq(error.subject, "damping");
    ck_assert_int_eq(thud_motion_scale_factor(NULL, &s, &factor, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(factor, 42);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("scale");
    tcase_add_test(tests, triangle);
    tcase_add_test(tests, spectral);
    tcase_add_test(tests, bad_input);
    return run_suite("scale", tests);
}
