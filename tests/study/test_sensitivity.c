/* Rank correlations: orders that go together and against each other, ties, and a published example. */
#include <math.h>

#include "study/sensitivity.h"
#include "suite.h"

static double rho(size_t count, const double *x, const double *y) {
    double work[4 * 16];
    return thud_rank_correlation(count, x, y, work);
}

START_TEST(ranks) {
    const double x[] = {1, 2, 3, 4, 5}, cubes[] = {1, 8, 27, 64, 125}, falling[] = {9, 4, 1, 0, -1};
    ck_assert_double_eq_tol(rho(5, x, cubes), 1, 1e-15);
    ck_assert_double_eq_tol(rho(5, x, falling), -1, 1e-15);
    /* ranks of y are 0, 1, 2.5, 4, 2.5: sums of products 8, of squares 10 and 9.5 */
    const double tied[] = {5, 6, 7, 8, 7};
    ck_assert_double_eq_tol(rho(5, x, tied), 8 / sqrt(95), 1e-15);
    /* without ties ρ = 1 − 6 Σd²/(n (n² − 1)): hours of television against IQ, Σd² = 194 of ten (a textbook case)
     */
    const double iq[] = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110},
                 hours[] = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
    ck_assert_double_eq_tol(rho(10, iq, hours), 1 - 6 * 194 / 990.0, 1e-15);
}
END_TEST

START_TEST(what_does_not_vary) {
    const double x[] = {1, 2, 3}, same[] = {4, 4, 4};
    ck_assert_double_nan(rho(3, x, same));
    ck_assert_double_nan(rho(3, same, x));
    ck_assert_double_nan(rho(1, x, x));
    ck_assert_double_nan(rho(0, x, x));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sensitivity");
    tcase_add_test(tests, ranks);
    tcase_add_test(tests, what_does_not_vary);
    return run_suite("sensitivity", tests);
}
