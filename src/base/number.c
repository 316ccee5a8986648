/*
 * Reads decimal numbers, correctly rounded in every locale. Two paths are exact without long arithmetic: a
 * quotient or product of two doubles that hold their values exactly (Clinger, PLDI 1990), and one with 128-bit
 * integers. For the rest, the C library receives an integer and an exponent, so that the locale's decimal point is
 * never used.
 */
#include "base/number.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* digits · 10^exponent, as written; `digits` is right when there are at most DIGITS_HELD significant ones */
typedef struct decimal {
    bool negative;
    bool has_point;
    uint64_t digits;
    int64_t significant; /* digits from the first that is not zero */
    int64_t exponent;
    const char *first; /* the first significant digit; the point may be among them */
    const char *last;  /* just after the digits */
} decimal;

enum {
    DIGITS_HELD = 19,    /* 10^19 < 2^64 */
    DIGITS_ENOUGH = 800, /* more than the 767 that can matter between two doubles */
    POWER_OF_TEN = 22,   /* 10^22 is a double, 10^23 is not */
    POWER_OF_FIVE = 27,  /* 5^27 < 2^64 */
    MANTISSA_BITS = 53,
};

static const int64_t EXPONENT_LIMIT = INT64_C(1000000000000000); /* far beyond the digits that fit into memory */

static bool is_digit(char c) { return (unsigned char)(c - '0') < 10; }

static bool is_sign(char c) { return c == '+' || c == '-'; }

static bool is_exponent_letter(char c) {
    return c == 'E' || c == 'e' || c == 'D' || c == 'd' || c == 'Q' || c == 'q';
}

bool thud_number_begins(char c) { return is_digit(c) || is_sign(c) || c == '.'; }

static const char *skip_zeros(const char *at, const char *end) {
    while (at < end && *at == '0') at++;
    return at;
}

/* adds the following digits; leading zeros are not significant */
static const char *take_digits(const char *at, const char *end, decimal *d) {
    if (d->significant == 0) d->first = at = skip_zeros(at, end);
    const char *begin = at;
    uint64_t digits = d->digits;
    while (at < end && is_digit(*at)) digits = 10 * digits + (uint64_t)(*at++ - '0');
    d->digits = digits;
    d->significant += at - begin;
    d->last = at;
    return at;
}

/* the digits around the point; NULL when there are none */
static const char *read_mantissa(const char *at, const char *end, char point, decimal *d) {
    if (at < end && is_sign(*at)) d->negative = *at++ == '-';
    const char *begin = at;
    at = take_digits(at, end, d);
    ptrdiff_t count = at - begin;
    if (at < end && *at == point) {
        d->has_point = true;
        begin = ++at;
        at = take_digits(at, end, d);
        d->exponent = -(at - begin);
        count += at - begin;
    }
    return count > 0 ? at : NULL;
}

/*
 * An exponent without a letter follows a decimal point and has at most three digits (1.234-103); otherwise the sign
 * begins the next number of a packed line.
 */
static bool belongs(const decimal *d, const char *digits, const char *after, const char *end, char point) {
    if (!d->has_point || after - digits > 3) return false;
    return after == end || (*after != point && !is_exponent_letter(*after));
}

static const char *read_exponent(const char *at, const char *end, char point, bool fortran, decimal *d) {
    const char *p = at;
    const bool letter = p < end && (fortran ? is_exponent_letter(*p) : *p == 'e' || *p == 'E');
    if (letter) p++;
    const bool negative = p < end && *p == '-';
    const bool sign = p < end && is_sign(*p);
    if (sign) p++;
    if (!letter && !(sign && fortran)) return at;
    const char *digits = p;
    int64_t exponent = 0;
    for (; p < end && is_digit(*p); p++)
        if (exponent < EXPONENT_LIMIT) exponent = 10 * exponent + (*p - '0');
    if (p == digits || (!letter && !belongs(d, digits, p, end, point))) return at;
    d->exponent += negative ? -exponent : exponent;
    return p;
}

/* the double nearest to x · 2^exponent, ties to even; `rest`: the true value is slightly larger than x */
static double round_wide(wide x, bool rest, int exponent) {
    int shift = 0;
    uint64_t high = (uint64_t)(x >> 64);
    if (high) shift = 64 - __builtin_clzll(high) + 64 - MANTISSA_BITS;
    else if ((uint64_t)x >> MANTISSA_BITS) shift = 64 - __builtin_clzll((uint64_t)x) - MANTISSA_BITS;
    uint64_t mantissa = (uint64_t)(x >> shift);
    if (shift > 0) {
        const wide half = (wide)1 << (shift - 1);
        const wide below = x & ((half << 1) - 1);
        if (below > half || (below == half && (rest || (mantissa & 1)))) mantissa++;
    }
    return ldexp((double)mantissa, exponent + shift);
}

/* digits · 10^exponent by integers, for exponents within POWER_OF_FIVE */
static double scale_wide(uint64_t digits, int exponent) {
    /* clang-format off */
    static const uint64_t fives[POWER_OF_FIVE + 1] = {
        1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125,
        6103515625, 30517578125, 152587890625, 762939453125, 3814697265625, 19073486328125, 95367431640625,
        476837158203125, 2384185791015625, 11920928955078125, 59604644775390625, 298023223876953125,
        1490116119384765625, 7450580596923828125,
    };
    /* clang-format on */
    const uint64_t power = fives[abs(exponent)];
    if (exponent >= 0) return round_wide((wide)digits * power, false, exponent);
    /* both with their highest bit set: the quotient has 63 or 64 bits and needs one machine division */
    const int zeros = __builtin_clzll(digits), power_zeros = __builtin_clzll(power);
    const wide dividend = (wide)(digits << zeros) << 63;
    const uint64_t divisor = power << power_zeros;
    const wide quotient = dividend / divisor;
    return round_wide(quotient, quotient * divisor != dividend, exponent + power_zeros - zeros - 63);
}

/* writes the significant digits without their point; returns how many are left out */
static char *copy_digits(const decimal *d, char *to, int64_t *left_out) {
    int64_t copied = 0;
    bool more = false;
    for (const char *p = d->first; p < d->last; p++) {
        if (!is_digit(*p)) continue;
        if (copied < DIGITS_ENOUGH) *to++ = *p;
        else more = more || *p != '0';
        copied++;
    }
    *left_out = copied > DIGITS_ENOUGH ? copied - DIGITS_ENOUGH : 0;
    if (more) { /* any nonzero digit rounds the same way */
        *to++ = '1';
        --*left_out;
    }
    return to;
}

static char *write_exponent(int64_t exponent, char *to) {
    *to++ = 'e';
    if (exponent < 0) *to++ = '-';
    uint64_t rest = (uint64_t)(exponent < 0 ? -exponent : exponent);
    char digits[24];
    int count = 0;
    do digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    while (count > 0) *to++ = digits[--count];
    return to;
}

static double convert_slowly(const decimal *d) {
    /* far out of range for any digits; this also keeps the exponent short */
    if (d->exponent + d->significant > 400) return HUGE_VAL;
    if (d->exponent + d->significant < -400) return 0;
    char text[DIGITS_ENOUGH + 40];
    int64_t left_out;
    char *to = copy_digits(d, text, &left_out);
    to = write_exponent(d->exponent + left_out, to);
    *to = '\0';
    return strtod(text, NULL);
}

static double magnitude(const decimal *d) {
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->significant == 0) return 0;
    if (d->significant > DIGITS_HELD || d->exponent < -POWER_OF_FIVE || d->exponent > POWER_OF_FIVE)
        return convert_slowly(d);
    const int exponent = (int)d->exponent;
    if (d->digits >> MANTISSA_BITS == 0 && abs(exponent) <= POWER_OF_TEN)
        return exponent < 0 ? (double)d->digits / tens[-exponent] : (double)d->digits * tens[exponent];
    return scale_wide(d->digits, exponent);
}

/* the reason why there is no number here */
static thud_number_fault missing(const char *at, const char *end) {
    if (at < end && is_sign(*at)) at++;
    if (at < end && *at == '*') return THUD_NUMBER_STARS;
    if (end - at >= 3) {
        char word[3];
        for (int i = 0; i < 3; i++) word[i] = (char)(at[i] | 0x20); /* lower case for letters */
        if (memcmp(word, "nan", 3) == 0 || memcmp(word, "inf", 3) == 0) return THUD_NUMBER_NOT_ONE;
    }
    return THUD_NUMBER_MISSING;
}

thud_number_fault thud_number_read(const char *at, const char *end, char point, thud_number *number) {
    decimal d = {0};
    const char *behind = read_mantissa(at, end, point, &d);
    if (!behind) return missing(at, end);
    number->end = read_exponent(behind, end, point, true, &d);
    number->place = d.exponent;
    const double value = magnitude(&d);
    if (isinf(value)) return THUD_NUMBER_TOO_LARGE;
    number->value = d.negative ? -value : value;
    return THUD_NUMBER_FINE;
}

/* ---- as C writes them ---- */

/* skips the word, in upper or lower case, and returns true if it is here */
static bool take_word(const char **at, const char *word) {
    size_t i = 0;
    while (word[i] && (char)((*at)[i] | 0x20) == word[i]) i++;
    if (word[i]) return false;
    *at += i;
    return true;
}

/* inf and nan, as printf writes them; false for other text */
static bool take_special(const char **at, double *value) {
    const char *behind = *at;
    const bool negative = *behind == '-';
    if (is_sign(*behind)) behind++;
    if (take_word(&behind, "inf")) {
        (void)take_word(&behind, "inity");
        *value = negative ? -HUGE_VAL : HUGE_VAL;
    } else if (take_word(&behind, "nan")) {
        *value = NAN;
    } else {
        return false;
    }
    *at = behind;
    return true;
}

double thud_number_value(const char *text, const char **end) {
    double value = NAN;
    decimal d = {0};
    const char *stop = text + strlen(text), *behind = read_mantissa(text, stop, '.', &d);
    if (behind) {
        behind = read_exponent(behind, stop, '.', false, &d);
        value = d.negative ? -magnitude(&d) : magnitude(&d);
    } else {
        behind = text;
        (void)take_special(&behind, &value);
    }
    if (end) *end = behind;
    return value;
}
