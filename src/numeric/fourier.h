/* The discrete Fourier transform, for sums of harmonics that come out the same to the bit on every processor. */
#ifndef THUD_NUMERIC_FOURIER_H
#define THUD_NUMERIC_FOURIER_H

#include <stddef.h>

/*
 * x(j) ← Σ x(k) exp(2πi jk/count), in place, real and imaginary parts apart. `count` is a power of two.
 * Power spectra have a faster one of any count, numeric/transform/real.h.
 */
void thud_fourier_sum(double *real, double *imaginary, size_t count);

/* The smallest power of two that is at least `count`. */
size_t thud_fourier_size(size_t count);

#endif
