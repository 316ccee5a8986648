/*
 * SAC in either byte order, whole and damaged.
 */
#include <thud/motion.h>

#include "ground/binary_file.h"
#include "suite.h"

/* whole multiples of 1/64, which single precision holds */
static const double samples[] = {0, 0.5, -0.25, 1, -3, 2.5, -1.5, 0.015625};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static thud_motion *parse(const binary_file *f, const char *unit, thud_motion_info *info) {
    thud_motion *motion = NULL;
    /* a copy of exactly that size, so that the sanitizer sees a step too far */
    char *copy = malloc(f->size + (f->size == 0));
    memcpy(copy, f->bytes, f->size);
    (void)thud_motion_parse(copy, f->size, &(thud_motion_options){.unit = unit}, &motion, info);
    free(copy);
    return motion;
}

static void refuse(const binary_file *f, const char *unit, size_t byte, const char *words) {
    thud_motion_info info;
    ck_assert_ptr_null(parse(f, unit, &info));
    ck_assert_msg(strstr(info.error.text, words) != NULL, "%s", info.error.text);
    ck_assert_uint_eq(info.error.line, 1);
    ck_assert_uint_eq(info.error.column, byte + 1);
}

START_TEST(both_orders) {
    binary_file f = make_sac(_i == 1, samples, SAMPLES, 0.01f);
    thud_motion_info info;
    thud_motion *motion = parse(&f, "g", &info);
    ck_assert_msg(motion != NULL, "%s", info.error.text);
    ck_assert_str_eq(info.format, "sac");
    ck_assert_str_eq(info.station, "XX.NOW1");
    ck_assert_str_eq(info.channel, "HNE");
    ck_assert_str_eq(info.title, "");
    ck_assert_uint_eq(info.warning_count, 0);
    ck_assert_uint_eq(motion->count, SAMPLES);
    ck_assert_double_eq(motion->step, 0.01); /* not the nearest single, 0.0099999998 */
    /* one multiplication and one division: two roundings of at most 30 m/s² */
    for (size_t i = 0; i < SAMPLES; i++)
        ck_assert_double_eq_tol(motion->acceleration[i], samples[i] * 9.80665, 8e-15);
    thud_motion_free(motion);
}
END_TEST

/* steps as they were meant, from what single precision left of them */
START_TEST(steps) {
    static const struct {
        float stored;
        double meant;
    } cases[] = {{0.005f, 0.005},   {0.02f, 0.02}, {1 / 128.f, 1 / 128.},  {1 / 30.f, 1 / 30.},
                 {0.0125f, 0.0125}, {2, 2},        {0.1234567f, 0.1234567}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        binary_file f = make_sac(false, samples, SAMPLES, cases[i].stored);
        thud_motion_info info;
        thud_motion *motion = parse(&f, "g", &info);
        ck_assert_double_eq(motion->step, cases[i].meant);
        thud_motion_free(motion);
    }
    /* version 7 has the step once more, in double precision */
    for (int big = 0; big < 2; big++) {
        binary_file f = make_sac(big == 1, samples, SAMPLES, (float)0.00999999971);
        put(&f, 4 * SAC_VERSION, 7, 4);
        for (size_t i = 0; i < 22; i++)
            put_double(&f, SAC_HEADER + 4 * SAMPLES + 8 * i, i == 0 ? 0.00999999971 : -12345);
        thud_motion_info info;
        thud_motion *motion = parse(&f, "g", &info);
        ck_assert_double_eq(motion->step, 0.00999999971);
        ck_assert_uint_eq(info.warning_count, 0);
        thud_motion_free(motion);
    }
}
END_TEST

START_TEST(uneven) {
    static const float times[SAMPLES] = {1, 1.5f, 1.75f, 2, 3, 3.5f, 4, 8};
    binary_file f = make_sac(true, samples, SAMPLES, 0.01f);
    put(&f, 4 * SAC_EVEN, 0, 4);
    refuse(&f, "m/s^2", f.size, "the file ends");
    for (size_t i = 0; i < SAMPLES; i++) put_single(&f, SAC_HEADER + 4 * (SAMPLES + i), times[i]);
    thud_motion_info info;
    thud_motion *motion = parse(&f, "m/s^2", &info);
    ck_assert_msg(motion != NULL, "%s", info.error.text);
    for (size_t i = 0; i < SAMPLES; i++) ck_assert_double_eq(motion->time[i], (double)times[i] - 1);
    ck_assert_double_eq(info.start, 1);
    thud_motion_free(motion);
    put_single(&f, SAC_HEADER + 4 * (SAMPLES + 3), 1.75f);
    refuse(&f, "m/s^2", SAC_HEADER + 4 * (SAMPLES + 3), "not later");
}
END_TEST

/* every length that is too short is an error, and one byte of a sample more a remark */
START_TEST(cut_off) {
    thud_motion_info info;
    binary_file f = make_sac(_i == 1, samples, SAMPLES, 0.01f);
    const size_t size = f.size;
    for (f.size = 0; f.size < size; f.size++) {
        ck_assert_msg(parse(&f, "g", &info) == NULL, "%zu bytes of %zu are a motion", f.size, size);
        ck_assert(info.error.line > 0 && *info.error.text);
    }
    f.size = size + 3;
    thud_motion *motion = parse(&f, "g", &info);
    ck_assert_uint_eq(motion->count, SAMPLES);
    ck_assert_uint_eq(info.warning_count, 1);
    thud_motion_free(motion);
}
END_TEST

START_TEST(wrong_headers) {
    static const struct {
        size_t word;
        uint32_t value;
        const char *words;
    } cases[] = {
        {SAC_COUNT, SAMPLES + 1, "ends after 8 samples; its header says 9"},
        {SAC_COUNT, 0x7fffffff, "its header says 2147483647"},
        {SAC_COUNT, 1, "at least 2"},
        {SAC_COUNT, 0xffffffff, "at least 2"},
        {SAC_TYPE, 3, "no time series"},
        {SAC_QUANTITY, 7, "velocities"},
        {SAC_QUANTITY, 6, "displacements"},
        {0, 0, "seconds between samples"},
        {0, 0x7fc00000, "seconds between samples"}, /* not a number */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        binary_file f = make_sac(_i == 1, samples, SAMPLES, 0.01f);
        put(&f, 4 * cases[i].word, cases[i].value, 4);
        const bool short_file = cases[i].word == SAC_COUNT && cases[i].value - 1 < 0x7fffffff && cases[i].value > 1;
        refuse(&f, "g", short_file ? f.size : 4 * cases[i].word, cases[i].words);
    }
    binary_file f = make_sac(_i == 1, samples, SAMPLES, 0.01f);
    refuse(&f, NULL, 4 * SAC_QUANTITY, "give the option unit");
    put_single(&f, SAC_HEADER + 8, INFINITY);
    refuse(&f, "g", SAC_HEADER + 8, "sample 3 is not a finite number");
    /* half of it in the other order is no SAC */
    f = make_sac(_i == 1, samples, SAMPLES, 0.01f);
    f.big = !f.big;
    put(&f, 4 * SAC_EVEN, 1, 4);
    refuse(&f, "g", 0, "the file is binary");
}
END_TEST

/* the largest and smallest value in the header against the samples */
START_TEST(peaks) {
    binary_file f = make_sac(false, samples, SAMPLES, 0.01f);
    thud_motion_info info;
    put_single(&f, 4, -3);
    put_single(&f, 8, 2.5f);
    thud_motion *motion = parse(&f, "m/s^2", &info);
    ck_assert_uint_eq(info.warning_count, 0);
    ck_assert_double_eq(info.header_peak, 3);
    thud_motion_free(motion);
    put_single(&f, 4, -4);
    motion = parse(&f, "m/s^2", &info);
    ck_assert_uint_eq(info.warning_count, 1);
    ck_assert_str_eq(info.warnings[0].text, "the largest acceleration is 3 m/s^2; the header says 4");
    ck_assert_uint_eq(info.warnings[0].column, 5);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sac");
    tcase_add_loop_test(tests, both_orders, 0, 2);
    tcase_add_test(tests, steps);
    tcase_add_test(tests, uneven);
    tcase_add_loop_test(tests, cut_off, 0, 2);
    tcase_add_loop_test(tests, wrong_headers, 0, 2);
    tcase_add_test(tests, peaks);
    return run_suite("sac", tests);
}
