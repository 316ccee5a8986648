/*
 * Sobol' points in up to 1,000 dimensions: of the first 2ᵐ points each coordinate has one in every interval of
 * length 2⁻ᵐ.
 */
#ifndef THUD_NUMERIC_SOBOL_H
#define THUD_NUMERIC_SOBOL_H

#include <stddef.h>
#include <stdint.h>

enum { THUD_SOBOL_DIMENSIONS = 1000, THUD_SOBOL_BITS = 32 };

/* The direction numbers of a dimension, from 0. */
void thud_sobol_directions(size_t dimension, uint32_t directions[THUD_SOBOL_BITS]);

/* The coordinate of a point, from 0, in units of 2⁻³². */
uint32_t thud_sobol_point(const uint32_t directions[THUD_SOBOL_BITS], uint32_t index);

/* ---- what the table is made of ---- */

/* A primitive polynomial over GF(2), its coefficients as bits, and which of the random first numbers it has. */
typedef struct thud_sobol_row {
    uint16_t polynomial, choice;
} thud_sobol_row;

extern const thud_sobol_row thud_sobol_rows[THUD_SOBOL_DIMENSIONS - 1]; /* dimensions from 1 on */

void thud_sobol_directions_of(thud_sobol_row row, uint32_t directions[THUD_SOBOL_BITS]);

#endif
