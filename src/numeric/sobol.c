/*
 * I. M. Sobol', USSR Comput. Math. Math. Phys. 7 (1967) 86, as P. Bratley & B. L. Fox, ACM Trans. Math. Softw. 14
 * (1988) 88 compute it: direction numbers follow from a primitive polynomial of degree s and s odd numbers m₁ … mₛ,
 * mₖ < 2ᵏ. The choice of the m is ours: tools/make-sobol.c takes the best of 32 random ones by the two-dimensional
 * projections, after S. Joe & F. Y. Kuo, SIAM J. Sci. Comput. 30 (2008) 2635.
 */
#include "numeric/sobol.h"

#include <stdbool.h>

/* Mixes 64 bits: the last step of splitmix64. */
static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

void thud_sobol_directions_of(thud_sobol_row row, uint32_t v[THUD_SOBOL_BITS]) {
    unsigned degree = 0;
    while (row.polynomial >> (degree + 1)) degree++;
    for (unsigned k = 0; k < THUD_SOBOL_BITS; k++) {
        if (k < degree) {
            const uint64_t key = (uint64_t)row.polynomial << 24 | (uint64_t)row.choice << 8 | k;
            const uint32_t m = (uint32_t)(mix(key * 0x9e3779b97f4a7c15) & ((UINT32_C(2) << k) - 1)) | 1;
            v[k] = m << (THUD_SOBOL_BITS - 1 - k);
            continue;
        }
        v[k] = v[k - degree] ^ v[k - degree] >> degree;
        for (unsigned i = 1; i < degree; i++)
            if (row.polynomial >> (degree - i) & 1) v[k] ^= v[k - i];
    }
}

void thud_sobol_directions(size_t dimension, uint32_t v[THUD_SOBOL_BITS]) {
    if (dimension > 0) {
        thud_sobol_directions_of(thud_sobol_rows[(dimension - 1) % (THUD_SOBOL_DIMENSIONS - 1)], v);
        return;
    }
    for (unsigned k = 0; k < THUD_SOBOL_BITS; k++) v[k] = UINT32_C(1) << (THUD_SOBOL_BITS - 1 - k);
}

uint32_t thud_sobol_point(const uint32_t v[THUD_SOBOL_BITS], uint32_t index) {
    uint32_t x = 0;
    for (unsigned k = 0; index; k++, index >>= 1)
        if (index & 1) x ^= v[k];
    return x;
}
