/*
 * What the cases of a design say of one axis: Sobol' indices or elementary effects.
 */
#ifndef THUD_STUDY_INDICES_H
#define THUD_STUDY_INDICES_H

#include "study/sampler.h"

/* A number with the interval that holds it in 95 of 100 samples, by the bootstrap. */
typedef struct thud_index_estimate {
    double value, low, high;
} thud_index_estimate;

/*
 * Of a Sobol' design: `first`, the share of the variance that the axis explains by itself, and `second`, its total
 * share, with all its interactions. Of Morris' design: the mean size of the effects of moving the axis over its
 * whole range of probability, and their standard deviation.
 */
typedef struct thud_index {
    thud_index_estimate first, second;
} thud_index;

/*
 * From `count` blocks of results, [count × thud_design_block(design, axes)], none of them NAN. `x` are the values
 * of the axis in the same cases, which tell where Morris' paths change it. `work` is [5 × count]. NAN where the
 * result does not vary.
 */
thud_index thud_index_of(thud_design_kind design, size_t axes, size_t own, size_t count, const double *results,
                         const double *x, double *work);

#endif
