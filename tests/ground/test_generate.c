/*
 * Filtered noise, noise in a band, and plain shapes: their formulas, their statistics, and bad options.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/generate.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

/* variance between two times, about zero */
static double mean_square(const thud_motion *motion, double from, double to) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < motion->count; i++) {
        double time = thud_motion_time(motion, i);
        if (time < from || time > to) continue;
        sum += motion->acceleration[i] * motion->acceleration[i];
        count++;
    }
    return sum / count;
}

static thud_psd *density_of(const thud_motion *motion, size_t segment) {
    thud_psd *psd = NULL;
    ck_assert_int_eq(thud_motion_psd(motion, segment, &psd, NULL), THUD_OK);
    return psd;
}

/* mean of the density from one frequency to another */
static double density_between(const thud_psd *psd, double low, double high) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < psd->count; i++) {
        double frequency = (double)i * psd->resolution;
        if (frequency < low || frequency > high) continue;
        sum += psd->density[i];
        count++;
    }
    return sum / count;
}

/*
 * 200 s of noise from 2 Hz to 10 Hz: the rms as asked for, to rounding, a constant density, nothing outside. The
 * estimate over a band of 2 Hz has 800 degrees of freedom, a standard deviation of 5 %: 20 % are allowed. Half a
 * hertz outside, three times the resolution, the window of the estimate lets less than 1e-4 pass.
 */
START_TEST(noise_in_a_band) {
    thud_noise_options o = thud_noise_options_default();
    o.sampling.duration = 200;
    o.rms = 1.5, o.low = 2, o.high = 10, o.seed = (uint64_t)_i;
    thud_motion *motion;
    ck_assert_int_eq(thud_generate_noise(&o, &motion, NULL), THUD_OK);
    ck_assert_uint_eq(motion->count, 20001);
    double mean = 0, fourth = 0;
    for (size_t i = 0; i < motion->count; i++) mean += motion->acceleration[i] / (double)motion->count;
    for (size_t i = 0; i < motion->count; i++)
        fourth += pow(motion->acceleration[i] / o.rms, 4) / (double)motion->count;
    ck_assert_double_eq_tol(mean, 0, 1e-14);
    ck_assert_double_eq_tol(sqrt(mean_square(motion, 0, 200)), 1.5, 1e-14);
    ck_assert_double_eq_tol(fourth, 3, 0.3); /* Gaussian; 96/3200 is the variance of the estimate, 0.17² */

    thud_psd *psd = density_of(motion, 512);
    double level = 1.5 * 1.5 / 8;
    for (double low = 2.5; low < 8; low += 2)
        ck_assert_double_eq_tol(density_between(psd, low, low + 2) / level, 1, 0.2);
    ck_assert_double_lt(density_between(psd, 0, 1.4), 1e-4 * level);
    ck_assert_double_lt(density_between(psd, 10.6, 50), 1e-4 * level);
    thud_psd_free(psd);
    thud_motion_free(motion);
}
END_TEST

/*
 * Kanai and Tajimi: σ² = πS₀ωg(1 + 4ζ²)/(2ζ) and its density, one-sided over Hz, 4πS₀(1 + 4ζ²x²)/((1 − x²)² +
 * 4ζ²x²). The stationary part, 220 s, has some 1300 independent values: σ² is within 15 %, four standard
 * deviations. Bands of one hertz or less have 400: 30 %.
 */
START_TEST(kanai_tajimi_density) {
    thud_filtered_options o = thud_filtered_options_default();
    const double wg = 4 * PI, zg = 0.3, s0 = 0.01;
    o.sampling = (thud_sampling){.duration = 400, .step = 0.004};
    o.strength = THUD_STRENGTH_DENSITY;
    o.strength_value = s0, o.ground_omega = wg, o.ground_damping = zg, o.seed = (uint64_t)_i;
    thud_motion *motion;
    ck_assert_int_eq(thud_generate_filtered(&o, &motion, NULL), THUD_OK);
    double expected = PI * s0 * wg * (1 + 4 * zg * zg) / (2 * zg);
    ck_assert_double_eq_tol(mean_square(motion, 60, 280) / expected, 1, 0.15);

    /* the envelope takes its share of the whole: the mean of its square, plateau 0.55, ends 3/8 of 0.45 */
    double share = 0.55 + 0.375 * 0.45;
    thud_psd *psd = density_of(motion, 4096);
    static const double bands[][2] = {{0.5, 1}, {1.8, 2.2}, {3, 4}, {6, 8}};
    for (int i = 0; i < 4; i++) {
        double sum = 0;
        enum { POINTS = 100 };
        for (int k = 0; k < POINTS; k++) {
            double frequency = bands[i][0] + (bands[i][1] - bands[i][0]) * (k + 0.5) / POINTS;
            double x = 2 * PI * frequency / wg, loss = 4 * zg * zg * x * x;
            sum += 4 * PI * s0 * (1 + loss) / ((1 - x * x) * (1 - x * x) + loss) / POINTS;
        }
        ck_assert_double_eq_tol(density_between(psd, bands[i][0], bands[i][1]) / (share * sum), 1, 0.3);
    }
    thud_psd_free(psd);
    thud_motion_free(motion);
}
END_TEST

/*
 * Clough and Penzien from the same noise: densities differ by the gain of the second filter, ω⁴/((ωf² − ω²)² +
 * 4ζf²ωf²ω²), but for its memory at the ends and the resolution of the estimate, 0.06 Hz.
 */
START_TEST(clough_penzien_gain) {
    thud_filtered_options o = thud_filtered_options_default();
    o.sampling = (thud_sampling){.duration = 400, .step = 0.004};
    o.strength = THUD_STRENGTH_DENSITY;
    o.strength_value = 0.01;
    thud_motion *plain, *filtered;
    ck_assert_int_eq(thud_generate_filtered(&o, &plain, NULL), THUD_OK);
    o.high_pass_omega = 2 * PI, o.high_pass_damping = 0.5;
    ck_assert_int_eq(thud_generate_filtered(&o, &filtered, NULL), THUD_OK);
    thud_psd *before = density_of(plain, 4096), *after = density_of(filtered, 4096);
    static const double frequencies[] = {0.5, 1, 1.5, 2, 4, 8};
    for (int i = 0; i < 6; i++) {
        double f = frequencies[i], square = f * f;
        double gain = square * square / ((1 - square) * (1 - square) + square);
        double found = density_between(after, f - 0.1, f + 0.1) / density_between(before, f - 0.1, f + 0.1);
        ck_assert_double_eq_tol(found / gain, 1, 0.15);
    }
    thud_psd_free(before);
    thud_psd_free(after);
    thud_motion_free(plain);
    thud_motion_free(filtered);
}
END_TEST

START_TEST(filtered_strength) {
    thud_filtered_options o = thud_filtered_options_default();
    thud_motion *motion;
    thud_intensity strength;
    o.strength_value = 2.5;
    ck_assert_int_eq(thud_generate_filtered(&o, &motion, NULL), THUD_OK);
    ck_assert_int_eq(thud_motion_intensity(motion, &strength), THUD_OK);
    ck_assert_double_eq_tol(strength.pga, 2.5, 1e-14);
    ck_assert_double_eq_tol(strength.final_velocity, 0, 1e-9);
    ck_assert_double_eq_tol(strength.final_displacement, 0, 1e-9);
    thud_motion_free(motion);

    o.strength = THUD_STRENGTH_RMS;
    o.strength_value = 0.8;
    ck_assert_int_eq(thud_generate_filtered(&o, &motion, NULL), THUD_OK);
    ck_assert_double_eq_tol(sqrt(mean_square(motion, 3, 14)), 0.8, 1e-12); /* from 3 s to 14 s it is stationary */
    thud_motion_free(motion);
}
END_TEST

START_TEST(same_seed_same_bits) {
    thud_filtered_options f = thud_filtered_options_default();
    thud_noise_options n = thud_noise_options_default();
    thud_motion *motions[6];
    for (int i = 0; i < 3; i++) {
        f.seed = n.seed = i < 2 ? 5 : 6;
        ck_assert_int_eq(thud_generate_filtered(&f, &motions[i], NULL), THUD_OK);
        ck_assert_int_eq(thud_generate_noise(&n, &motions[3 + i], NULL), THUD_OK);
    }
    size_t bytes = motions[0]->count * sizeof(double);
    for (int i = 0; i < 6; i += 3) {
        ck_assert_int_eq(memcmp(motions[i]->acceleration, motions[i + 1]->acceleration, bytes), 0);
        ck_assert_int_ne(memcmp(motions[i]->acceleration, motions[i + 2]->acceleration, bytes), 0);
    }
    for (int i = 0; i < 6; i++) thud_motion_free(motions[i]);
}
END_TEST

START_TEST(sine) {
    thud_sine_options o = {.sampling = {2, 0.01}, .amplitude = -3, .frequency = 1.25, .phase = 0.5};
    thud_motion *motion;
    ck_assert_int_eq(thud_generate_sine(&o, &motion, NULL), THUD_OK);
    ck_assert_uint_eq(motion->count, 201);
    /* arguments up to 16 rad, each formed with a few roundings: 3 · 16 · 2.2e-16 = 1e-14 for one */
    for (size_t i = 0; i < motion->count; i++)
        ck_assert_double_eq_tol(motion->acceleration[i], -3 * sin(2.5 * PI * 0.01 * (double)i + 0.5), 1e-13);
    thud_motion_free(motion);
}
END_TEST

/* zeros of the sine are half cycles: (f₁ + f₂)/2·T cycles when linear, (f₂ − f₁)T/ln(f₂/f₁) when logarithmic */
START_TEST(sweep) {
    static const struct {
        double first, last;
        bool logarithmic;
        double cycles;
    } cases[] = {
        {1, 9, false, 50},
        {9, 1, false, 50},
        {0, 10, false, 50},
        {2, 2, false, 20},
        {2, 2, true, 20},
        {1, 8, true, 70 / 2.0794415416798357},
        {8, 1, true, 70 / 2.0794415416798357},
    };
    thud_sweep_options o = {{10, 0.001}, 2, cases[_i].first, cases[_i].last, cases[_i].logarithmic};
    thud_motion *motion;
    ck_assert_int_eq(thud_generate_sweep(&o, &motion, NULL), THUD_OK);
    const double *a = motion->acceleration;
    size_t last = motion->count - 1, zeros = 0;
    for (size_t i = 1; i < last; i++) zeros += (a[i] > 0) != (a[i + 1] > 0);
    ck_assert_double_eq_tol((double)zeros, 2 * cases[_i].cycles, 1.5); /* one may fall on an end */
    ck_assert_double_eq_tol(a[last], 2 * sin(2 * PI * cases[_i].cycles), 1e-11);

    /* the slope at a zero is 2π times the frequency: at the start, which is one; the sine bends by (2πfh)²/6 */
    ck_assert_double_eq_tol((a[1] - a[0]) / 0.001, 4 * PI * (cases[_i].first + 0.0005), 0.1);
    thud_motion_free(motion);
}
END_TEST

/* 1 at the centre, zero at x = 1/√2, −2e^(−3/2) at x = √(3/2); nothing is left behind */
START_TEST(ricker) {
    thud_ricker_options o = {{4, 0.005}, 2.5, 1 / (PI * 0.1), 2};
    thud_motion *motion;
    thud_intensity strength;
    ck_assert_int_eq(thud_generate_ricker(&o, &motion, NULL), THUD_OK);
    ck_assert_double_eq(motion->acceleration[400], 2.5);
    for (size_t i = 0; i < motion->count; i++) {
        double x = ((double)i * 0.005 - 2) / 0.1;
        ck_assert_double_eq_tol(motion->acceleration[i], 2.5 * (1 - 2 * x * x) * exp(-x * x), 1e-12);
    }
    ck_assert_int_eq(thud_motion_intensity(motion, &strength), THUD_OK);
    ck_assert_double_eq(strength.pga, 2.5);
    ck_assert_double_eq_tol(strength.final_velocity, 0, 1e-12);
    ck_assert_double_eq_tol(strength.final_displacement, 0, 1e-12);
    thud_motion_free(motion);
}
END_TEST

static void blames(thud_status status, const thud_error *error, const char *subject) {
    ck_assert_int_eq(status, THUD_ERROR_ARGUMENT);
    ck_assert_msg(strcmp(error->subject, subject) == 0, "%s is blamed, not %s", error->subject, subject);
}

static const double bad[] = {0, -1, NAN, INFINITY};

START_TEST(bad_noise) {
    const thud_noise_options good = thud_noise_options_default();
    thud_noise_options o = good;
    thud_motion *motion = NULL;
    thud_error error;
    o.rms = bad[_i];
    blames(thud_generate_noise(&o, &motion, &error), &error, "rms");
    o = good;
    o.high = bad[_i];
    blames(thud_generate_noise(&o, &motion, &error), &error, "high");
    o = good;
    o.sampling.step = bad[_i];
    blames(thud_generate_noise(&o, &motion, &error), &error, "dt");
    o = good;
    o.sampling.duration = bad[_i];
    blames(thud_generate_noise(&o, &motion, &error), &error, "duration");
    o = good;
    o.low = -0.1;
    blames(thud_generate_noise(&o, &motion, &error), &error, "low");
    o = good;
    o.high = 51; /* above half the sampling rate */
    blames(thud_generate_noise(&o, &motion, &error), &error, "dt");
    o = good;
    o.low = 14.98; /* narrower than the duration can tell apart */
    blames(thud_generate_noise(&o, &motion, &error), &error, "high");
    ck_assert_int_eq(thud_generate_noise(NULL, &motion, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_generate_noise(&good, NULL, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(motion);
}
END_TEST

START_TEST(bad_filters) {
    const thud_filtered_options good = thud_filtered_options_default();
    thud_filtered_options o = good;
    thud_motion *motion = NULL;
    thud_error error;
    o.ground_omega = bad[_i];
    blames(thud_generate_filtered(&o, &motion, &error), &error, isinf(bad[_i]) ? "dt" : "wg");
    o = good;
    o.ground_damping = bad[_i];
    blames(thud_generate_filtered(&o, &motion, &error), &error, "zg");
    o = good;
    o.high_pass_damping = bad[_i];
    blames(thud_generate_filtered(&o, &motion, &error), &error, "zf");
    o = good;
    o.strength_value = bad[_i];
    blames(thud_generate_filtered(&o, &motion, &error), &error, "strength");
    o = good;
    o.sampling.duration = bad[_i];
    blames(thud_generate_filtered(&o, &motion, &error), &error, "duration");
    o = good;
    o.high_pass_omega = 16;
    blames(thud_generate_filtered(&o, &motion, &error), &error, "wf");
    o = good;
    o.sampling.step = 0.04; /* ωg·dt = 0.63 */
    blames(thud_generate_filtered(&o, &motion, &error), &error, "dt");
    ck_assert_int_eq(thud_generate_filtered(NULL, &motion, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_generate_filtered(&good, NULL, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(motion);
}
END_TEST

START_TEST(bad_shapes) {
    thud_motion *motion = NULL;
    thud_error error;
    const thud_sampling sampling = {2, 0.01};
    thud_sine_options s = {sampling, 1, bad[_i], 0};
    blames(thud_generate_sine(&s, &motion, &error), &error, "frequency");
    s = (thud_sine_options){sampling, _i == 1 ? 0 : bad[_i], 1, 0};
    blames(thud_generate_sine(&s, &motion, &error), &error, "amplitude");
    s = (thud_sine_options){sampling, 1, 10.01, 0};
    blames(thud_generate_sine(&s, &motion, &error), &error, "dt");
    s = (thud_sine_options){sampling, 1, 1, NAN};
    blames(thud_generate_sine(&s, &motion, &error), &error, "phase");
    s = (thud_sine_options){{bad[_i], 0.01}, 1, 1, 0};
    blames(thud_generate_sine(&s, &motion, &error), &error, "duration");
    thud_sweep_options w = {sampling, 1, -1, 5, false};
    blames(thud_generate_sweep(&w, &motion, &error), &error, "first");
    w = (thud_sweep_options){sampling, 1, 5, NAN, false};
    blames(thud_generate_sweep(&w, &motion, &error), &error, "last");
    w = (thud_sweep_options){sampling, 1, 0, 5, true};
    blames(thud_generate_sweep(&w, &motion, &error), &error, "first");
    w = (thud_sweep_options){sampling, 1, 0, 0, false};
    blames(thud_generate_sweep(&w, &motion, &error), &error, "frequency");
    thud_ricker_options r = {sampling, 1, 2, 2.1};
    blames(thud_generate_ricker(&r, &motion, &error), &error, "centre");
    r = (thud_ricker_options){sampling, 1, bad[_i], 1};
    blames(thud_generate_ricker(&r, &motion, &error), &error, "frequency");
    ck_assert_int_eq(thud_generate_sine(NULL, &motion, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_generate_sweep(NULL, &motion, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_generate_ricker(NULL, &motion, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("generate");
    tcase_add_loop_test(tests, noise_in_a_band, 1, 5);
    tcase_add_loop_test(tests, kanai_tajimi_density, 1, 5);
    tcase_add_test(tests, clough_penzien_gain);
    tcase_add_test(tests, filtered_strength);
    tcase_add_test(tests, same_seed_same_bits);
    tcase_add_test(tests, sine);
    tcase_add_loop_test(tests, sweep, 0, 7);
    tcase_add_test(tests, ricker);
    tcase_add_loop_test(tests, bad_noise, 0, 4);
    tcase_add_loop_test(tests, bad_filters, 0, 4);
    tcase_add_loop_test(tests, bad_shapes, 0, 4);
    return run_suite("generate", tests);
}
