/*
 * Values by the inverse of their distribution: x = F⁻¹(u). Latin hypercube: M. D. McKay, R. J. Beckman & W. J.
 * Conover, Technometrics 21 (1979) 239: u = (π(i) + u′)/N. The order π is a Feistel network over the smallest even
 * number of bits, walked until it falls below N (J. Black & P. Rogaway, CT-RSA 2002): a permutation without a
 * table.
 */
#include "study/sampler.h"

#include <math.h>

#include "base/hash.h"
#include "numeric/normal.h"
#include "numeric/random.h"

enum { ROUNDS = 8 };

static uint64_t mix(uint64_t key, uint64_t number) {
    return thud_hash_finish(thud_hash_count(thud_hash_count(THUD_HASH_START, key), number));
}

size_t thud_sampler_shuffle(uint64_t key, size_t count, size_t index) {
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

/* strictly between 0 and 1 */
static double uniform(const thud_sampler *s, size_t index) {
    thud_random random = thud_random_seed(mix(s->key, index));
    const double u = thud_random_uniform(&random) + 0x1p-54;
    if (!s->latin) return u;
    return ((double)thud_sampler_shuffle(~s->key, s->count, index) + u) / (double)s->count;
}

double thud_sampler_value(const thud_sampler *s, size_t index) {
    const double u = uniform(s, index);
    if (s->distribution == THUD_DISTRIBUTION_DISCRETE) {
        size_t i = 0;
        while (i + 1 < s->value_count && u >= s->shares[i]) i++;
        return s->values[i];
    }
    if (s->distribution == THUD_DISTRIBUTION_UNIFORM) return s->low + u * (s->high - s->low);
    const bool logarithmic = s->distribution == THUD_DISTRIBUTION_LOGNORMAL;
    const double centre = logarithmic ? log(s->centre) : s->centre;
    const double low = logarithmic ? (s->low > 0 ? log(s->low) : -INFINITY) : s->low;
    const double high = logarithmic ? log(s->high) : s->high;
    const double z = thud_normal_between((low - centre) / s->spread, (high - centre) / s->spread, u);
    const double x = centre + s->spread * z;
    return fmin(fmax(logarithmic ? exp(x) : x, s->low), s->high); /* rounding must not leave the range */
}
