/*
 * Fragility curves and the normal distribution. Reference values were computed elsewhere with 40 digits
 * (mpmath 1.3: the root of the gradient of the log-likelihood in median and dispersion, the inverse of its negative
 * Hessian); two levels have a curve through both fractions in closed form.
 */
#include <stddef.h>

#include <thud/study.h>

#include "numeric/normal.h"
#include "suite.h"

typedef struct {
    size_t count;
    double levels[10];
    size_t exceed[10], total[10];
    double median, dispersion, median_error, dispersion_error, log_likelihood;
} example;

static const example EXAMPLES[] = {
    {10,
     {0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0},
     {0, 0, 0, 4, 6, 13, 12, 16, 19, 20},
     {20, 20, 20, 20, 20, 20, 20, 20, 20, 20},
     1.1468031136551259,
     0.3181445139470245,
     0.0463487125409,
     0.0422318895688,
     -65.852029256204486},
    {3,
     {0.1, 0.4, 1.1},
     {1, 7, 38},
     {50, 40, 45},
     0.6179797189434808,
     0.67956049226170745,
     0.0629583230653,
     0.106312284327,
     -44.892073589890842},
    /* closed form: β = ln 4/(Φ⁻¹(15/20) − Φ⁻¹(3/20)); a level without cases changes nothing */
    {3,
     {0.5, 1, 2},
     {3, 0, 15},
     {20, 0, 20},
     1.1579305631908065,
     0.81026103917863651,
     0.214550692333,
     0.217076730504,
     -19.700884648495984},
};

/* Newton's method ends at the rounding of the gradient: 1e-13 of sums of some hundred terms over the curvature */
START_TEST(curves) {
    const example *e = &EXAMPLES[_i];
    thud_fragility f;
    ck_assert_int_eq(thud_fragility_fit(e->count, e->levels, e->exceed, e->total, &f), THUD_OK);
    assert_relative(f.median, e->median, 1e-12);
    assert_relative(f.dispersion, e->dispersion, 1e-12);
    assert_relative(f.median_error, e->median_error, 2e-12); /* as many digits as are given */
    assert_relative(f.dispersion_error, e->dispersion_error, 2e-12);
    assert_relative(f.log_likelihood, e->log_likelihood, 1e-14);
}
END_TEST

/* the unit of the levels is of no account: the median scales, the dispersion stays */
START_TEST(scaled) {
    const example *e = &EXAMPLES[0];
    double levels[10];
    thud_fragility f;
    for (int i = 0; i < 10; i++) levels[i] = 1e30 * e->levels[i];
    ck_assert_int_eq(thud_fragility_fit(10, levels, e->exceed, e->total, &f), THUD_OK);
    assert_relative(f.median, 1e30 * e->median, 1e-12);
    assert_relative(f.dispersion, e->dispersion, 1e-12);
}
END_TEST

/* a billion cases a level: the fractions are those of the curve, and the errors go down with the root */
START_TEST(many_cases) {
    double levels[9];
    size_t exceed[9], total[9];
    thud_fragility f;
    for (int i = 0; i < 9; i++) {
        levels[i] = exp(0.2 * (i - 4));
        total[i] = 1000000000;
        exceed[i] = (size_t)(1e9 * thud_normal_below(log(levels[i] / 0.9) / 0.4) + 0.5);
    }
    ck_assert_int_eq(thud_fragility_fit(9, levels, exceed, total, &f), THUD_OK);
    /* counts are whole: off by half a case in 1e9 */
    assert_relative(f.median, 0.9, 1e-8);
    assert_relative(f.dispersion, 0.4, 1e-8);
    ck_assert_double_lt(f.median_error, 1e-4);
}
END_TEST

/* nothing fixes a curve: none, all, a clean step, a falling one, one level */
START_TEST(no_curve) {
    static const double levels[] = {1, 2, 3};
    static const size_t total[] = {10, 10, 10};
    static const size_t wrong[][3] = {{0, 0, 0}, {10, 10, 10}, {0, 0, 10}, {0, 4, 10}, {10, 5, 0}, {9, 5, 1}};
    thud_fragility f = {.median = 7};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_msg(thud_fragility_fit(3, levels, wrong[i], total, &f) == THUD_ERROR_ACCURACY, "%zu", i);
    ck_assert_int_eq(thud_fragility_fit(1, levels, (size_t[]){5}, total, &f), THUD_ERROR_ACCURACY);
    ck_assert_int_eq(thud_fragility_fit(2, levels, (size_t[]){5, 11}, total, &f), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_fragility_fit(2, (double[]){0, 1}, wrong[3], total, &f), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_fragility_fit(0, levels, wrong[3], total, &f), THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(f.median, 7);
}
END_TEST

/* mpmath, 40 digits; the tolerances are the condition of each: |z φ/Φ| roundings of z, about z² in the tail */
START_TEST(normal_distribution) {
    static const double quantiles[][2] = {{1e-300, -37.047096299361199}, {1e-20, -9.2623400897984076},
                                          {1e-3, -3.0902323061678135},   {0.025, -1.9599639845400542},
                                          {0.3, -0.52440051270804078},   {0.975, 1.9599639845400542}};
    static const double logs[][3] = {
        {-40, -804.60844201375379, 40.024968847207264}, {-25, -316.63940800802026, 25.039873012057563},
        {-20, -203.91715537109726, 20.049753068527851}, {-5, -15.064998393988726, 5.1865039671258421},
        {1, -0.17275377902344989, 0.28759997093917836}, {6, -9.8658764552437573e-10, 6.0758828558176764e-9}};
    for (int i = 0; i < 6; i++) {
        const double z = logs[i][0];
        assert_relative(thud_normal_quantile(quantiles[i][0]), quantiles[i][1], 4e-15);
        assert_relative(thud_normal_log_below(z), logs[i][1], 4e-15);
        assert_relative(thud_normal_hazard(z), logs[i][2], 4e-16 * (4 + z * z));
    }
    ck_assert_double_eq(thud_normal_quantile(0.5), 0);
    ck_assert(isinf(thud_normal_quantile(0)) && isinf(thud_normal_quantile(1)) && isnan(thud_normal_quantile(1.1)));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fragility");
    tcase_add_loop_test(tests, curves, 0, 3);
    tcase_add_test(tests, scaled);
    tcase_add_test(tests, many_cases);
    tcase_add_test(tests, no_curve);
    tcase_add_test(tests, normal_distribution);
    return run_suite("fragility", tests);
}
