/*
 * xoshiro256++, seeded by splitmix64: D. Blackman & S. Vigna, ACM Trans. Math. Softw. 47 (2021) 36. Normal numbers
 * come from the transformation of G. E. P. Box & M. E. Muller, Ann. Math. Stat. 29 (1958) 610. It rejects nothing,
 * so the amount of the stream that is used never depends on its numbers.
 */
#include "numeric/random.h"

#include <math.h>

#include "numeric/constant.h"

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

thud_random thud_random_seed(uint64_t seed) {
    thud_random out;
    for (int i = 0; i < 4; i++) out.state[i] = splitmix(&seed);
    return out;
}

static uint64_t rotate(uint64_t x, int places) { return x << places | x >> (64 - places); }

uint64_t thud_random_bits(thud_random *random) {
    uint64_t *s = random->state;
    const uint64_t result = rotate(s[0] + s[3], 23) + s[0];
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

/* the upper bits are better, and 53 fit into a double */
static double fraction(thud_random *random) { return (double)(thud_random_bits(random) >> 11); }

double thud_random_uniform(thud_random *random) { return fraction(random) * 0x1p-53; }

double thud_random_normal(thud_random *random) {
    double radius = sqrt(-2 * log((fraction(random) + 1) * 0x1p-53)); /* from a number in (0, 1] */
    return radius * cos(2 * THUD_PI * thud_random_uniform(random));
}
