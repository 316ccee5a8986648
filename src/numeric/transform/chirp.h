/* The discrete Fourier transform of any number of complex numbers, at about eight times the cost of a smooth one.
 */
#ifndef THUD_NUMERIC_CHIRP_H
#define THUD_NUMERIC_CHIRP_H

#include "numeric/transform/mixed_radix.h"

typedef struct thud_chirp {
    size_t count;
    thud_mixed_radix inner;
    double *roots;          /* [2][count]: cosines and sines of π j²/count */
    double *filter;         /* transform of the chirp over the inner count, with THUD_TRANSFORM_ROOM */
    double *numbers, *work; /* likewise */
} thud_chirp;

/* number of doubles that a transform needs */
size_t thud_chirp_room(size_t count);
void thud_chirp_init(thud_chirp *plan, size_t count, double *memory);

/* in place; real parts, then imaginary parts at THUD_TRANSFORM_APART(count) */
void thud_chirp_run(const thud_chirp *plan, double *numbers);

#endif
