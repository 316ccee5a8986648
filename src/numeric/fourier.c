/*
 * Radix 2, decimation in time: J. W. Cooley & J. W. Tukey, Math. Comput. 19 (1965) 297.
 */
#include "numeric/fourier.h"

#include <math.h>

#include "numeric/constant.h"

size_t thud_fourier_size(size_t count) {
    size_t size = 1;
    while (size < count) size *= 2;
    return size;
}

static void swap(double *a, double *b) {
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* moves every number to its bit-reversed index */
static void reverse_bits(double *real, double *imaginary, size_t count) {
    for (size_t i = 0, j = 0; i < count; i++) {
        if (i < j) {
            swap(&real[i], &real[j]);
            swap(&imaginary[i], &imaginary[j]);
        }
        /* increments j from its highest bit */
        size_t bit = count >> 1;
        for (; bit > 0 && (j & bit); bit >>= 1) j ^= bit;
        j |= bit;
    }
}

/* combines transforms of half the length, whose parts are `half` apart */
static void join(double *real, double *imaginary, size_t count, size_t half) {
    for (size_t k = 0; k < half; k++) {
        double angle = THUD_PI * (double)k / (double)half;
        double c = cos(angle), s = sin(angle);
        for (size_t i = k; i < count; i += 2 * half) {
            size_t j = i + half;
            double x = c * real[j] - s * imaginary[j], y = c * imaginary[j] + s * real[j];
            real[j] = real[i] - x;
            imaginary[j] = imaginary[i] - y;
            real[i] += x;
            imaginary[i] += y;
        }
    }
}

void thud_fourier_sum(double *real, double *imaginary, size_t count) {
    reverse_bits(real, imaginary, count);
    for (size_t half = 1; half < count; half *= 2) join(real, imaginary, count, half);
}
