/* The discrete Fourier transform, for sums of harmonics that come out the same to the bit on every processor. */
#ifndef THUD_NUMERIC_FOURIER_H
#define THUD_NUMERIC_FOURIER_H

#include <stddef.h>

/*
 * x(j) ← Σ x(k) exp(2πi jk/count), in place, real and imaginary parts apart. `count` is a power of two.
 * For power spectra there is FFTW; this one has no planner that threads would have to take turns at.
 */
void thud_fourier_sum(double *real, double *imaginary, size_t count);

/* The smallest power of two that is at least `count`. */
size_t thud_fourier_size(size_t count);

#endif
