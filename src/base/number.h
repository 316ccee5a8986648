/*
 * Decimal numbers: the one reader of all files, options and cells. The locale of the host program has no say, where
 * strtod would want a comma of it.
 *
 * thud_number_value reads what C programs write. thud_number_read reads what Fortran programs write as well: packed
 * columns, D exponents, exponents without a letter.
 *
 *     0.123-0.456   two numbers             1.234-103   one, 1.234e-103
 *     1.5E+0-2.2E+0 two numbers             1.0D-03     one
 *     -12085-12070  two numbers             *****       none: the field was too narrow
 */
#ifndef THUD_BASE_NUMBER_H
#define THUD_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct thud_number {
    double value;    /* correctly rounded */
    int64_t place;   /* decimal exponent of the last digit: -3 for 0.125 */
    const char *end; /* just behind it */
} thud_number;

typedef enum thud_number_fault {
    THUD_NUMBER_FINE,
    THUD_NUMBER_MISSING,   /* something else is here */
    THUD_NUMBER_STARS,     /* what Fortran writes for a number that does not fit */
    THUD_NUMBER_NOT_ONE,   /* nan, inf */
    THUD_NUMBER_TOO_LARGE, /* 1e999 */
} thud_number_fault;

/*
 * Reads the number that begins at `at`; what follows it is not looked at. `point` is the decimal point: '.' or ','.
 * Too small a number is zero.
 */
thud_number_fault thud_number_read(const char *at, const char *end, char point, thud_number *number);

/*
 * The number that the text begins with, as strtod in the locale "C": an exponent has an e; inf and nan in any
 * letters; too large a number is infinite. No blanks before it, and no hexadecimal digits. `end`, which may be
 * NULL, is set just behind the number; it is `text`, and the value NAN, where there is none.
 */
double thud_number_value(const char *text, const char **end);

/* A number may begin with this byte. */
bool thud_number_begins(char c);

#endif
