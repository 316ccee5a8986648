/*
 * MiniSEED, made byte by byte: integers, reals and Steim's differences, in both byte orders, with gaps, overlaps,
 * several channels, and headers that claim what is not there. Without libmseed the reader says so, and no more.
 */
#include <thud/motion.h>

#include "ground/binary_file.h"
#include "numeric/random.h"
#include "suite.h"

static thud_motion *parse_as(const binary_file *f, const thud_motion_options *options, thud_motion_info *info) {
    thud_motion *motion = NULL;
    /* a copy of exactly that size, so that the sanitizer sees a step too far */
    char *copy = malloc(f->size + (f->size == 0));
    memcpy(copy, f->bytes, f->size);
    (void)thud_motion_parse(copy, f->size, options, &motion, info);
    free(copy);
    return motion;
}

static thud_motion *parse(const binary_file *f, thud_motion_info *info) {
    return parse_as(f, &(thud_motion_options){.unit = "m/s^2"}, info);
}

static void refuse(const binary_file *f, size_t byte, const char *words) {
    thud_motion_info info;
    ck_assert_ptr_null(parse(f, &info));
    ck_assert_msg(strstr(info.error.text, words) != NULL, "%s", info.error.text);
    ck_assert_uint_eq(info.error.line, 1);
    ck_assert_uint_eq(info.error.column, byte + 1);
}

/* a record of four-byte integers; its first sample is `first`, the others one more each */
static void add_integers(binary_file *f, const char *channel, unsigned tick, unsigned count, int first) {
    const size_t at = f->size + MSEED_DATA;
    add_mseed(f, channel, tick, count, 3);
    for (unsigned i = 0; i < count; i++) put(f, at + 4 * i, (uint32_t)(first + (int)i), 4);
}

#if THUD_HAVE_MSEED

/* counts: what one is worth is told, their mean goes */
START_TEST(integers) {
    binary_file f = {.big = _i == 1};
    thud_motion_info info;
    add_integers(&f, "HNE", 0, 5, 1000);
    thud_motion *motion = parse_as(&f, &(thud_motion_options){.unit = "0.5 m/s^2"}, &info);
    ck_assert_msg(motion != NULL, "%s", info.error.text);
    ck_assert_str_eq(info.format, "mseed");
    ck_assert_str_eq(info.channel, "XX.NOW1..HNE");
    ck_assert_double_eq(motion->step, 0.01);
    ck_assert_uint_eq(info.warning_count, 0);
    ck_assert_double_eq(info.offset, 501);
    for (int i = 0; i < 5; i++) ck_assert_double_eq(motion->acceleration[i], 0.5 * (i - 2));
    thud_motion_free(motion);
}
END_TEST

/* reals keep their mean */
START_TEST(reals) {
    binary_file f = {.big = _i == 1};
    thud_motion_info info;
    add_mseed(&f, "HNZ", 0, 3, 4);
    for (size_t i = 0; i < 3; i++) put_single(&f, MSEED_DATA + 4 * i, 1.5f + (float)i);
    add_mseed(&f, "HNZ", 300, 2, 5);
    for (size_t i = 0; i < 2; i++) put_double(&f, MSEED_RECORD + MSEED_DATA + 8 * i, 0.1 * (double)i);
    add_mseed(&f, "HNZ", 500, 2, 1);
    for (size_t i = 0; i < 2; i++) put(&f, 2 * MSEED_RECORD + MSEED_DATA + 2 * i, (uint16_t)-7, 2);
    static const double expected[] = {1.5, 2.5, 3.5, 0, 0.1};
    f.size = 2 * MSEED_RECORD; /* the integers would have an offset */
    thud_motion *motion = parse(&f, &info);
    ck_assert_msg(motion != NULL, "%s", info.error.text);
    ck_assert_uint_eq(motion->count, 5);
    for (size_t i = 0; i < 5; i++) ck_assert_double_eq(motion->acceleration[i], expected[i]);
    ck_assert_double_eq(info.offset, 0);
    thud_motion_free(motion);
    f.size = 3 * MSEED_RECORD;
    motion = parse(&f, &info);
    ck_assert_uint_eq(motion->count, 7);
    /* a mean of seven and its removal: a dozen roundings of numbers below 8 */
    ck_assert_double_eq_tol(motion->acceleration[6] + info.offset, -7, 1e-14);
    thud_motion_free(motion);
}
END_TEST

/*
 * Steim 1 by hand (SEED manual 2.4, appendix B): the first frame has the first and the last sample, then
 * differences, here four of a byte, two of two bytes and one of four. The differences begin with that to the record
 * before.
 */
START_TEST(steim) {
    static const int expected[] = {10, 12, 9, 9, 309, -691, 99309};
    binary_file f = {.big = _i == 1};
    thud_motion_info info;
    add_mseed(&f, "HNN", 0, 7, 10);
    put(&f, MSEED_DATA, (uint32_t)1 << 24 | (uint32_t)2 << 22 | (uint32_t)3 << 20, 4); /* words 3, 4 and 5 */
    put(&f, MSEED_DATA + 4, 10, 4);
    put(&f, MSEED_DATA + 8, 99309, 4);
    f.bytes[MSEED_DATA + 12] = 10;
    f.bytes[MSEED_DATA + 13] = 2;
    f.bytes[MSEED_DATA + 14] = (unsigned char)-3;
    f.bytes[MSEED_DATA + 15] = 0;
    put(&f, MSEED_DATA + 16, 300, 2);
    put(&f, MSEED_DATA + 18, (uint16_t)-1000, 2);
    put(&f, MSEED_DATA + 20, 100000, 4);
    thud_motion *motion = parse(&f, &info);
    ck_assert_msg(motion != NULL, "%s", info.error.text);
    ck_assert_uint_eq(motion->count, 7);
    /* the mean of seven whole numbers rounds once, and each difference once: 2 · 2⁻⁵³ · 1e5 */
    for (size_t i = 0; i < 7; i++)
        ck_assert_double_eq_tol(motion->acceleration[i] + info.offset, expected[i], 3e-11);
    thud_motion_free(motion);
    /* more samples than the differences are */
    put(&f, MSEED_COUNT, 8, 2);
    refuse(&f, 0, "a record");
}
END_TEST

/* records out of order are put in order; what is missing, or there twice, is told with its place */
START_TEST(order) {
    binary_file f = {.big = true};
    thud_motion_info info;
    add_integers(&f, "HNE", 500, 5, 5);
    add_integers(&f, "HNE", 0, 5, 0);
    add_integers(&f, "HNE", 1000 + 49, 5, 10); /* the clock is off by less than half a step */
    thud_motion *motion = parse(&f, &info);
    ck_assert_msg(motion != NULL, "%s", info.error.text);
    for (int i = 0; i < 15; i++) ck_assert_double_eq(motion->acceleration[i], i - 7);
    thud_motion_free(motion);
    add_integers(&f, "HNE", 2000, 5, 15);
    refuse(&f, 3 * MSEED_RECORD, "a gap of 0.0451 s after sample 15");
    f.size = 3 * MSEED_RECORD;
    add_integers(&f, "HNE", 700, 5, 15);
    refuse(&f, 3 * MSEED_RECORD, "an overlap of 0.03 s after sample 10");
    f.size = 3 * MSEED_RECORD;
    add_integers(&f, "HNE", 1549, 5, 15);
    put(&f, 3 * MSEED_RECORD + 32, 50, 2);
    refuse(&f, 3 * MSEED_RECORD, "the sampling rate changes");
}
END_TEST

START_TEST(channels) {
    binary_file f = {.big = false};
    thud_motion_info info;
    static const char *const asked[] = {NULL, "HNE", "XX.NOW1..HNZ", "3", "HNZ"};
    static const double first[] = {-1, -1, -2, -2, -2};
    add_integers(&f, "HNE", 0, 3, 0);
    add_mseed(&f, "LOG", 0, 20, 0); /* a text */
    add_integers(&f, "HHN", 0, 4, 100);
    add_integers(&f, "HNZ", 0, 5, 7);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        thud_motion *motion = parse_as(&f, &(thud_motion_options){.unit = "m/s^2", .channel = asked[i]}, &info);
        ck_assert_msg(motion != NULL, "%s", info.error.text);
        ck_assert_uint_eq(info.channel_count, 3);
        ck_assert_double_eq(motion->acceleration[0], first[i]);
        ck_assert_uint_eq(info.warning_count, 0);
        thud_motion_free(motion);
    }
    /* a seismometer's is taken with a remark */
    thud_motion *motion = parse_as(&f, &(thud_motion_options){.unit = "m/s^2", .channel = "HHN"}, &info);
    ck_assert_uint_eq(info.warning_count, 1);
    ck_assert_ptr_nonnull(strstr(info.warnings[0].text, "seismometer"));
    thud_motion_free(motion);
    ck_assert_ptr_null(parse_as(&f, &(thud_motion_options){.unit = "m/s^2", .channel = "HNX"}, &info));
    ck_assert_ptr_nonnull(strstr(info.error.text, "there are 1 (XX.NOW1..HNE)"));
    ck_assert_ptr_null(parse_as(&f, NULL, &info));
    ck_assert_ptr_nonnull(strstr(info.error.text, "counts of a recorder without its sensitivity"));
}
END_TEST

/* every length that is not a number of whole records is an error */
START_TEST(cut_off) {
    binary_file f = {.big = _i == 1};
    thud_motion_info info;
    for (unsigned i = 0; i < 3; i++) add_integers(&f, "HNE", 500 * i, 5, 0);
    const size_t size = f.size;
    for (f.size = 0; f.size <= size; f.size++) {
        thud_motion *motion = parse(&f, &info);
        const bool whole = f.size > 0 && f.size % MSEED_RECORD == 0;
        ck_assert_msg((motion != NULL) == whole, "%zu bytes: %s", f.size, info.error.text);
        if (motion) ck_assert_uint_eq(motion->count, 5 * f.size / MSEED_RECORD);
        thud_motion_free(motion);
    }
}
END_TEST

START_TEST(wrong_headers) {
    static const struct {
        size_t offset, size;
        uint32_t value;
        const char *words;
    } cases[] = {
        {MSEED_COUNT, 2, 65535, "more samples than it can hold"},
        {MSEED_COUNT, 2, (MSEED_RECORD - MSEED_DATA) / 4 + 1, "more samples than it can hold"},
        {44, 2, 511, "more samples than it can hold"}, /* where the samples begin */
        {44, 2, 40, "outside it"},
        {44, 2, 60000, "outside it"},
        {MSEED_ENCODING, 1, 2, "an unsupported encoding"},
        {MSEED_ENCODING, 1, 30, "an unsupported encoding"},
        {MSEED_ENCODING, 1, 200, "an unsupported encoding"},
        {MSEED_LENGTH, 1, 10, "the file ends within this record"},
        {MSEED_LENGTH, 1, 200, ""},
        {46, 2, 0, ""},     /* no blockette: the length is not told */
        {46, 2, 600, ""},   /* a blockette behind the end */
        {50, 2, 48, ""},    /* a blockette that follows itself */
        {50, 2, 65535, ""}, /* and one far away */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        binary_file f = {.big = _i == 1};
        thud_motion_info info;
        add_integers(&f, "HNE", 0, 5, 0);
        put(&f, cases[i].offset, cases[i].value, cases[i].size);
        thud_motion *motion = parse(&f, &info);
        /* libmseed finds some of these by itself, and may not mind others; nothing may break */
        if (*cases[i].words) ck_assert_ptr_null(motion);
        if (!motion) ck_assert_msg(strstr(info.error.text, cases[i].words) != NULL, "%zu: %s", i, info.error.text);
        thud_motion_free(motion);
    }
    binary_file f = {.big = _i == 1};
    add_integers(&f, "HNE", 0, 5, 0);
    f.size += 100;
    refuse(&f, MSEED_RECORD, "expected a record of MiniSEED");
    f.size = 0;
    add_mseed(&f, "HNE", 0, 3, 4);
    put_single(&f, MSEED_DATA, NAN);
    refuse(&f, 0, "not a finite number");
}
END_TEST

/* a thousand files with a few bytes changed, most of them in headers: refused with a place, or a motion */
START_TEST(changed) {
    thud_random random = thud_random_seed(16);
    for (int i = 0; i < 1000; i++) {
        binary_file f = {.big = i % 2 == 0};
        thud_motion_info info;
        for (unsigned r = 0; r < 3; r++) add_integers(&f, "HNE", 500 * r, 5, 0);
        for (uint64_t changes = 1 + thud_random_bits(&random) % 4; changes > 0; changes--) {
            const size_t record = thud_random_bits(&random) % 3 * MSEED_RECORD;
            f.bytes[record + thud_random_bits(&random) % 80] = (unsigned char)thud_random_bits(&random);
        }
        thud_motion *motion = parse(&f, &info);
        if (motion) ck_assert_int_eq(thud_motion_check(motion), THUD_OK);
        else ck_assert_msg(*info.error.text, "file %d is refused without a word", i);
        thud_motion_free(motion);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("mseed");
    tcase_add_test(tests, changed);
    tcase_add_loop_test(tests, integers, 0, 2);
    tcase_add_loop_test(tests, reals, 0, 2);
    tcase_add_loop_test(tests, steim, 0, 2);
    tcase_add_test(tests, order);
    tcase_add_test(tests, channels);
    tcase_add_loop_test(tests, cut_off, 0, 2);
    tcase_add_loop_test(tests, wrong_headers, 0, 2);
    return run_suite("mseed", tests);
}

#else

START_TEST(not_in_this_build) {
    binary_file f = {.big = true};
    add_integers(&f, "HNE", 0, 5, 0);
    refuse(&f, 0, "this thud was built without libmseed");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("mseed");
    tcase_add_test(tests, not_in_this_build);
    return run_suite("mseed", tests);
}

#endif
