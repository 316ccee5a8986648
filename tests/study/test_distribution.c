/*
 * Quantiles of the distributions: against closed forms, by going back through the distribution, and the moments
 * that the parameters promise.
 */
#include "numeric/constant.h"
#include "numeric/incomplete.h"
#include "study/distribution.h"
#include "suite.h"

static thud_variate variate_of(thud_distribution d, double centre, double spread) {
    return (thud_variate){
        .distribution = d, .low = -INFINITY, .high = INFINITY, .centre = centre, .spread = spread};
}

/* mean and deviation by the midpoint rule over the share, whose error at N points is that of the tails, below 1 %
 */
static void assert_moments(const thud_variate *v, double mean, double deviation) {
    enum { N = 200000 };
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        const double x = thud_variate_quantile(v, (i + 0.5) / N) - mean;
        sum += x;
        squares += x * x;
    }
    ck_assert_double_eq_tol(sum / N, 0, 1e-4 * deviation);
    ck_assert_double_eq_tol(sqrt(squares / N), deviation, 1e-3 * deviation);
}

START_TEST(moments) {
    thud_variate v = variate_of(THUD_DISTRIBUTION_GAMMA, 3, 0.6);
    assert_moments(&v, 3, 0.6);
    v = variate_of(THUD_DISTRIBUTION_GUMBEL, -2, 1.5);
    assert_moments(&v, -2, 1.5);
    v = (thud_variate){.distribution = THUD_DISTRIBUTION_BETA, .low = 10, .high = 30, .centre = 15, .spread = 4};
    assert_moments(&v, 15, 4);
    v = variate_of(THUD_DISTRIBUTION_WEIBULL, 2, 1.7);
    const double m = 2 * tgamma(1 + 1 / 1.7), s = 4 * tgamma(1 + 2 / 1.7) - m * m;
    assert_moments(&v, m, sqrt(s));
    v = (thud_variate){.distribution = THUD_DISTRIBUTION_TRIANGULAR, .low = 1, .high = 7, .centre = 2};
    assert_moments(&v, 10.0 / 3, sqrt((1 + 49 + 4 - 7 - 2 - 14) / 18.0));
}
END_TEST

/* closed forms: P(1, x) = 1 − e⁻ˣ, P(½, x) = erf √x, P(3, x) = 1 − e⁻ˣ(1 + x + x²/2); Iₓ(½, ½) = 2/π asin √x,
 * Iₓ(a, 1) = xᵃ; relative to the smaller of both tails, 1e-13 for the factor xᵃe⁻ˣ */
START_TEST(incomplete_functions) {
    for (double x = 1e-6; x < 500; x *= 3) {
        assert_relative(thud_gamma_below(1, x), -expm1(-x), 1e-13);
        assert_relative(thud_gamma_above(1, x), exp(-x), 3e-13);
        assert_relative(thud_gamma_below(0.5, x), erf(sqrt(x)), 1e-13);
        if (x < 300) assert_relative(thud_gamma_above(3, x), exp(-x) * (1 + x + x * x / 2), 3e-13);
    }
    for (double x = 0.001; x < 1; x += 0.01) {
        assert_relative(thud_beta_below(0.5, 0.5, x), 2 / THUD_PI * asin(sqrt(x)), 1e-13);
        assert_relative(thud_beta_below(7, 1, x), pow(x, 7), 1e-13);
    }
}
END_TEST

/* there and back, from either end; a share of 1e-12 beside 1 − 1e-12 too */
START_TEST(quantiles_go_back) {
    static const double shapes[] = {0.05, 0.5, 1, 2.3, 25, 400}, shares[] = {1e-12, 1e-6, 0.03, 0.5, 0.9};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 5; k++) {
            const double a = shapes[i], p = shares[k];
            assert_relative(thud_gamma_below(a, thud_gamma_quantile(a, p, 1 - p)), p, 1e-11);
            assert_relative(thud_gamma_above(a, thud_gamma_quantile(a, 1 - p, p)), p, 1e-11);
            const double x = thud_beta_quantile(a, 2, p, 1 - p);
            assert_relative(thud_beta_below(a, 2, x), p, 1e-11);
        }
}
END_TEST

/* what is cut off lies between the ends, and its shares are those of the whole: F of the median is the mean of F at
 * the ends; far out in the upper tail as well, where F is next to 1 */
START_TEST(cut_off) {
    thud_variate v = variate_of(THUD_DISTRIBUTION_GUMBEL, 0, THUD_PI / sqrt(6));
    v.low = 30;
    v.high = 32;
    /* S ≈ e⁻ʸ there, y = x + γ: the median is 30 + ln 2/(1 + e⁻²) */
    ck_assert_double_eq_tol(thud_variate_quantile(&v, 0.5), 30 + log(2 / (1 + exp(-2))), 1e-9);
    v = variate_of(THUD_DISTRIBUTION_WEIBULL, 1, 1);
    v.low = 40;
    ck_assert_double_eq_tol(thud_variate_quantile(&v, 0.5), 40 + log(2), 1e-12); /* without a memory */
    v = variate_of(THUD_DISTRIBUTION_GAMMA, 1, 1);
    v.low = 40;
    ck_assert_double_eq_tol(thud_variate_quantile(&v, 0.5), 40 + log(2), 1e-10);
}
END_TEST

/* straight lines between four measured values */
START_TEST(empirical) {
    static const double values[] = {1, 2, 4, 10};
    const thud_variate v = {.distribution = THUD_DISTRIBUTION_EMPIRICAL, .values = values, .value_count = 4};
    ck_assert_double_eq_tol(thud_variate_quantile(&v, 0.5), 3, 1e-15);
    ck_assert_double_eq_tol(thud_variate_quantile(&v, 1.0 / 6), 1.5, 1e-15);
    ck_assert_double_eq_tol(thud_variate_quantile(&v, 5.0 / 6), 7, 1e-14);
    ck_assert(thud_variate_quantile(&v, 0x1p-54) >= 1 && thud_variate_quantile(&v, 1 - 0x1p-53) <= 10);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("distribution");
    tcase_add_test(tests, moments);
    tcase_add_test(tests, incomplete_functions);
    tcase_add_test(tests, quantiles_go_back);
    tcase_add_test(tests, cut_off);
    tcase_add_test(tests, empirical);
    return run_suite("distribution", tests);
}
