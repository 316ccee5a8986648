/*
 * The discrete Fourier transform of real numbers, X(k) = Σ x(j) exp(−2πi jk/count) for k from 0 to count/2. Any
 * count; one with the factors 2, 3 and 5 alone is about eight times as fast as others. The same bits on every
 * processor.
 */
#ifndef THUD_NUMERIC_REAL_TRANSFORM_H
#define THUD_NUMERIC_REAL_TRANSFORM_H

#include "numeric/transform/chirp.h"

typedef struct thud_real_transform {
    size_t count, inner; /* real numbers, and the complex ones that they are transformed as */
    bool is_smooth;
    thud_mixed_radix smooth;
    thud_chirp chirp;
    double *roots;          /* [2][inner/2 + 1]: cosines and sines of 2πk/count, where the count is even */
    double *numbers, *work; /* of the inner transform */
} thud_real_transform;

/* doubles that a transform takes */
size_t thud_real_transform_room(size_t count);
/* Prepares a transform of at least one number; `memory` must stay as long as it is used, by one thread at a time.
 */
void thud_real_transform_init(thud_real_transform *plan, size_t count, double *memory);

/* count/2 + 1 real and imaginary parts of `count` numbers */
void thud_real_transform_run(const thud_real_transform *plan, const double *x, double *real, double *imaginary);

#endif
