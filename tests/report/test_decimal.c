/* Numbers as decimal text: what is written reads back, and what was short stays short. strtod is the judge. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "report/text/format.h"

#include "suite.h"

/* the text, ended; the room behind it must be untouched */
static const char *text_of(double value) {
    static char text[THUD_DECIMAL_SIZE + 8];
    memset(text, '~', sizeof text);
    size_t length = thud_decimal_write(text, value);
    if (length > THUD_DECIMAL_SIZE || memcmp(text + THUD_DECIMAL_SIZE, "~~~~~~~~", 8) != 0)
        ck_abort_msg("%.17g takes more room than promised", value);
    text[length] = '\0';
    return text;
}

static void check_back(double value) {
    const char *text = text_of(value);
    double back = strtod(text, NULL);
    /* an assertion of Check takes a microsecond even when it holds */
    if (back != value) ck_abort_msg("%.17g is written %s", value, text);
}

/* xorshift64: the same numbers on every machine */
static uint64_t next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

START_TEST(any_bits_read_back) {
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = next(&state);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) check_back(value);
    }
}
END_TEST

/* magnitudes of a run, 2^-123 to 2^56, which printf is not asked for */
START_TEST(usual_magnitudes_read_back) {
    uint64_t state = 1;
    for (int i = 0; i < 1000000; i++) {
        uint64_t random = next(&state);
        uint64_t exponent = 1023 - 123 + (random >> 52) % 180;
        uint64_t bits = (random & 0xfffffffffffffu) | exponent << 52 | (random >> 51 & 1) << 63;
        double value;
        memcpy(&value, &bits, sizeof value);
        check_back(value);
    }
}
END_TEST

/* where the distance of doubles changes */
START_TEST(powers_of_two_read_back) {
    for (int exponent = -1074; exponent <= 1023; exponent++) {
        double value = ldexp(1, exponent);
        check_back(value);
        check_back(nextafter(value, 0));
        check_back(nextafter(value, INFINITY));
        check_back(-value);
    }
}
END_TEST

/* up to 15 digits: the text that was read comes back */
START_TEST(short_stays_short) {
    static const char *const texts[] = {
        "0",         "1",    "-1",       "0.1",       "0.06", "0.3",    "0.001", "0.00001", "1.5e-6",
        "-7e-12",    "2.5",  "100",      "123456",    "20",   "19.995", "9.81",  "1e-37",   "123456789.012345",
        "-0.000123", "1e-7", "12345678", "99999.9999"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        ck_assert_str_eq(text_of(strtod(texts[i], NULL)), texts[i]);
    char text[32];
    for (int i = 1; i < 20000; i++) { /* the times of a history */
        snprintf(text, sizeof text, "%.3f", 0.001 * i);
        for (size_t end = strlen(text); text[end - 1] == '0' || text[end - 1] == '.'; end--) {
            bool point = text[end - 1] == '.';
            text[end - 1] = '\0';
            if (point) break;
        }
        ck_assert_str_eq(text_of(strtod(text, NULL)), text);
    }
}
END_TEST

START_TEST(not_numbers) {
    ck_assert_str_eq(text_of(NAN), "");
    ck_assert_str_eq(text_of(INFINITY), "inf");
    ck_assert_str_eq(text_of(-INFINITY), "-inf");
    ck_assert_str_eq(text_of(-0.0), "0");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("decimal");
    tcase_add_test(tests, any_bits_read_back);
    tcase_add_test(tests, usual_magnitudes_read_back);
    tcase_add_test(tests, powers_of_two_read_back);
    tcase_add_test(tests, short_stays_short);
    tcase_add_test(tests, not_numbers);
    return run_suite("decimal", tests);
}
