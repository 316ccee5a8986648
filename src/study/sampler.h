/*
 * Random values of an axis, each by its number alone: nothing is stored, and the millionth costs what the first
 * does.
 */
#ifndef THUD_STUDY_SAMPLER_H
#define THUD_STUDY_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum thud_distribution {
    THUD_DISTRIBUTION_UNIFORM,
    THUD_DISTRIBUTION_NORMAL,
    THUD_DISTRIBUTION_LOGNORMAL,
    THUD_DISTRIBUTION_DISCRETE,
} thud_distribution;

typedef struct thud_sampler {
    thud_distribution distribution;
    double low, high;              /* of a uniform one; where the others are cut off, infinite where they are not */
    double centre;                 /* mean of a normal one, median of a lognormal one */
    double spread;                 /* standard deviation; of the logarithm for a lognormal one */
    const double *values, *shares; /* [value_count] of a discrete one: with the probability of it or one before */
    size_t value_count;
    bool latin; /* one value in each of `count` intervals of equal probability, in an order of its own */
    size_t count;
    uint64_t seed;
    uint64_t key; /* of seed and name: where the stream begins */
} thud_sampler;

/* The value with a number below `count`. */
double thud_sampler_value(const thud_sampler *sampler, size_t index);

/* The place of a number in a random order of all numbers below `count`. */
size_t thud_sampler_shuffle(uint64_t key, size_t count, size_t index);

#endif
