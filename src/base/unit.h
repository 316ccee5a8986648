/*
 * Units of quantities.
 */
#ifndef THUD_BASE_UNIT_H
#define THUD_BASE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/quantity.h>

/* One unit is up/down SI units. Two numbers are needed because 3 mm is 3/1000 m to the last bit, and 3 · 0.001 m
   is not. */
typedef struct thud_unit {
    double up;
    double down;
    thud_dimension dimension;
} thud_unit;

/* Looks up a symbol of `length` bytes, with or without an SI prefix; false when there is no such unit. */
bool thud_unit_find(const char *symbol, size_t length, thud_unit *unit);

/* The dimension of a unit such as "kN/mm"; none for "", false for what is no unit. */
bool thud_unit_dimension(const char *unit, thud_dimension *dimension);

/* Whether two dimensions are the same, but for the rounding of exponents such as 1.2. */
bool thud_dimension_same(thud_dimension a, thud_dimension b);

/* A suggestion for an unknown symbol, as static text; never NULL. */
const char *thud_unit_hint(const char *symbol, size_t length);

#endif
