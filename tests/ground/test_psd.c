/*
 * Power spectral density: of a sine, which is known exactly, and of noise, which is known on average.
 */
#include <math.h>
#include <stdlib.h>

#include <thud/motion.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

static thud_psd *analyse(const thud_motion *motion, size_t segment) {
    thud_psd *psd = NULL;
    thud_error error;
    ck_assert_int_eq(thud_motion_psd(motion, segment, &psd, &error), THUD_OK);
    return psd;
}

static double integral(const thud_psd *psd) {
    double sum = 0;
    for (size_t i = 0; i < psd->count; i++) sum += psd->density[i];
    return sum * psd->resolution;
}

static size_t peak_of(const thud_psd *psd) {
    size_t peak = 0;
    for (size_t i = 0; i < psd->count; i++)
        if (psd->density[i] > psd->density[peak]) peak = i;
    return peak;
}

/*
 * A sine of amplitude A at one of the frequencies: the Hann window spreads its variance A²/2 over three of them,
 * 1/6, 2/3 and 1/6 of it. The offset is removed, whatever it is. Roundings of transforms of size one: 1e-16 of A².
 */
START_TEST(sine_at_a_frequency) {
    const double amplitude = 3, step = 0.01, offset = 100;
    const size_t segment = 200, bin = 17;
    thud_motion *motion = thud_motion_create(1000, step);
    for (size_t i = 0; i < motion->count; i++)
        motion->acceleration[i] = offset + amplitude * sin(2 * PI * (double)(bin * i) / (double)segment);
    thud_psd *psd = analyse(motion, segment);
    ck_assert_uint_eq(psd->count, 101);
    ck_assert_uint_eq(psd->segment, 200);
    ck_assert_uint_eq(psd->segment_count, 9);
    ck_assert_double_eq_tol(psd->resolution, 0.5, 1e-15);
    ck_assert_uint_eq(peak_of(psd), bin);
    double whole = amplitude * amplitude / 2 / psd->resolution;
    for (size_t i = 0; i < psd->count; i++) {
        double expected = i == bin ? whole * 2 / 3 : i + 1 == bin || i == bin + 1 ? whole / 6 : 0;
        ck_assert_double_eq_tol(psd->density[i], expected, 1e-11);
    }
    ck_assert_double_eq_tol(psd->variance, 4.5, 1e-11);
    ck_assert_double_eq_tol(integral(psd), 4.5, 1e-11);
    thud_psd_free(psd);
    thud_motion_free(motion);
}
END_TEST

/* between two frequencies the peak is at one of them, and the variance is still all there but for the ends */
START_TEST(sine_between_frequencies) {
    thud_motion *motion = thud_motion_create(100000, 0.01);
    for (size_t i = 0; i < motion->count; i++)
        motion->acceleration[i] = sin(2 * PI * 12.3 * thud_motion_time(motion, i));
    thud_psd *psd = analyse(motion, 512);
    ck_assert_double_eq_tol((double)peak_of(psd) * psd->resolution, 12.3, psd->resolution / 2);
    ck_assert_double_eq_tol(integral(psd), 0.5, 1e-3);
    thud_psd_free(psd);
    thud_motion_free(motion);
}
END_TEST

/* at half the sampling rate, +A −A +A …: all variance is there, in the last frequency and the one before it */
START_TEST(highest_frequency) {
    thud_motion *motion = thud_motion_create(1000, 0.01);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = i % 2 ? -2 : 2;
    thud_psd *psd = analyse(motion, 100);
    ck_assert_uint_eq(peak_of(psd), 50);
    ck_assert_double_eq_tol(integral(psd), 4, 1e-12);
    thud_psd_free(psd);
    thud_motion_free(motion);
}
END_TEST

/* a sum of twelve uniform numbers: close to normal, variance 1 */
static double normal(void) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += (double)rand() / RAND_MAX;
    return sum;
}

/*
 * White noise: the density is 2σ²/rate at all frequencies. The estimate of each frequency is a mean over some 480
 * segments' worth of independent numbers, good to 5 %, and the mean of 50 of them to 0.8 %; the integral is the
 * variance of the samples but for those at the ends, to well below 1 %.
 */
START_TEST(white_noise) {
    const size_t count = 1 << 16, segment = 256;
    thud_motion *motion = thud_motion_create(count, 0.02);
    srand((unsigned)_i + 1);
    for (size_t i = 0; i < count; i++) motion->acceleration[i] = 1.7 * normal();
    thud_psd *psd = analyse(motion, segment);
    ck_assert_double_eq_tol(integral(psd) / psd->variance, 1, 0.01);
    ck_assert_double_eq_tol(psd->variance / (1.7 * 1.7), 1, 0.03); /* five times √(2/65536) */
    double level = 2 * psd->variance * motion->step;
    for (size_t first = 5; first + 50 < psd->count; first += 50) {
        double mean = 0;
        for (size_t i = first; i < first + 50; i++) mean += psd->density[i] / 50;
        ck_assert_double_eq_tol(mean / level, 1, 0.04);
    }
    for (size_t i = 5; i + 5 < psd->count; i++) ck_assert_double_eq_tol(psd->density[i] / level, 1, 0.25);
    thud_psd_free(psd);
    thud_motion_free(motion);
}
END_TEST

/* three equal densities: the two at the ends have half the room of the one between them */
START_TEST(quantiles) {
    double density[] = {2, 2, 2};
    const thud_psd psd = {.count = 3, .resolution = 4, .density = density};
    ck_assert_double_eq_tol(thud_psd_quantile(&psd, 0), 0, 1e-14);
    ck_assert_double_eq_tol(thud_psd_quantile(&psd, 1.0 / 6), 1, 1e-14);
    ck_assert_double_eq_tol(thud_psd_quantile(&psd, 0.5), 4, 1e-14);
    ck_assert_double_eq_tol(thud_psd_quantile(&psd, 1), 8, 1e-14);
    density[0] = density[2] = 0;
    ck_assert_double_eq_tol(thud_psd_quantile(&psd, 0.25), 3, 1e-14);
}
END_TEST

START_TEST(segment_by_default) {
    static const size_t counts[] = {8, 71, 72, 143, 144, 1559, 7999, 40000};
    static const size_t segments[] = {8, 8, 16, 16, 32, 256, 1024, 8192};
    thud_motion *motion = thud_motion_create(counts[_i], 0.01);
    thud_psd *psd = analyse(motion, 0);
    ck_assert_uint_eq(psd->segment, segments[_i]);
    if (counts[_i] >= 72) ck_assert_uint_ge(psd->segment_count, 8);
    ck_assert_uint_le((psd->segment_count - 1) * psd->segment / 2 + psd->segment, counts[_i]);
    thud_psd_free(psd);
    thud_motion_free(motion);
}
END_TEST

START_TEST(bad_input) {
    static const size_t bad[] = {1, 2, 7, 9, 21, 102, (size_t)-2};
    thud_motion *motion = thud_motion_create(100, 0.01);
    thud_psd *psd = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        thud_error error = {.status = THUD_OK};
        ck_assert_int_eq(thud_motion_psd(motion, bad[i], &psd, &error), THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(error.status, THUD_ERROR_ARGUMENT);
        ck_assert_str_ne(error.text, "");
    }
    motion->time = malloc(100 * sizeof *motion->time);
    for (size_t i = 0; i < 100; i++) motion->time[i] = (double)(i * i);
    ck_assert_int_eq(thud_motion_psd(motion, 0, &psd, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(psd);
    thud_motion_free(motion);
    thud_psd_free(NULL);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("density");
    tcase_add_test(tests, sine_at_a_frequency);
    tcase_add_test(tests, sine_between_frequencies);
    tcase_add_test(tests, highest_frequency);
    tcase_add_loop_test(tests, white_noise, 0, 3);
    tcase_add_test(tests, quantiles);
    tcase_add_loop_test(tests, segment_by_default, 0, 8);
    tcase_add_test(tests, bad_input);
    return run_suite("psd", tests);
}
