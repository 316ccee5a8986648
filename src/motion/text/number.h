/*
 * Numbers as Fortran programs write them: packed columns, D exponents, exponents without a letter.
 *
 *     0.123-0.456   two numbers             1.234-103   one, 1.234e-103
 *     1.5E+0-2.2E+0 two numbers             1.0D-03     one
 *     -12085-12070  two numbers             *****       none: the field was too narrow
 */
#ifndef THUD_MOTION_NUMBER_H
#define THUD_MOTION_NUMBER_H

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

/* A number may begin with this byte. */
bool thud_number_begins(char c);

#endif
