/* Random numbers from a seed: the same bits on every run, with a separate stream for each thread. */
#ifndef THUD_NUMERIC_RANDOM_H
#define THUD_NUMERIC_RANDOM_H

#include <stdint.h>

typedef struct thud_random {
    uint64_t state[4]; /* not all zero */
} thud_random;

/* Every seed, zero included, starts its own stream. */
thud_random thud_random_seed(uint64_t seed);

/* 64 random bits. */
uint64_t thud_random_bits(thud_random *random);

/* In [0, 1), a multiple of 2⁻⁵³. */
double thud_random_uniform(thud_random *random);

/* Mean 0, variance 1. Takes two numbers from the stream, always. */
double thud_random_normal(thud_random *random);

#endif
