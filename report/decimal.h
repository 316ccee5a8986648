/*
 * Doubles as decimal text for large files: 15 digits where they read back to the same double, else 16 or 17; at a
 * quarter of the cost of printf.
 */
#ifndef THUD_REPORT_DECIMAL_H
#define THUD_REPORT_DECIMAL_H

#include <stddef.h>

#define THUD_DECIMAL_SIZE 32 /* bytes that are always enough */

/* Writes the number, without a zero at the end, and returns its length. Nothing is written for NAN; "inf", "-inf".
 */
size_t thud_decimal_write(char *text, double value);

#endif
