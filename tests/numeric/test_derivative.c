/* Derivatives by differences: functions whose derivatives are known. */
#include "numeric/series/derivative.h"

#include "suite.h"

static double wave(double x, const void *context) {
    (void)context;
    return sin(3 * x) + exp(-x);
}

static double hole(double x, const void *context) {
    (void)context;
    return x > 0.5 ? NAN : x;
}

/* thirteen digits of f/(b − a), which here is of order 2 */
START_TEST(smooth) {
    for (double x = 0; x <= 1; x += 0.05)
        ck_assert_double_eq_tol(thud_derivative(wave, NULL, 0, 1, x), 3 * cos(3 * x) - exp(-x), 2e-12);
}
END_TEST

START_TEST(not_a_number) { ck_assert(isnan(thud_derivative(hole, NULL, 0, 1, 0.2))); }
END_TEST

int main(void) {
    TCase *tests = tcase_create("derivative");
    tcase_add_test(tests, smooth);
    tcase_add_test(tests, not_a_number);
    return run_suite("derivative", tests);
}
