/*
 * Random values: moments of the distributions, reproducible streams, one value in each stratum of a Latin
 * hypercube.
 *
 * Tolerances are five standard errors of the estimate: by chance one seed in a million would miss them, and the
 * seeds here are fixed.
 */
#include <string.h>

#include "study/sampler.h"
#include "suite.h"

enum { COUNT = 100000 };

static thud_sampler sampler_of(thud_distribution distribution, double centre, double spread) {
    return (thud_sampler){.variate = {.distribution = distribution,
                                      .low = -INFINITY,
                                      .high = INFINITY,
                                      .centre = centre,
                                      .spread = spread},
                          .points = {.count = COUNT, .key = 42}};
}

static void moments(const thud_sampler *s, bool logarithm, double *mean, double *variance, double *skew) {
    double sum[3] = {0};
    for (size_t i = 0; i < s->points.count; i++) {
        const double x = thud_sampler_value(s, i), y = logarithm ? log(x) : x;
        sum[0] += y;
    }
    *mean = sum[0] / (double)s->points.count;
    for (size_t i = 0; i < s->points.count; i++) {
        const double x = thud_sampler_value(s, i), d = (logarithm ? log(x) : x) - *mean;
        sum[1] += d * d;
        sum[2] += d * d * d;
    }
    *variance = sum[1] / (double)s->points.count;
    *skew = sum[2] / (double)s->points.count / pow(*variance, 1.5);
}

START_TEST(uniform) {
    const thud_sampler s = {.variate = {.low = 2, .high = 5}, .points = {.count = COUNT, .key = 42}};
    double mean, variance, skew;
    moments(&s, false, &mean, &variance, &skew);
    /* variance 9/12; that of its estimate (9/5 − 1)σ⁴/N */
    ck_assert_double_eq_tol(mean, 3.5, 5 * sqrt(0.75 / COUNT));
    ck_assert_double_eq_tol(variance, 0.75, 5 * 0.75 * sqrt(0.8 / COUNT));
    for (size_t i = 0; i < COUNT; i++) {
        const double x = thud_sampler_value(&s, i);
        ck_assert(x > 2 && x < 5);
    }
}
END_TEST

START_TEST(normal) {
    const thud_sampler s = sampler_of(THUD_DISTRIBUTION_NORMAL, -1, 3);
    double mean, variance, skew;
    moments(&s, false, &mean, &variance, &skew);
    /* five standard errors of each moment, σ/√N, σ²√(2/N) and √(6/N) */
    ck_assert_double_eq_tol(mean, -1, 5 * 3 / sqrt(COUNT));
    ck_assert_double_eq_tol(variance, 9, 5 * 9 * sqrt(2.0 / COUNT));
    ck_assert_double_eq_tol(skew, 0, 5 * sqrt(6.0 / COUNT));
}
END_TEST

START_TEST(lognormal) {
    const thud_sampler s = sampler_of(THUD_DISTRIBUTION_LOGNORMAL, 0.4, 0.6);
    double mean, variance, skew;
    moments(&s, true, &mean, &variance, &skew);
    ck_assert_double_eq_tol(mean, log(0.4), 5 * 0.6 / sqrt(COUNT));
    ck_assert_double_eq_tol(variance, 0.36, 5 * 0.36 * sqrt(2.0 / COUNT));
    ck_assert_double_eq_tol(skew, 0, 5 * sqrt(6.0 / COUNT));
}
END_TEST

/* each value as often as its share says, within five standard errors √(p(1−p)/N); and in a Latin hypercube to one
 * sample */
START_TEST(discrete) {
    static const double values[] = {0.4, 0.6, 2}, shares[] = {0.5, 0.6, 1};
    const double p[] = {0.5, 0.1, 0.4};
    for (int latin = 0; latin < 2; latin++) {
        const thud_sampler s = {
            .variate = {.distribution = THUD_DISTRIBUTION_DISCRETE,
                        .values = values,
                        .shares = shares,
                        .value_count = 3},
            .points = {.kind = latin ? THUD_POINTS_LATIN : THUD_POINTS_RANDOM, .count = COUNT, .key = 7}};
        size_t counted[3] = {0};
        for (size_t i = 0; i < COUNT; i++)
            for (int k = 0; k < 3; k++) counted[k] += thud_sampler_value(&s, i) == values[k];
        ck_assert_uint_eq(counted[0] + counted[1] + counted[2], COUNT);
        for (int k = 0; k < 3; k++) {
            const double error = latin ? 1 : 5 * sqrt(COUNT * p[k] * (1 - p[k]));
            ck_assert_double_eq_tol((double)counted[k], COUNT * p[k], error);
        }
    }
}
END_TEST

/* a normal distribution cut off at one deviation on both sides: variance 1 − 2φ(1)/(2Φ(1) − 1) = 0.29112… */
START_TEST(cut_off) {
    thud_sampler s = sampler_of(THUD_DISTRIBUTION_NORMAL, 0, 1);
    s.variate.low = -1;
    s.variate.high = 1;
    double mean, variance, skew;
    moments(&s, false, &mean, &variance, &skew);
    const double expected = 1 - 2 * exp(-0.5) / sqrt(2 * 3.14159265358979323846) / erf(sqrt(0.5));
    ck_assert_double_eq_tol(mean, 0, 5 * sqrt(expected / COUNT));
    ck_assert_double_eq_tol(variance, expected,
                            5 * expected * sqrt(2.0 / COUNT)); /* lighter tails than a normal's */
    for (size_t i = 0; i < COUNT; i++) ck_assert(fabs(thud_sampler_value(&s, i)) <= 1);
}
END_TEST

/* Φ(−z), in more digits and with more room below than the sampler has */
static long double above(double z) { return 0.5L * erfcl((long double)z / sqrtl(2)); }

/*
 * Cut off so far out that Φ is next to 0 or 1: as much of the distribution lies below each value as the uniform
 * value of the same number says. A value is rounded to 2 parts in 1e16 of 10 + z/2, z = 41 at the most: 1e-14 of z.
 * The share of a tail changes by |z| a unit of z, 4e-13; 1e-11 leaves room for the roundings of ln Φ = −842 within,
 * 2e-13 as well.
 */
START_TEST(cut_off_far_out) {
    enum { N = 2000 };
    static const double cuts[][2] = {{8, INFINITY},  {-INFINITY, -8}, {8, 8.25}, {-9, -8.5}, {0, INFINITY},
                                     {40, INFINITY}, {-41, -40},      {3, 4},    {-1, 2}};
    const double low = cuts[_i][0], high = cuts[_i][1];
    thud_sampler s = sampler_of(THUD_DISTRIBUTION_NORMAL, 10, 0.5),
                 even = {.variate = {.low = 0, .high = 1}, .points.key = 42};
    s.variate.low = 10 + 0.5 * low;
    s.variate.high = 10 + 0.5 * high;
    s.points.count = even.points.count = N;
    for (size_t i = 0; i < N; i++) {
        const double x = thud_sampler_value(&s, i), z = (x - 10) / 0.5;
        /* by the tail that is small */
        const long double below = low + high < 0 ? above(-z) - above(-low) : above(low) - above(z);
        const long double all = low + high < 0 ? above(-high) - above(-low) : above(low) - above(high);
        ck_assert(x >= s.variate.low && x <= s.variate.high);
        ck_assert_msg(fabs((double)(below / all) - thud_sampler_value(&even, i)) <= 1e-11, "%g to %g: %.17g", low,
                      high, z);
    }
}
END_TEST

/* A study that is continued by another version goes on with the same values: of key 42, ten in all, as they were
 * when such studies were first kept. Normal ones pass through the C library's logarithm and error function, a few
 * roundings. */
START_TEST(values_are_kept) {
    static const double plain[2][4] = {
        {0.28022498063476836, 0.29227582361173438, 0.52641600972232849, 0.063778743965685336},
        {0.82802249806347683, 0.22922758236117344, 0.15264160097223284, 0.70637787439656852}};
    static const double cut[2][4] = {
        {2.462405183565247, 2.5148402678284927, 3.5110541881577451, 1.4025784606213325},
        {5.1091478812595064, 2.2358628067644268, 1.8749160833796503, 4.361650908780784}};
    for (int latin = 0; latin < 2; latin++)
        for (size_t i = 0; i < 4; i++) {
            const thud_points_kind kind = latin ? THUD_POINTS_LATIN : THUD_POINTS_RANDOM;
            const thud_sampler even = {.variate = {.low = 0, .high = 1}, .points = {kind, .count = 10, .key = 42}};
            thud_sampler bell = sampler_of(THUD_DISTRIBUTION_NORMAL, 3, 2);
            bell.variate.low = 1;
            bell.variate.high = 9;
            bell.points.count = 10;
            bell.points.kind = kind;
            ck_assert_double_eq(thud_sampler_value(&even, i), plain[latin][i]);
            assert_relative(thud_sampler_value(&bell, i), cut[latin][i], 4e-15);
        }
}
END_TEST

/* the same key gives the same bits, whatever was asked before; another key gives others */
START_TEST(reproducible) {
    thud_sampler s = sampler_of(THUD_DISTRIBUTION_NORMAL, 0, 1), other = s;
    other.points.key = 43;
    int same = 0;
    const double last = thud_sampler_value(&s, COUNT - 1);
    for (size_t i = 0; i < 1000; i++) {
        const double x = thud_sampler_value(&s, i);
        ck_assert_double_eq(x, thud_sampler_value(&s, i));
        same += x == thud_sampler_value(&other, i);
    }
    ck_assert_int_eq(same, 0);
    ck_assert_double_eq(last, thud_sampler_value(&s, COUNT - 1));
}
END_TEST

/* every number once, for counts around powers of two and of four */
START_TEST(shuffle) {
    static const size_t counts[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 63, 64, 65, 1000, 4096, 4097, 65537};
    static bool seen[65537];
    const size_t count = counts[_i];
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < count; i++) {
        const size_t to = thud_points_shuffle(7, count, i);
        ck_assert_uint_lt(to, count);
        ck_assert(!seen[to]);
        seen[to] = true;
    }
}
END_TEST

/* one value in each of N intervals of equal probability, on both axes; the two orders have nothing to do with each
 * other: a correlation of ranks has the standard error 1/√(N − 1) */
START_TEST(latin_hypercube) {
    enum { N = 2000 };
    static bool seen[2][N];
    thud_sampler s[2] = {{.variate = {.low = 0, .high = 1}, .points = {THUD_POINTS_LATIN, .count = N, .key = 5}},
                         {.variate = {.low = 0, .high = 1}, .points = {THUD_POINTS_LATIN, .count = N, .key = 6}}};
    double product = 0;
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < N; i++) {
        double x[2];
        for (int k = 0; k < 2; k++) {
            x[k] = thud_sampler_value(&s[k], i);
            const size_t stratum = (size_t)(x[k] * N);
            ck_assert_uint_lt(stratum, N);
            ck_assert(!seen[k][stratum]);
            seen[k][stratum] = true;
        }
        product += (x[0] - 0.5) * (x[1] - 0.5);
    }
    ck_assert_double_le(fabs(product / N * 12), 5 / sqrt(N - 1));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sampler");
    tcase_add_test(tests, uniform);
    tcase_add_test(tests, normal);
    tcase_add_test(tests, lognormal);
    tcase_add_test(tests, discrete);
    tcase_add_test(tests, cut_off);
    tcase_add_loop_test(tests, cut_off_far_out, 0, 9);
    tcase_add_test(tests, values_are_kept);
    tcase_add_test(tests, reproducible);
    tcase_add_loop_test(tests, shuffle, 0, 17);
    tcase_add_test(tests, latin_hypercube);
    return run_suite("sampler", tests);
}
