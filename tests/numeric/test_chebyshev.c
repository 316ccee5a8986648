/* Patched Chebyshev series: patches found, both axes, continuation beyond the ends. */
#include "numeric/series/chebyshev.h"

#include "suite.h"

/* on [0, 2]: 1 + 2 T1 + 3 T2 of the place in it; on [2, 4]: 5 */
static const double ONE_AXIS[] = {1, 2, 3, 5, 0, 0};

/* x y on [0, 1]², whose places are 2x−1 and 2y−1: xy = (1 + X)(1 + Y)/4 */
static const double PRODUCT[] = {0.25, 0.25, 0.25, 0.25};

START_TEST(one_axis) {
    thud_chebyshev table = {{0, 0.5, 2, 3}, {1.5, 0, 1, 1}, ONE_AXIS};
    for (double x = 0; x < 2; x += 0.125) {
        double place = x - 1;
        assert_relative(thud_chebyshev_value(&table, x, 1.5), 1 + 2 * place + 3 * (2 * place * place - 1), 1e-15);
    }
    ck_assert_double_eq(thud_chebyshev_value(&table, 3, 1.5), 5);
    ck_assert_double_eq(thud_chebyshev_value(&table, 4, 1.5), 5);
    ck_assert_double_eq(thud_chebyshev_value(&table, 4.5, 1.5), 5); /* beyond the end */
    ck_assert_double_eq(thud_chebyshev_value(&table, -1, 1.5), 18); /* 1 − 4 + 3·7 */
}
END_TEST

START_TEST(two_axes) {
    thud_chebyshev table = {{0, 1, 1, 2}, {0, 1, 1, 2}, PRODUCT};
    /* quarters are exact, and so are the sums of their products, but for the last rounding of one */
    for (double x = 0; x <= 1; x += 0.25)
        for (double y = 0; y <= 1; y += 0.25)
            ck_assert_double_eq_tol(thud_chebyshev_value(&table, x, y), x * y, 1e-16);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("chebyshev");
    tcase_add_test(tests, one_axis);
    tcase_add_test(tests, two_axes);
    return run_suite("chebyshev", tests);
}
