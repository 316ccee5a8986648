/* Clouds against distributions whose moments are known: normal and far off, one-sided, and none at all. */
#include "identify/force/cloud.h"
#include "suite.h"

static thud_moments unit_moments(size_t size) {
    thud_moments m = {0};
    for (size_t i = 0; i < size; i++) m.covariance[i][i] = 1;
    return m;
}

typedef double log_density(const double *x);

/* normal, six standard deviations of the first cloud away, narrower by 2 and 4, correlation 0.8 */
static double far_normal(const double *x) {
    double a = (x[0] - 6) / 0.5, b = (x[1] + 3) / 0.25;
    return -(a * a - 1.6 * a * b + b * b) / (2 * 0.36);
}

/* e^(−x) above zero: mean and variance are 1 */
static double exponential(const double *x) { return x[0] < 0 ? -INFINITY : -x[0] - x[1] * x[1] / 2; }

static double nothing(const double *x) {
    (void)x;
    return -INFINITY;
}

static double follow(log_density *density, thud_moments *moments) {
    thud_cloud *cloud = malloc(sizeof *cloud);
    double worth = 0;
    for (unsigned round = 0; round < 12; round++) {
        ck_assert(thud_cloud_draw(moments, 2, round, cloud));
        for (int i = 0; i < THUD_CLOUD_POINTS; i++) cloud->weights[i] = density(cloud->points[i]);
        worth = thud_cloud_weigh(cloud, moments);
        if (worth >= 2 * THUD_CLOUD_ENOUGH) break;
    }
    free(cloud);
    return worth;
}

/* 120 points' worth of weight know a mean to 1/√120 of a standard deviation, and a variance to √(2/120), were they
 * random; twice that is allowed */
START_TEST(moments_of_a_normal) {
    thud_moments m = unit_moments(2);
    ck_assert_double_ge(follow(far_normal, &m), 2 * THUD_CLOUD_ENOUGH);
    ck_assert_double_eq_tol(m.mean[0], 6, 0.18 * 0.5);
    ck_assert_double_eq_tol(m.mean[1], -3, 0.18 * 0.25);
    assert_relative(m.covariance[0][0], 0.25, 0.26);
    assert_relative(m.covariance[1][1], 0.0625, 0.26);
    ck_assert_double_eq_tol(m.covariance[0][1] / sqrt(m.covariance[0][0] * m.covariance[1][1]), 0.8, 0.1);
}
END_TEST

/* its fourth moment is 9, not 3: the variance is known to √(8/120) */
START_TEST(moments_of_one_side) {
    thud_moments m = unit_moments(2);
    ck_assert_double_ge(follow(exponential, &m), THUD_CLOUD_ENOUGH);
    ck_assert_double_eq_tol(m.mean[0], 1, 0.18);
    assert_relative(m.covariance[0][0], 1, 0.52);
}
END_TEST

START_TEST(nowhere) {
    thud_moments m = unit_moments(2);
    thud_cloud *cloud = malloc(sizeof *cloud);
    ck_assert(thud_cloud_draw(&m, 2, 0, cloud));
    for (int i = 0; i < THUD_CLOUD_POINTS; i++) cloud->weights[i] = nothing(cloud->points[i]);
    ck_assert(thud_cloud_weigh(cloud, &m) == 0);
    /* a covariance that is none draws nothing */
    m = unit_moments(2);
    m.covariance[1][1] = 0;
    ck_assert(!thud_cloud_draw(&m, 2, 0, cloud));
    free(cloud);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("cloud");
    tcase_add_test(tests, moments_of_a_normal);
    tcase_add_test(tests, moments_of_one_side);
    tcase_add_test(tests, nowhere);
    return run_suite("identify_cloud", tests);
}
