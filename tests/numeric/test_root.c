/* Bracketed roots: to the last bits, also where a function is flat, steep or discontinuous. */
#include "numeric/root.h"

#include "suite.h"

static double cosine(double x, const void *context) {
    (void)context;
    return cos(x) - x;
}

static double power(double x, const void *context) { return pow(x, *(const double *)context) - 1e-3; }

static double step(double x, const void *context) { return x < *(const double *)context ? -1 : 1; }

static double not_a_number(double x, const void *context) {
    (void)context;
    return x > 0.5 ? NAN : -1;
}

START_TEST(fixed_point_of_cosine) {
    /* the Dottie number */
    assert_relative(thud_root_bracketed(cosine, NULL, 0, 1, 0), 0.73908513321516064, 2e-16);
    assert_relative(thud_root_bracketed(cosine, NULL, 1, 0, 0), 0.73908513321516064, 2e-16);
}
END_TEST

START_TEST(flat_and_steep_powers) {
    /* near 0, x⁹ is flat and x^(1/9) steep; the root of x^p = 1e-3 is 10^(−3/p). A flat function fixes its root to
     * eps/p */
    double exponents[] = {9, 3, 1, 1.0 / 3, 1.0 / 9};
    for (int i = 0; i < 5; i++)
        assert_relative(thud_root_bracketed(power, &exponents[i], 0, 2, 0), pow(10, -3 / exponents[i]), 1e-14);
}
END_TEST

START_TEST(jump) {
    double at = 0.3141592653589793;
    assert_relative(thud_root_bracketed(step, &at, -1, 1, 0), at, 3e-16);
}
END_TEST

START_TEST(ends_and_failures) {
    double at = 0;
    ck_assert_double_eq(thud_root_bracketed(power, &(double){1}, 1e-3, 5, 0), 1e-3); /* a root at an end */
    ck_assert(isnan(thud_root_bracketed(step, &at, 1, 2, 0)));                       /* no change of sign */
    ck_assert(isnan(thud_root_bracketed(not_a_number, NULL, 0, 1, 0)));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("root");
    tcase_add_test(tests, fixed_point_of_cosine);
    tcase_add_test(tests, flat_and_steep_powers);
    tcase_add_test(tests, jump);
    tcase_add_test(tests, ends_and_failures);
    return run_suite("root", tests);
}
