/* Series whose coefficients are known: exponentials, binomials, sines. */
#include "numeric/series/power_series.h"

#include "numeric/constant.h"

#include "suite.h"

enum { WIDTH = THUD_SERIES_WIDTH, ORDER = 24 };

/* of e^(rate s) */
static void exponential(double rate, double *c) {
    c[0] = 1;
    for (int k = 1; k < WIDTH; k++) c[k] = c[k - 1] * rate / k;
}

/* sums of at most 25 products of one sign, each off by 2u and each addition by u: 27 u relative */
static const double SUMS = 27 * 1.2e-16;

START_TEST(products) {
    double a[WIDTH], b[WIDTH], twice[WIDTH], sum[WIDTH];
    exponential(1, a);
    exponential(1.5, b);
    exponential(2, twice);
    exponential(2.5, sum);
    for (int k = 0; k <= ORDER; k++) {
        ck_assert_double_eq_tol(thud_series_product(a, b, k), sum[k], SUMS * sum[k]);
        ck_assert_double_eq(thud_series_product(a, THUD_SERIES_ONE, k), a[k]);
        if (k > 0) ck_assert_double_eq_tol(thud_series_square(a, k), twice[k], SUMS * twice[k]);
    }
}
END_TEST

/*
 * (2 e^s)^e = 2^e e^(e s). The j-th sum has terms of both signs, together max(e, 1) 2^e (1 + e)^j/j! at most, and
 * rounds j + 3 ≤ 27 times. An error r of x u′ − e u x′ goes on as x^e ∫ r x^(−e−1), whose terms are no larger than
 * those of r e^((1 + 2e) s): all together max(e, 1) 2^e (2 + 3e)^k/k! times 27 u.
 */
START_TEST(powers) {
    static const double exponents[] = {0.5, 1.2, 1.5, 1.9, 2, 2.5};
    double x[WIDTH], u[WIDTH], want[WIDTH], size[WIDTH];
    exponential(1, x);
    for (int k = 0; k < WIDTH; k++) x[k] *= 2;
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        double e = exponents[i];
        exponential(e, want);
        exponential(2 + 3 * e, size);
        u[0] = pow(2, e);
        for (int k = 1; k <= ORDER; k++) {
            u[k] = thud_series_power(x, u, e, 0.5, k);
            ck_assert_double_eq_tol(u[k], u[0] * want[k], SUMS * u[0] * fmax(e, 1) * size[k]);
        }
    }
}
END_TEST

/* e^s to 24 terms at |s| ≤ 1 leaves out 1/25! = 6e-26 */
START_TEST(values) {
    double c[WIDTH], pairs[2 * WIDTH];
    exponential(1, c);
    for (int k = 0; k < WIDTH; k++) {
        pairs[2 * k] = NAN;
        pairs[2 * k + 1] = c[k];
    }
    for (int order = ORDER - 1; order <= ORDER; order++)
        for (double s = -1; s <= 1; s += 0.125) {
            ck_assert_double_eq_tol(thud_series_value(c, order, s), exp(s), 1e-15);
            ck_assert_double_eq_tol(thud_series_value_by(pairs + 1, 2, order, s), exp(s), 1e-15);
            ck_assert_double_eq_tol(thud_series_integral(c, order, s), expm1(s), 1e-15);
            thud_series_jet jet = thud_series_jet_at(pairs + 1, 2, order, s);
            ck_assert_double_eq_tol(jet.value, exp(s), 2e-15);
            ck_assert_double_eq_tol(jet.slope, exp(s), 4e-15);
            ck_assert_double_eq_tol(jet.half_curve, exp(s) / 2, 4e-15);
        }
}
END_TEST

/* Halley's method ends with a step of 1e-6, and leaves its cube */
START_TEST(places) {
    double c[WIDTH];
    exponential(1, c);
    for (double s = 0.05; s < 1; s += 0.05)
        ck_assert_double_eq_tol(thud_series_place(c, 1, ORDER, exp(s), 0.5, 1, 1e-6), s, 4e-16);
    ck_assert(isnan(thud_series_place(c, 1, ORDER, 100, 0.5, 1, 1e-6)));
    ck_assert(isnan(thud_series_place(c, 1, ORDER, 0.1, 0.5, 1, 1e-6)));
}
END_TEST

/* the sine of 3 s + φ has its summit of ±1 at 3 s = ±π/2 − φ; the series to 24 terms leaves out 3²⁵/25! = 5e-14 */
START_TEST(summits) {
    for (double phase = 0; phase < 1.5; phase += 0.1)
        for (double sign = -1; sign <= 1; sign += 2) {
            double c[WIDTH], factor = sign;
            for (int k = 0; k <= ORDER; k++) {
                c[k] = factor * sin(phase + k * THUD_PI / 2);
                factor *= 3.0 / (k + 1);
            }
            double top = thud_series_summit(c, 1, ORDER, 1, sign * 3 * cos(phase), sign * 3 * cos(phase + 3), 1e-4);
            ck_assert_double_eq_tol(top, 1, 1e-12); /* (1e-4)³ of a third derivative of 27/6 */
        }
}
END_TEST

/* every power is the product of its two factors, which are in the plan before it */
START_TEST(plans) {
    for (int power = 0; power <= 40; power++) {
        thud_power_plan plan = thud_power_plan_start();
        int number = thud_power_plan_number(&plan, power);
        ck_assert_int_eq(number < 0 ? 0 : plan.exponent[number], power);
        ck_assert_int_eq(thud_power_plan_number(&plan, power), number);
        for (int i = 0; i < plan.count; i++) {
            int left = plan.product[i].left, right = plan.product[i].right;
            ck_assert(left <= i && right <= i && left >= 0 && right >= 0);
            ck_assert_int_eq(plan.exponent[left] + plan.exponent[right], plan.exponent[i + 1]);
        }
    }
    ck_assert_int_eq(thud_power_root(1, 0, 8), 1);
    ck_assert_int_eq(thud_power_root(1.5, 0.5, 8), 2);
    ck_assert_int_eq(thud_power_root(1.5, 0.25, 8), 4);
    ck_assert_int_eq(thud_power_root(1.125, 1, 8), 8);
    ck_assert_int_eq(thud_power_root(1.125, 1, 4), 0);
    ck_assert_int_eq(thud_power_root(1.37, 0, 8), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("power series");
    tcase_add_test(tests, products);
    tcase_add_test(tests, powers);
    tcase_add_test(tests, values);
    tcase_add_test(tests, places);
    tcase_add_test(tests, summits);
    tcase_add_test(tests, plans);
    return run_suite("power series", tests);
}
