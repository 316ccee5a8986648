/* The distributions of random values, each with its quantile: what lies above the share u of all values. */
#ifndef THUD_STUDY_DISTRIBUTION_H
#define THUD_STUDY_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>

/* in the order of the choices of `distribution` */
typedef enum thud_distribution {
    THUD_DISTRIBUTION_UNIFORM,
    THUD_DISTRIBUTION_NORMAL,
    THUD_DISTRIBUTION_LOGNORMAL,
    THUD_DISTRIBUTION_DISCRETE,
    THUD_DISTRIBUTION_GAMMA,
    THUD_DISTRIBUTION_WEIBULL,
    THUD_DISTRIBUTION_GUMBEL,
    THUD_DISTRIBUTION_BETA,
    THUD_DISTRIBUTION_TRIANGULAR,
    THUD_DISTRIBUTION_EMPIRICAL,
    THUD_DISTRIBUTION_COUNT
} thud_distribution;

typedef struct thud_variate {
    thud_distribution distribution;
    double low, high;     /* ends of a uniform, beta and triangular one; where others are cut off, or infinite */
    double centre;        /* mean; median of a lognormal, scale of a Weibull, mode of a triangular one */
    double spread;        /* standard deviation; of the logarithm for a lognormal one; shape of a Weibull one */
    const double *values; /* [value_count] of a discrete one; of an empirical one in rising order */
    const double *shares; /* [value_count] of a discrete one: probability of a value and those before it */
    size_t value_count;
} thud_variate;

/* The value below which the share u lies, 0 < u < 1. */
double thud_variate_quantile(const thud_variate *variate, double u);

#endif
