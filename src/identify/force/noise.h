/*
 * Noise of the residuals of a fit: their correlation, and whether they are larger in contact than at rest.
 */
#ifndef THUD_IDENTIFY_FORCE_NOISE_H
#define THUD_IDENTIFY_FORCE_NOISE_H

#include <stddef.h>

enum { THUD_NOISE_MOST_ORDER = 16 };

/* rᵢ = Σ φₖ rᵢ₋ₖ + white noise */
typedef struct thud_noise {
    int order; /* 0: white */
    double coefficients[THUD_NOISE_MOST_ORDER];
    double gain; /* variance of r over that of the white noise */
} thud_noise;

/* By Burg's method, of the order that Schwarz's criterion chooses. `work` has room for 2 count. */
thud_noise thud_noise_estimate(const double *residuals, size_t count, double *work);

/* Autocorrelation from lag 0, which is 1; returns the number of significant lags, at most `most`. */
size_t thud_noise_correlation(const thud_noise *noise, double *correlation, size_t most);

/* Probability that an F-distributed variable with these degrees of freedom, which may be fractional, is larger. */
double thud_variance_ratio_tail(double ratio, double above, double below);

#endif
