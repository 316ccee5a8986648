/*
 * Latin hypercube: M. D. McKay, R. J. Beckman & W. J. Conover, Technometrics 21 (1979) 239: u = (π(i) + u′)/N. The
 * order π is a Feistel network over the smallest even number of bits, walked until it falls below N (J. Black & P.
 * Rogaway, CT-RSA 2002): a permutation without a table.
 *
 * Sobol' points have the scrambling of A. B. Owen, Monte Carlo and Quasi-Monte Carlo Methods (1995) 299: a digit is
 * turned over by a random bit that depends on all digits before it. J. H. Halton, Numer. Math. 2 (1960) 84: digits
 * of the number in a prime base, mirrored at the point; each place has its own random a d + b modulo the base.
 */
#include "study/points.h"

#include "base/hash.h"
#include "numeric/random.h"

enum { ROUNDS = 8 };

static uint64_t mix(uint64_t key, uint64_t number) {
    return thud_hash_finish(thud_hash_count(thud_hash_count(THUD_HASH_START, key), number));
}

/* a quick one for digits: splitmix64's last step */
static uint64_t mix_digit(uint64_t key, uint64_t number) {
    uint64_t z = key + number * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

size_t thud_points_shuffle(uint64_t key, size_t count, size_t index) {
    unsigned half = 1;
    while (half < 31 && (UINT64_C(1) << 2 * half) < count) half++;
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    uint64_t x = index;
    do {
        uint64_t left = x >> half, right = x & mask;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            const uint64_t next = left ^ (mix(key, right << 8 | round) & mask);
            left = right;
            right = next;
        }
        x = left << half | right;
    } while (x >= count);
    return (size_t)x;
}

/* ---- sequences ---- */

static uint32_t prime(size_t index) {
    uint32_t out = 2;
    for (size_t found = 0; found < index;) {
        out++;
        uint32_t divisor = 2;
        while (divisor * divisor <= out && out % divisor) divisor++;
        found += divisor * divisor > out;
    }
    return out;
}

void thud_points_set_dimension(thud_points *points, size_t dimension) {
    if (points->kind == THUD_POINTS_SOBOL) thud_sobol_directions(dimension, points->directions);
    if (points->kind == THUD_POINTS_HALTON) points->base = prime(dimension);
}

static double sobol(const thud_points *p, size_t index) {
    const uint32_t x = thud_sobol_point(p->directions, (uint32_t)index);
    uint32_t out = 0;
    for (unsigned digit = 0; digit < THUD_SOBOL_BITS; digit++) {
        /* a 1 before the digits above keeps 0 and 00 apart */
        const uint64_t above = digit ? (uint64_t)1 << digit | x >> (THUD_SOBOL_BITS - digit) : 1;
        const uint32_t turn = (uint32_t)(mix_digit(p->key, above) >> 63);
        out |= ((x >> (THUD_SOBOL_BITS - 1 - digit) & 1) ^ turn) << (THUD_SOBOL_BITS - 1 - digit);
    }
    const uint64_t rest = mix_digit(p->key, (uint64_t)1 << THUD_SOBOL_BITS | x) >> 44;
    return ((double)out + ((double)rest + 0.5) * 0x1p-20) * 0x1p-32;
}

static double halton(const thud_points *p, size_t index) {
    const double share = 1.0 / p->base;
    double sum = 0, weight = share;
    for (uint64_t place = 0, number = index; weight > 0x1p-54; place++, number /= p->base, weight *= share) {
        const uint64_t random = mix_digit(p->key, place);
        const uint64_t factor = 1 + (random & 0xffffffff) % (p->base - 1), offset = (random >> 32) % p->base;
        sum += weight * (double)((number % p->base * factor + offset) % p->base);
    }
    return sum < 0x1p-54 ? 0x1p-54 : sum < 1 ? sum : 1 - 0x1p-53;
}

double thud_points_value(const thud_points *p, size_t index) {
    if (p->kind == THUD_POINTS_SOBOL) return sobol(p, index);
    if (p->kind == THUD_POINTS_HALTON) return halton(p, index);
    thud_random random = thud_random_seed(mix(p->key, index));
    const double u = thud_random_uniform(&random) + 0x1p-54;
    if (p->kind == THUD_POINTS_RANDOM) return u;
    return ((double)thud_points_shuffle(~p->key, p->count, index) + u) / (double)p->count;
}
