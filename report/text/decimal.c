/*
 * The value is scaled to 17 digits before the point by one or two exact powers of ten, in the 64 bits of a long
 * double, which leaves an error under 0.01 units. A decimal reads back when it lies within half the distance to the
 * next double, which is 0.55 units or more, so that rounding to an integer, 0.5 units away at most, does. The same
 * number with 15 or 16 digits is taken where it lies within that distance too; where that is too close to say, it
 * is read back. Numbers too large or small for this, and machines whose long double is a double, go through printf.
 */

#include "report/text/format.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/print.h"

enum { DIGITS = 17, EXACT_POWERS = 28 /* 10^27 = 2^27·5^27 has 63 bits in its odd part */ };

#define SMALLEST 1e-37 /* 10^(16+37) is the product of two exact powers */
#define LARGEST 1e17

static const long double powers[EXACT_POWERS] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
    1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L,
};

static const uint64_t highest = 100000000000000000; /* 10^17: one digit too many */

static size_t write_by_printf(char *text, double value) {
    return (size_t)thud_print(text, THUD_DECIMAL_SIZE, "%.17g", value);
}

/* value·10^power */
static long double scale(double value, int power) {
    long double scaled = value;
    if (power >= EXACT_POWERS) {
        scaled *= powers[EXACT_POWERS - 1];
        power -= EXACT_POWERS - 1;
    }
    return power >= 0 ? scaled * powers[power] : scaled / powers[-power];
}

/* with 17 digits before the point, and the place of the first: 0 for 1 to 9.99…, −1 for 0.1 */
static long double digits_of(double value, int binary_exponent, int *place) {
    /* log10(2) times the exponent is the place, or one too low */
    *place = (int)floor((binary_exponent - 1) * 0.30102999566398120);
    long double scaled = scale(value, DIGITS - 1 - *place);
    return scaled < (long double)highest ? scaled : scale(value, DIGITS - 1 - ++*place);
}

/* how far a decimal may be from the value: half the distance to the next double; the one below is nearer where the
 * binary exponent changes */
static double reach_of(long double scaled, double mantissa) {
    double spacing = (double)scaled * (0.5 * DBL_EPSILON) / mantissa;
    return (mantissa == 0.5 ? 0.25 : 0.5) * spacing;
}

static bool reads_back(uint64_t digits, int place, double value) {
    char text[40];
    snprintf(text, sizeof text, "%" PRIu64 "e%d", digits, place - (DIGITS - 1));
    return thud_number_value(text, NULL) == value;
}

/* the integer with the fewest digits of 15, 16 or 17 that reads back as the value */
static uint64_t shortest(long double scaled, int place, double value, double mantissa) {
    static const double unsure = 0.01; /* the error of the scaling */
    double reach = reach_of(scaled, mantissa);
    uint64_t whole = (uint64_t)(scaled + 0.5L);
    for (uint64_t unit = 100; unit > 1; unit /= 10) {
        uint64_t rounded = (whole + unit / 2) / unit * unit;
        double beyond = fabs((double)((long double)rounded - scaled)) - reach;
        if (beyond < -unsure || (beyond < unsure && reads_back(rounded, place, value))) return rounded;
    }
    return whole;
}

/* eight digits, two at a time */
static void spell_eight(char *text, uint32_t number) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    for (int i = 6; i >= 0; i -= 2) {
        memcpy(text + i, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
}

/* the digits without zeros at the end; returns how many */
static size_t spell(char *text, uint64_t digits) {
    uint32_t low = (uint32_t)(digits % 100000000), high = (uint32_t)(digits / 100000000);
    text[0] = (char)('0' + high / 100000000);
    spell_eight(text + 1, high % 100000000);
    spell_eight(text + 9, low);
    size_t count = DIGITS;
    while (count > 1 && text[count - 1] == '0') count--;
    return count;
}

/* 0.00123: as long as few zeros lead */
static size_t place_small(char *text, const char *digits, size_t count, int place) {
    size_t zeros = (size_t)(-place - 1);
    memcpy(text, "0.0000", 2 + zeros);
    memcpy(text + 2 + zeros, digits, count);
    return 2 + zeros + count;
}

/* 12.3, 1200 */
static size_t place_large(char *text, const char *digits, size_t count, int place) {
    size_t whole = (size_t)place + 1;
    if (count <= whole) {
        memcpy(text, digits, count);
        memset(text + count, '0', whole - count);
        return whole;
    }
    memcpy(text, digits, whole);
    text[whole] = '.';
    memcpy(text + whole + 1, digits + whole, count - whole);
    return count + 1;
}

/* 1.23e-7 */
static size_t place_scientific(char *text, const char *digits, size_t count, int place) {
    size_t length = 0;
    text[length++] = digits[0];
    if (count > 1) {
        text[length++] = '.';
        memcpy(text + length, digits + 1, count - 1);
        length += count - 1;
    }
    text[length++] = 'e';
    text[length++] = '-'; /* large ones are written out */
    if (-place >= 10) text[length++] = (char)('0' - place / 10);
    text[length++] = (char)('0' + -place % 10);
    return length;
}

static size_t write_positive(char *text, double value) {
    int exponent, place;
    double mantissa = frexp(value, &exponent);
    long double scaled = digits_of(value, exponent, &place);
    uint64_t digits = shortest(scaled, place, value, mantissa);
    if (digits >= highest) { /* 9.99… became 10 */
        digits /= 10;
        place++;
    }
    char spelt[DIGITS];
    size_t count = spell(spelt, digits);
    if (place >= 0) return place_large(text, spelt, count, place);
    if (place >= -5) return place_small(text, spelt, count, place);
    return place_scientific(text, spelt, count, place);
}

size_t thud_decimal_write(char *text, double value) {
    if (isnan(value)) return 0;
    if (value == 0) {
        text[0] = '0';
        return 1;
    }
    double magnitude = fabs(value);
    if (LDBL_MANT_DIG < 64 || !(magnitude >= SMALLEST && magnitude < LARGEST)) return write_by_printf(text, value);
    size_t sign = value < 0;
    if (sign) text[0] = '-';
    return sign + write_positive(text + sign, magnitude);
}
