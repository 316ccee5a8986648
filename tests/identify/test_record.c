/* Impacts in a record of force, and what is said about records that have none. */
#include <string.h>

#include "laboratory.h"
#include "suite.h"

enum { COUNT = 600 };

static double time_at(size_t i) { return 1e-4 * (double)i; }

/* a half sine of unit height */
static double lobe(double t, double begin, double length) {
    double part = (t - begin) / length;
    return part > 0 && part < 1 ? sin(3.14159265358979323846 * part) : 0;
}

START_TEST(three_impacts) {
    double time[COUNT], force[COUNT];
    thud_random random = thud_random_seed(4);
    for (size_t i = 0; i < COUNT; i++) {
        double t = time[i] = time_at(i);
        force[i] = -12 + 100 * lobe(t, 0.01, 0.004) + 60 * lobe(t, 0.025, 0.004) + 30 * lobe(t, 0.04, 0.004) +
                   0.5 * thud_random_normal(&random);
    }
    thud_force_record *record;
    ck_assert_int_eq(thud_force_record_create(time, force, COUNT, &record, NULL), THUD_OK);
    ck_assert_uint_eq(record->impact_count, 3);
    ck_assert(record->has_rest && isinf(record->clip));
    /* the mean of 25 readings, and the median of 100 differences: within four standard errors */
    ck_assert_double_eq_tol(record->offset, -12, 0.4);
    ck_assert_double_eq_tol(record->noise, 0.5, 0.25);
    static const double begin[] = {0.01, 0.025, 0.04}, peak[] = {100, 60, 30};
    for (int i = 0; i < 3; i++) {
        const thud_force_impact *at = &record->impacts[i];
        ck_assert_double_eq_tol(at->begin, begin[i], 4e-4); /* a tenth of a contact */
        ck_assert_double_eq_tol(at->end, begin[i] + 0.004, 4e-4);
        ck_assert_double_eq_tol(at->peak, peak[i], 2.5);
        ck_assert(at->first < at->last && at->last <= COUNT);
        if (i > 0) ck_assert_uint_ge(at->first, record->impacts[i - 1].last);
    }
    thud_force_record_free(record);
}
END_TEST

START_TEST(saturation) {
    double time[COUNT], force[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        time[i] = time_at(i);
        force[i] = fmin(70, 100 * lobe(time[i], 0.01, 0.004));
    }
    thud_force_record *record;
    ck_assert_int_eq(thud_force_record_create(time, force, COUNT, &record, NULL), THUD_OK);
    ck_assert(record->clip == 70);
    size_t clipped = 0;
    for (size_t i = 0; i < COUNT; i++) clipped += force[i] == 70;
    ck_assert_uint_eq(record->impacts[0].clipped, clipped);
    thud_force_record_free(record);
}
END_TEST

/* what is said, and that nothing is made */
static void refuse(const double *time, const double *force, size_t count, const char *words) {
    thud_force_record *record = NULL;
    thud_error error = {0};
    ck_assert_int_eq(thud_force_record_create(time, force, count, &record, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(record);
    ck_assert_msg(strstr(error.text, words) != NULL, "'%s' does not say '%s'", error.text, words);
}

/* fits of different laws or ends are not one contact; those that know nothing, or that k and c are one, cannot be
 * pooled
 */
START_TEST(not_to_be_pooled) {
    thud_force_fit fits[2] = {{.law = thud_law_find("flores")}, {.law = thud_law_find("flores")}}, pooled;
    double mismatch;
    for (int i = 0; i < 2; i++) {
        fits[i].separation = THUD_SEPARATION_RETURN;
        fits[i].stiffness.value = fits[i].damping.value = 1;
    }
    ck_assert_int_eq(thud_force_pool(fits, 2, &pooled, &mismatch), THUD_ERROR_ACCURACY);
    for (int i = 0; i < 2; i++)
        fits[i].covariance[0][0] = fits[i].covariance[1][1] = fits[i].covariance[0][1] = fits[i].covariance[1][0] =
            1;
    ck_assert_int_eq(thud_force_pool(fits, 2, &pooled, &mismatch), THUD_ERROR_ACCURACY);
    for (int i = 0; i < 2; i++) fits[i].covariance[0][1] = fits[i].covariance[1][0] = 0;
    ck_assert_int_eq(thud_force_pool(fits, 2, &pooled, &mismatch), THUD_OK);
    assert_relative(pooled.covariance[0][0], 0.5, 1e-15);
    ck_assert_double_le(mismatch, 1e-30); /* the square of a rounding error */
    fits[1].separation = THUD_SEPARATION_ZERO_FORCE;
    ck_assert_int_eq(thud_force_pool(fits, 2, &pooled, &mismatch), THUD_ERROR_ARGUMENT);
    fits[1].separation = THUD_SEPARATION_RETURN;
    fits[1].law = thud_law_find("hertz");
    ck_assert_int_eq(thud_force_pool(fits, 2, &pooled, &mismatch), THUD_ERROR_ARGUMENT);
}
END_TEST

START_TEST(bad_records) {
    double time[COUNT], force[COUNT];
    thud_random random = thud_random_seed(5);
    for (size_t i = 0; i < COUNT; i++) {
        time[i] = time_at(i);
        force[i] = 3 + thud_random_normal(&random);
    }
    refuse(time, force, COUNT, "no impact");
    refuse(time, force, 1, "1 sample:");
    refuse(time, force, 0, "0 samples");
    for (size_t i = 0; i < COUNT; i++) force[i] = -100 * lobe(time[i], 0.01, 0.004) - 1;
    refuse(time, force, COUNT, "never above zero");
    for (size_t i = 0; i < COUNT; i++) force[i] = 0;
    refuse(time, force, COUNT, "never above zero");
    for (size_t i = 0; i < COUNT; i++) force[i] = 5;
    refuse(time, force, COUNT, "no impact");
    for (size_t i = 0; i < COUNT; i++) force[i] = i == 300 ? 50 : 0;
    refuse(time, force, COUNT, "in a row");
    for (size_t i = 0; i < COUNT; i++) force[i] = 100 * lobe(time[i], 0.01, 0.004);
    force[100] = NAN;
    refuse(time, force, COUNT, "sample 101 is not a finite number");
    force[100] = 0;
    time[7] = INFINITY;
    refuse(time, force, COUNT, "sample 8 is not a finite number");
    time[7] = time_at(7);
    time[200] = time[199];
    refuse(time, force, COUNT, "not later");
    ck_assert_int_eq(thud_force_record_create(time, force, COUNT, NULL, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

/* a curve as thud impact --curve writes it: no reading before or after */
START_TEST(contact_alone) {
    double time[COUNT], force[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        time[i] = time_at(i);
        force[i] = 100 * lobe(time[i], -1e-9, time_at(COUNT - 1) + 2e-9);
    }
    thud_force_record *record;
    ck_assert_int_eq(thud_force_record_create(time, force, COUNT, &record, NULL), THUD_OK);
    ck_assert_uint_eq(record->impact_count, 1);
    ck_assert_uint_eq(record->impacts[0].first, 0);
    ck_assert_uint_eq(record->impacts[0].last, COUNT);
    thud_force_record_free(record);
}
END_TEST

/* two fits with covariances C and 2C: the mean has two thirds of the first and of C, and χ² is that of their
 * difference with 3C, over three degrees of freedom; of ln k₂ for c where there are two stiffnesses */
START_TEST(pooled_by_hand) {
    static const char *const laws[] = {"flores", "valles-reinhorn"};
    const double cc[3][3] = {{4e-4, 3e-3, 0}, {3e-3, 0.09, 0}, {0, 0, 1e-4}};
    for (int k = 0; k < 2; k++) {
        thud_force_fit fits[2] = {{.samples = 30}, {.samples = 12}}, pooled;
        for (int f = 0; f < 2; f++) {
            fits[f].law = thud_law_find(laws[k]);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) fits[f].covariance[i][j] = (f + 1) * cc[i][j];
            fits[f].stiffness.value = exp(7 + 0.03 * f);
            fits[f].damping.value = k == 0 ? 5 - 0.6 * f : exp(5 - 0.6 * f);
            fits[f].exponent.value = 1.4 + 0.006 * f;
        }
        double mismatch, det = cc[0][0] * cc[1][1] - cc[0][1] * cc[0][1], d[3] = {0.03, -0.6, 0.006};
        double chi = (d[0] * d[0] * cc[1][1] - 2 * d[0] * d[1] * cc[0][1] + d[1] * d[1] * cc[0][0]) / det +
                     d[2] * d[2] / cc[2][2];
        ck_assert_int_eq(thud_force_pool(fits, 2, &pooled, &mismatch), THUD_OK);
        /* some ten operations, and a condition of 1/(1 − ρ²) = 1.3 */
        assert_relative(pooled.stiffness.value, exp(7.01), 1e-13);
        assert_relative(pooled.stiffness.error, exp(7.01) * sqrt(cc[0][0] * 2 / 3), 1e-13);
        double c = k == 0 ? 4.8 : exp(4.8);
        assert_relative(pooled.damping.value, c, 1e-13);
        assert_relative(pooled.damping.error, (k == 0 ? 1 : c) * sqrt(cc[1][1] * 2 / 3), 1e-13);
        assert_relative(pooled.exponent.value, 1.402, 1e-13);
        assert_relative(pooled.exponent.error, sqrt(cc[2][2] * 2 / 3), 1e-13);
        assert_relative(pooled.covariance[0][1], cc[0][1] * 2 / 3, 1e-13);
        assert_relative(pooled.correlation, cc[0][1] / sqrt(cc[0][0] * cc[1][1]), 1e-13);
        assert_relative(mismatch, chi / 3 / 3, 1e-12);
        ck_assert_uint_eq(pooled.samples, 42);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("record");
    tcase_add_test(tests, three_impacts);
    tcase_add_test(tests, saturation);
    tcase_add_test(tests, bad_records);
    tcase_add_test(tests, contact_alone);
    tcase_add_test(tests, pooled_by_hand);
    tcase_add_test(tests, not_to_be_pooled);
    return run_suite("identify_record", tests);
}
