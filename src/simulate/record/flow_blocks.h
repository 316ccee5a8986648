/*
 * The matrices of exact steps, for one block of coupled states.
 */
#ifndef THUD_SIMULATE_FLOW_BLOCKS_H
#define THUD_SIMULATE_FLOW_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * ẏ = A y + b a(t) + c over a step h, a(t) a straight line from a₀ to a₁. With w = (y, a₀, a₁, 1) at the start:
 *     y(h) = step · w                                [size × (size + 3)]
 *     ∫ ẋ·load (t/h) dt = ramp · w                   [size + 3]
 *     ∫ ẋᵀ C ẋ dt = wᵀ loss w                        [(size + 3)²], lower triangle with doubled sides
 * where ẋ is the second half of y.
 */
typedef struct thud_block {
    size_t size; /* of y, even */
    double *step, *ramp, *loss;
} thud_block;

/* How many doubles a block needs, and how many to make it. */
size_t thud_block_space(size_t size);
size_t thud_block_work(size_t size);

/* Fills a block whose arrays are set. `a` is [size²], `b`, `c` [size], `load` and `damping` [size/2] and
 * [(size/2)²]. False when something overflows. */
bool thud_block_fill(thud_block *block, const double *a, const double *b, const double *c, const double *load,
                     const double *damping, double h, double *work);

#endif
