/*
 * Fortran's numbers: where they end, and that they are the nearest double to what is written.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "suite.h"

static thud_number_fault read_text(const char *text, thud_number *number) {
    return thud_number_read(text, text + strlen(text), '.', number);
}

static const struct {
    const char *text;
    const char *rest; /* what is left behind the number */
    double value;
} numbers[] = {
    {"0", "", 0},
    {"-0.0", "", -0.0},
    {"12", "", 12},
    {"+12", "", 12},
    {"-.5", "", -0.5},
    {"5.", "", 5},
    {".5E1", "", 5},
    {"1.5e-3", "", 1.5e-3},
    {"1.0D-03", "", 1e-3},
    {"1.0d+2", "", 100},
    {"1.0Q2", "", 100},
    {"007.250", "", 7.25},
    /* exponents without a letter */
    {"1.234-103", "", 1.234e-103},
    {"-1.234+103", "", -1.234e103},
    {"1.5-3", "", 1.5e-3},
    {"1.234-103 5.0", " 5.0", 1.234e-103},
    {"1.234-103-1.0", "-1.0", 1.234e-103},
    /* two numbers in packed columns */
    {"0.123-0.456", "-0.456", 0.123},
    {"0.123-.456", "-.456", 0.123},
    {"0.123-103.5", "-103.5", 0.123},
    {"1.5-1234", "-1234", 1.5},
    {"1.5057E+0-2.2223E+0", "-2.2223E+0", 1.5057},
    {"1.5-103E2", "-103E2", 1.5},
    {"-12085-12070", "-12070", -12085},
    {"12-3", "-3", 12},
    /* what is not part of it */
    {"12abc", "abc", 12},
    {"45.2E", "E", 45.2},
    {"1e+", "e+", 1},
    {"1.5-", "-", 1.5},
    {"0x10", "x10", 0},
    {"1.2.3", ".3", 1.2},
    {"1,5", ",5", 1},
    /* the ends of the range */
    {"1e-999", "", 0},
    {"4.9e-324", "", 4.9e-324},
    {"1.7976931348623157e308", "", 1.7976931348623157e308},
    {"2.2250738585072012e-308", "", 2.2250738585072012e-308},
    {"0e999999999999999999999", "", 0},
    {"0.0000000000000000000000000000001e31", "", 1},
    {"1000000000000000000000000e-24", "", 1},
    {"9007199254740993", "", 9007199254740992}, /* halfway, to even */
    {"9007199254740995", "", 9007199254740996},
    {"9007199254740993.00000000000000000000000000001", "", 9007199254740994},
};

START_TEST(number_and_rest) {
    thud_number number;
    const char *text = numbers[_i].text;
    ck_assert_msg(read_text(text, &number) == THUD_NUMBER_FINE, "\"%s\" is no number", text);
    ck_assert_msg(number.value == numbers[_i].value, "\"%s\" is %.17g", text, number.value);
    ck_assert_msg(signbit(number.value) == signbit(numbers[_i].value), "\"%s\" has the wrong sign", text);
    ck_assert_msg(strcmp(number.end, numbers[_i].rest) == 0, "\"%s\" leaves \"%s\"", text, number.end);
}
END_TEST

static const struct {
    const char *text;
    thud_number_fault fault;
} faults[] = {
    {"", THUD_NUMBER_MISSING},
    {"abc", THUD_NUMBER_MISSING},
    {"-", THUD_NUMBER_MISSING},
    {".", THUD_NUMBER_MISSING},
    {"-.", THUD_NUMBER_MISSING},
    {"+e5", THUD_NUMBER_MISSING},
    {"E5", THUD_NUMBER_MISSING},
    {"/&", THUD_NUMBER_MISSING},
    {"n", THUD_NUMBER_MISSING},
    {"****", THUD_NUMBER_STARS},
    {"-***", THUD_NUMBER_STARS},
    {"nan", THUD_NUMBER_NOT_ONE},
    {"-NaN", THUD_NUMBER_NOT_ONE},
    {"Inf", THUD_NUMBER_NOT_ONE},
    {"+infinity", THUD_NUMBER_NOT_ONE},
    {"1e999", THUD_NUMBER_TOO_LARGE},
    {"-1.0D+400", THUD_NUMBER_TOO_LARGE},
    {"1e99999999999999999999999999", THUD_NUMBER_TOO_LARGE},
    {"1.7976931348623159e308", THUD_NUMBER_TOO_LARGE},
};

START_TEST(no_number) {
    thud_number number;
    ck_assert_msg(read_text(faults[_i].text, &number) == faults[_i].fault, "\"%s\"", faults[_i].text);
}
END_TEST

/* the text need not end with a zero: the byte behind it is not looked at */
START_TEST(stops_at_the_end) {
    thud_number number;
    const char *text = "12345.678e-9";
    for (size_t length = 1; length <= strlen(text); length++) {
        char *copy = malloc(length); /* so that the sanitizer sees a step too far */
        memcpy(copy, text, length);
        ck_assert_int_eq(thud_number_read(copy, copy + length, '.', &number), THUD_NUMBER_FINE);
        ck_assert(number.end <= copy + length);
        free(copy);
    }
}
END_TEST

START_TEST(decimal_comma) {
    thud_number number;
    const char *text = "0,125;1";
    ck_assert_int_eq(thud_number_read(text, text + strlen(text), ',', &number), THUD_NUMBER_FINE);
    ck_assert_double_eq(number.value, 0.125);
    ck_assert_str_eq(number.end, ";1");
    ck_assert_int_eq((int)number.place, -3);
}
END_TEST

START_TEST(last_place) {
    thud_number number;
    static const struct {
        const char *text;
        int place;
    } places[] = {{"5", 0}, {"0.005", -3}, {"1.50E-2", -4}, {"12.E3", 3}, {"1.2-103", -104}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        ck_assert_int_eq(read_text(places[i].text, &number), THUD_NUMBER_FINE);
        ck_assert_int_eq((int)number.place, places[i].place);
    }
}
END_TEST

/* splitmix64 (Steele, Lea & Flood, OOPSLA 2014) */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* the C library rounds correctly: every path of ours must agree to the bit */
START_TEST(same_as_the_library) {
    uint64_t state = 1;
    char text[100];
    for (int i = 0; i < 300000; i++) {
        const int digits = 1 + (int)(next_random(&state) % 25), exponent = (int)(next_random(&state) % 80) - 50;
        int length = 0;
        for (int k = 0; k < digits; k++) {
            if (k == 1) text[length++] = '.';
            text[length++] = (char)('0' + next_random(&state) % 10);
        }
        snprintf(text + length, sizeof text - (size_t)length, "e%d", exponent);
        thud_number number;
        if (read_text(text, &number) != THUD_NUMBER_FINE || number.value != strtod(text, NULL))
            ck_abort_msg("%s is read as %.17g", text, number.value);
    }
}
END_TEST

/* doubles written with 17 digits come back */
START_TEST(round_trip) {
    uint64_t state = 2;
    char text[40];
    for (int i = 0; i < 300000; i++) {
        const uint64_t bits = next_random(&state);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        snprintf(text, sizeof text, "%.17g", value);
        thud_number number;
        if (read_text(text, &number) != THUD_NUMBER_FINE || number.value != value)
            ck_abort_msg("%s is read as %.17g", text, number.value);
    }
}
END_TEST

/* halfway between two doubles, and a hair to either side: written with all their digits */
START_TEST(halfway) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1.00000000000000011102230246251565404236316680908203125", 1},
        {"1.00000000000000011102230246251565404236316680908203124", 1},
        {"1.00000000000000011102230246251565404236316680908203126", 1 + 0x1p-52},
        {"1.00000000000000033306690738754696212708950042724609375", 1 + 0x1p-51},
        {"1.7976931348623158079372897140530286112296785259868571699620069e308", 1.7976931348623157e308},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        thud_number number;
        ck_assert_int_eq(read_text(cases[i].text, &number), THUD_NUMBER_FINE);
        ck_assert_msg(number.value == cases[i].value, "%s is read as %.17g", cases[i].text, number.value);
    }
}
END_TEST

/* numbers of any length: a hundred thousand digits, of which the last decides */
START_TEST(very_long) {
    enum { LENGTH = 100000 };
    char *text = malloc(LENGTH + 20);
    thud_number number;
    const char *half = "1.00000000000000011102230246251565404236316680908203125";
    memset(text, '0', LENGTH);
    memcpy(text, half, strlen(half));
    strcpy(text + LENGTH, "0");
    ck_assert_int_eq(read_text(text, &number), THUD_NUMBER_FINE);
    ck_assert_double_eq(number.value, 1);
    strcpy(text + LENGTH, "1");
    ck_assert_int_eq(read_text(text, &number), THUD_NUMBER_FINE);
    ck_assert_double_eq(number.value, 1 + 0x1p-52);
    /* 0.000…01 times ten to the same power */
    memset(text, '0', LENGTH);
    text[1] = '.';
    snprintf(text + LENGTH, 20, "1e%d", LENGTH - 1);
    ck_assert_int_eq(read_text(text, &number), THUD_NUMBER_FINE);
    ck_assert_double_eq(number.value, 1);
    free(text);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("number");
    tcase_add_loop_test(tests, number_and_rest, 0, (int)(sizeof numbers / sizeof numbers[0]));
    tcase_add_loop_test(tests, no_number, 0, (int)(sizeof faults / sizeof faults[0]));
    tcase_add_test(tests, stops_at_the_end);
    tcase_add_test(tests, decimal_comma);
    tcase_add_test(tests, last_place);
    tcase_add_test(tests, same_as_the_library);
    tcase_add_test(tests, round_trip);
    tcase_add_test(tests, halfway);
    tcase_add_test(tests, very_long);
    return run_suite("number", tests);
}
