/* The discrete Fourier transform of complex numbers whose count has only the factors 2, 3 and 5. */
#ifndef THUD_NUMERIC_MIXED_RADIX_H
#define THUD_NUMERIC_MIXED_RADIX_H

#include <stdbool.h>
#include <stddef.h>

enum { THUD_TRANSFORM_PASSES = 64 };

/* distance from real to imaginary parts, in doubles: not a power of two, which would collide in the cache */
#define THUD_TRANSFORM_APART(count) ((size_t)(count) + 24)
/* room for real and imaginary parts */
#define THUD_TRANSFORM_ROOM(count) (2 * THUD_TRANSFORM_APART(count))

typedef struct thud_mixed_radix {
    size_t count, passes;
    struct {
        size_t radix;
        const double *twiddles; /* cosines and sines of the powers 1 to radix − 1, [2 (radix − 1)][count below] */
    } pass[THUD_TRANSFORM_PASSES];
} thud_mixed_radix;

/* cos and sin of 2π index/count, each within two units in the last place */
void thud_unit_root(size_t index, size_t count, double *cosine, double *sine);

/* Whether a count has no other factors; true for 0. */
bool thud_mixed_radix_fits(size_t count);

/* Prepares a transform of a suitable count, with `memory` for twice as many doubles. */
void thud_mixed_radix_init(thud_mixed_radix *plan, size_t count, double *memory);

/*
 * X(k) = Σ x(j) exp(−2πi jk/count). `numbers` and `work` hold real parts, then imaginary parts at
 * THUD_TRANSFORM_APART(count). The function returns the one that holds the result.
 */
double *thud_mixed_radix_run(const thud_mixed_radix *plan, double *numbers, double *work);

#endif
