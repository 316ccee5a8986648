/*
 * The range of a law's exponent in words; the catalogue has the numbers.
 */
#ifndef THUD_LAW_PARAMETER_H
#define THUD_LAW_PARAMETER_H

#include <thud/law.h>

typedef struct thud_exponent_text {
    double least, most;
    const char *range;  /* "[1, 2]", or "1.5" where it is fixed */
    const char *reason; /* error text for an exponent outside the range, as in thud_error */
} thud_exponent_text;

thud_exponent_text thud_exponent_limits(const thud_law *law);

#endif
