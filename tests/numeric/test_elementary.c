/*
 * Elementary functions where the usual forms cancel, against the same formula in extended precision far from 0 and
 * against their power series near 0. Both references are good to 1e-17 where they are used.
 */
#include "numeric/elementary.h"

#include <float.h>

#include "suite.h"

static long double log_reference(long double z) {
    if (fabsl(z) > 0.05L) return (log1pl(z) - z + z * z / 2) / (z * z * z);
    long double sum = 0;
    for (int k = 16; k >= 0; k--) sum = 1.0L / (k + 3) - z * sum;
    return sum;
}

static long double exp_reference(long double x) {
    if (fabsl(x) > 0.05L) return (expm1l(-x) + x) / (x * x);
    long double sum = 0;
    for (int k = 16; k >= 2; k--) sum = (1 - x * sum) / k;
    return sum;
}

/* a few roundings of the result; on machines whose long double is a double, of the reference too */
static const double LAST_BITS = LDBL_MANT_DIG >= 64 ? 7e-16 : 1e-11;

START_TEST(remainder_of_logarithm) {
    for (double z = 1e-12; z < 1e6; z *= 1.7)
        assert_relative(thud_log_remainder(z), (double)log_reference(z), LAST_BITS);
    for (double z = 1e-12; z < 1; z *= 1.3)
        assert_relative(thud_log_remainder(-z), (double)log_reference(-(long double)z), LAST_BITS);
    assert_relative(thud_log_remainder(0), 1.0 / 3, LAST_BITS);
    assert_relative(thud_log_remainder(-1 + 1e-9), (double)log_reference((long double)(-1 + 1e-9)), LAST_BITS);
}
END_TEST

START_TEST(remainder_of_exponential) {
    for (double x = 1e-12; x < 600; x *= 1.3) {
        assert_relative(thud_exp_remainder(x), (double)exp_reference(x), LAST_BITS);
        assert_relative(thud_exp_remainder(-x), (double)exp_reference(-(long double)x), LAST_BITS);
    }
    assert_relative(thud_exp_remainder(0), 0.5, LAST_BITS);
}
END_TEST

START_TEST(powers) {
    for (int k = 0; k <= 20; k++) assert_relative(thud_power(1.7, k), pow(1.7, k), 2e-15);
    assert_relative(thud_power(0.3, 1.5), pow(0.3, 1.5), 0);
    ck_assert_double_eq(thud_power(0, 0), 1);
    ck_assert_double_eq(thud_power(-2, 3), -8);
}
END_TEST

/* ∫₀¹ du/√(1−u²) = π/2; for u⁴ it is Γ(1/4)²/(4√(2π)) (lemniscate); for u it is 2 */
START_TEST(quarter_periods) {
    assert_relative(thud_quarter_period(2), 1.57079632679489661923, 1e-15);
    assert_relative(thud_quarter_period(4), 1.31102877714605990523, 1e-15);
    assert_relative(thud_quarter_period(1), 2, 1e-15);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("elementary");
    tcase_add_test(tests, remainder_of_logarithm);
    tcase_add_test(tests, remainder_of_exponential);
    tcase_add_test(tests, powers);
    tcase_add_test(tests, quarter_periods);
    return run_suite("elementary", tests);
}
