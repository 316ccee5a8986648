/* The discrete Fourier transform, for sums of harmonics that have the same bits on every processor. */
#ifndef THUD_NUMERIC_FOURIER_H
#define THUD_NUMERIC_FOURIER_H

#include <stddef.h>

/*
 * x(j) ← Σ x(k) exp(2πi jk/count), in place, with separate real and imaginary parts. `count` is a power of two.
 * Power spectra use the faster numeric/transform/real.h, for any count.
 */
void thud_fourier_sum(double *real, double *imaginary, size_t count);

/* The smallest power of two that is at least `count`. */
size_t thud_fourier_size(size_t count);

#endif
