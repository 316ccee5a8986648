/*
 * Random values of an axis, each computed from its number alone: nothing is stored, and every value costs the
 * same.
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
    double low, high;              /* range of a uniform distribution; truncation of the others, infinite without */
    double centre;                 /* mean of a normal distribution, median of a lognormal one */
    double spread;                 /* standard deviation; for a lognormal distribution that of the logarithm */
    const double *values, *shares; /* [value_count] for a discrete distribution: values and cumulative
                                      probabilities */
    size_t value_count;
    bool latin; /* Latin hypercube: one value in each of `count` intervals of equal probability, in random order */
    size_t count;
    uint64_t seed;
    uint64_t key; /* from seed and name: start of the stream */
} thud_sampler;

/* The value with a number below `count`. */
double thud_sampler_value(const thud_sampler *sampler, size_t index);

/* The place of a number in a random order of all numbers below `count`. */
size_t thud_sampler_shuffle(uint64_t key, size_t count, size_t index);

#endif
