/*
 * Decimal numbers: the reader for all files, options and cells. It does not depend on the locale of the host
 * program, in which strtod might expect a decimal comma.
 *
 * thud_number_value reads what C programs write. thud_number_read also reads what Fortran programs write: packed
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
    const char *end; /* just after it */
} thud_number;

typedef enum thud_number_fault {
    THUD_NUMBER_FINE,
    THUD_NUMBER_MISSING,   /* no number here */
    THUD_NUMBER_STARS,     /* Fortran's mark for a number that does not fit */
    THUD_NUMBER_NOT_ONE,   /* nan, inf */
    THUD_NUMBER_TOO_LARGE, /* 1e999 */
} thud_number_fault;

/*
 * Reads the number that begins at `at` and ignores what follows it. `point` is the decimal point: '.' or ','. A
 * number that is too small becomes zero.
 */
thud_number_fault thud_number_read(const char *at, const char *end, char point, thud_number *number);

/*
 * The number at the beginning of the text, as strtod in the locale "C" reads it: an exponent has an e; inf and nan
 * in any case; too large a number is infinite. Leading spaces and hexadecimal digits are not accepted. `end`,
 * which may be NULL, is set just after the number. Without a number it is `text`, and the value is NAN.
 */
double thud_number_value(const char *text, const char **end);

/* Whether a number may begin with this byte. */
bool thud_number_begins(char c);

#endif
