/*
 * The discrete Fourier transform of real numbers, X(k) = Σ x(j) exp(−2πi jk/count) for k from 0 to count/2. Any
 * count works; a count with only the factors 2, 3 and 5 is about eight times as fast. The bits are the same on
 * every processor.
 */
#ifndef THUD_NUMERIC_REAL_TRANSFORM_H
#define THUD_NUMERIC_REAL_TRANSFORM_H

#include "numeric/transform/chirp.h"

typedef struct thud_real_transform {
    size_t count, inner; /* number of real values, and of the complex ones that represent them */
    bool is_smooth;
    thud_mixed_radix smooth;
    thud_chirp chirp;
    double *roots;          /* [2][inner/2 + 1]: cosines and sines of 2πk/count, where the count is even */
    double *numbers, *work; /* memory of the inner transform */
} thud_real_transform;

/* number of doubles that a transform needs */
size_t thud_real_transform_room(size_t count);
/* Prepares a transform of at least one number. `memory` must outlive the plan and serves one thread at a time. */
void thud_real_transform_init(thud_real_transform *plan, size_t count, double *memory);

/* count/2 + 1 real and imaginary parts of the transform of `count` numbers */
void thud_real_transform_run(const thud_real_transform *plan, const double *x, double *real, double *imaginary);

#endif
