/* A structure that was let go, as Li and Darby's: 4 Hz, damping 0.015978 of critical. */
#include <string.h>

#include <thud/identify.h>

#include "numeric/random.h"
#include "suite.h"

enum { COUNT = 1200, TRIALS = 100 };

static const double PI = 3.14159265358979323846, STEP = 0.01;

/* at rest for half a second, then let go */
static thud_motion *vibrate(double frequency, double ratio, double noise, uint64_t seed) {
    thud_motion *m = thud_motion_create(COUNT, STEP);
    thud_random random = thud_random_seed(seed);
    double omega = 2 * PI * frequency, damped = omega * sqrt(1 - ratio * ratio);
    for (size_t i = 0; i < COUNT; i++) {
        double t = STEP * (double)i - 0.503;
        double a = t < 0 ? 0 : 3 * exp(-ratio * omega * t) * cos(damped * t);
        m->acceleration[i] = 0.2 + a + 3 * noise * thud_random_normal(&random);
    }
    return m;
}

/* the spectrum is exact but for the image at negative frequency, the decrement but for its parabolas */
START_TEST(exact_record) {
    static const double ratios[] = {0.005, 0.015978, 0.05};
    for (int i = 0; i < 3; i++) {
        thud_motion *m = vibrate(4.03, ratios[i], 0, 1);
        thud_vibration v;
        ck_assert_int_eq(thud_identify_vibration(m, &v, NULL), THUD_OK);
        assert_relative(v.spectrum.frequency.value, 4.03, 2e-5);
        assert_relative(v.spectrum.damping_ratio.value, ratios[i], 2e-3);
        assert_relative(v.decrement.frequency.value, 4.03, 1e-4);
        assert_relative(v.decrement.damping_ratio.value, ratios[i], 2e-3);
        ck_assert_double_eq_tol(v.release, 0.51, 1e-9); /* the first sample of the vibration */
        thud_motion_free(m);
    }
}
END_TEST

/* some five samples a period: parabolas go through a sample and its neighbours, and place an extreme of a cosine,
 * of 1.3 rad a sample, to 0.03 of a sample at worst, now to one side, now to the other: over the 30 half periods,
 * of 2.3 samples, that it takes to fall by half, 0.03/2.3/30² of the frequency. The extreme itself is 1e-2 off at
 * worst */
START_TEST(few_samples) {
    thud_motion *m = vibrate(21.3, 0.005, 0, 1);
    thud_vibration v;
    ck_assert_int_eq(thud_identify_vibration(m, &v, NULL), THUD_OK);
    assert_relative(v.decrement.frequency.value, 21.3, 1.5e-5);
    assert_relative(v.decrement.damping_ratio.value, 0.005, 1e-2);
    assert_relative(v.spectrum.frequency.value, 21.3, 1e-4);
    thud_motion_free(m);
}
END_TEST

/* the more damping, the fewer extremes: down to four, one more than a decay about a zero has unknowns */
START_TEST(fewest_extremes) {
    size_t fewest = 100;
    for (int i = 0; i < 100; i++) {
        double ratio = 0.05 + 0.003 * i;
        thud_motion *m = vibrate(4.03, ratio, 0, 1);
        thud_vibration v;
        if (thud_identify_vibration(m, &v, NULL) == THUD_OK && v.decrement.points > 0) {
            fewest = v.decrement.points < fewest ? v.decrement.points : fewest;
            assert_relative(v.decrement.damping_ratio.value, ratio,
                            0.05); /* parabolas, in extremes that fall by half */
        }
        thud_motion_free(m);
    }
    ck_assert_uint_eq(fewest, 4);
}
END_TEST

/* a hundred trials know a spread to 7 %; the decrement picks the largest of noisy readings, a bias of one error */
START_TEST(noisy_record) {
    double sum[4] = {0}, squares[4] = {0}, claimed[4] = {0};
    const double truth[4] = {4.03, 0.015978, 4.03, 0.015978};
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        thud_motion *m = vibrate(4.03, 0.015978, 0.01, seed);
        thud_vibration v;
        ck_assert_int_eq(thud_identify_vibration(m, &v, NULL), THUD_OK);
        const thud_estimate found[4] = {v.spectrum.frequency, v.spectrum.damping_ratio, v.decrement.frequency,
                                        v.decrement.damping_ratio};
        for (int i = 0; i < 4; i++) {
            double off = found[i].value - truth[i];
            sum[i] += off;
            squares[i] += off * off;
            claimed[i] += found[i].error * found[i].error;
        }
        thud_motion_free(m);
    }
    for (int i = 0; i < 4; i++) {
        double mean = sum[i] / TRIALS, spread = sqrt(squares[i] / TRIALS - mean * mean);
        ck_assert_double_eq_tol(sqrt(claimed[i] / TRIALS) / spread, 1, 0.25);
        ck_assert_double_le(fabs(mean), (i < 2 ? 0.5 : 2) * spread);
    }
}
END_TEST

/* instants that are not equally spaced leave the decrement alone */
START_TEST(uneven_steps) {
    thud_motion *m = vibrate(4.03, 0.02, 0, 1);
    m->time = malloc(COUNT * sizeof *m->time);
    thud_random random = thud_random_seed(3);
    double omega = 2 * PI * 4.03, damped = omega * sqrt(1 - 0.02 * 0.02);
    for (size_t i = 0; i < COUNT; i++) {
        m->time[i] = STEP * ((double)i + 0.4 * thud_random_uniform(&random));
        double t = m->time[i] - 0.503;
        m->acceleration[i] = t < 0 ? 0 : 3 * exp(-0.02 * omega * t) * cos(damped * t);
    }
    m->step = 0;
    thud_vibration v;
    ck_assert_int_eq(thud_identify_vibration(m, &v, NULL), THUD_OK);
    ck_assert_uint_eq(v.spectrum.points, 0);
    assert_relative(v.decrement.frequency.value, 4.03, 1e-3);
    assert_relative(v.decrement.damping_ratio.value, 0.02, 1e-2);
    thud_motion_free(m);
}
END_TEST

/* a vibration that does not decay, one that grows, and one that is over before it has begun: no mode, in words */
START_TEST(no_decay) {
    static const double rates[] = {0, 0.02, -30};
    for (int k = 0; k < 3; k++) {
        thud_motion *m = thud_motion_create(800, STEP);
        for (size_t i = 0; i < 800; i++) {
            double t = STEP * (double)i;
            m->acceleration[i] = exp(rates[k] * t) * sin(2 * PI * 5 * t);
        }
        thud_vibration v = {.amplitude = -7};
        thud_error error = {0};
        thud_status status = thud_identify_vibration(m, &v, &error);
        if (status == THUD_OK) { /* whatever is found of a sine that rounding makes fall does not decay */
            ck_assert_int_eq(k, 0);
            ck_assert(v.decrement.points == 0 || v.decrement.damping_ratio.value < 1e-4);
            ck_assert(v.spectrum.points == 0 || v.spectrum.damping_ratio.value < 1e-4);
        } else {
            ck_assert_ptr_nonnull(strstr(error.text, "shows no free vibration"));
            ck_assert(v.amplitude == -7);
        }
        thud_motion_free(m);
    }
}
END_TEST

/* a resonance of more lines than are fitted, and one at the lowest of them, are left to the decrement; and so is
 * what decays within a few readings */
START_TEST(spectra_that_tell_nothing) {
    enum { LONG = 12000 };
    static const struct {
        double frequency, ratio;
        size_t count;
    } records[] = {{8, 0.1, LONG}, {0.25, 0.02, 1600}};
    for (int k = 0; k < 2; k++) {
        thud_motion *m = thud_motion_create(records[k].count, STEP);
        double omega = 2 * PI * records[k].frequency, ratio = records[k].ratio,
               damped = omega * sqrt(1 - ratio * ratio);
        for (size_t i = 0; i < records[k].count; i++) {
            double t = STEP * (double)i;
            m->acceleration[i] = exp(-ratio * omega * t) * cos(damped * t);
        }
        thud_vibration v;
        ck_assert_int_eq(thud_identify_vibration(m, &v, NULL), THUD_OK);
        ck_assert_uint_eq(v.spectrum.points, 0);
        /* parabolas through a fifth of a period, in extremes that fall by a tenth and more */
        assert_relative(v.decrement.frequency.value, records[k].frequency, 0.01);
        assert_relative(v.decrement.damping_ratio.value, ratio, 0.05);
        thud_motion_free(m);
    }
}
END_TEST

START_TEST(bad_records) {
    thud_motion *m = thud_motion_create(100, STEP);
    thud_vibration v;
    thud_error error;
    ck_assert_int_eq(thud_identify_vibration(m, &v, &error), THUD_ERROR_ARGUMENT); /* stands still */
    for (size_t i = 0; i < 100; i++) m->acceleration[i] = exp(-0.2 * (double)i);
    ck_assert_int_eq(thud_identify_vibration(m, &v, &error), THUD_ERROR_ARGUMENT); /* does not swing */
    ck_assert_str_ne(error.text, "");
    m->acceleration[50] = NAN;
    ck_assert_int_eq(thud_identify_vibration(m, &v, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_identify_vibration(NULL, &v, &error), THUD_ERROR_ARGUMENT);
    thud_motion_free(m);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("vibration");
    tcase_add_test(tests, exact_record);
    tcase_add_test(tests, few_samples);
    tcase_add_test(tests, fewest_extremes);
    tcase_add_test(tests, noisy_record);
    tcase_add_test(tests, uneven_steps);
    tcase_add_test(tests, no_decay);
    tcase_add_test(tests, spectra_that_tell_nothing);
    tcase_add_test(tests, bad_records);
    return run_suite("identify_vibration", tests);
}
