/*
 * Numbers for people: five significant digits, a unit, and a prefix such as m or k.
 */
#ifndef THUD_BASE_FORMAT_H
#define THUD_BASE_FORMAT_H

/* A short text by value, so that it can be made inside an argument list. */
typedef struct thud_text {
    char text[64];
} thud_text;

/* A decimal prefix: a value in SI units times `factor`, written before `symbol`. */
typedef struct thud_prefix {
    double factor;
    const char *symbol;
} thud_prefix;

/* The prefix that puts a magnitude between 1 and 1000, from pico to tera; none for zero and infinity. */
thud_prefix thud_prefix_for(double magnitude);

/* Five significant digits: 0.47044, 2.0000e10; "∞", "undefined". */
thud_text thud_format_number(double value);

/* The same with a unit and a suitable prefix: "12.345 ms". */
thud_text thud_format_quantity(double value, const char *unit);

/* The same relative to a number of size `scale`: 0 where the value is rounding noise, as in sums that cancel. */
thud_text thud_format_beside(double value, const char *unit, double scale);

/* The fewest digits that give the number: 1.5, 2, 0.25. */
thud_text thud_format_short(double value);

/* Shortens the exponent of a number from printf: 2.0000e+10 becomes 2.0000e10, and 1.5e-07 becomes 1.5e-7. */
void thud_format_shorten(thud_text *number);

#endif
