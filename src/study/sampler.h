/*
 * Random values of an axis: a coordinate of points, and the quantile of a distribution there. Values of several
 * axes may be correlated, and points may be arranged in a design that tells what each axis contributes.
 */
#ifndef THUD_STUDY_SAMPLER_H
#define THUD_STUDY_SAMPLER_H

#include "study/distribution.h"
#include "study/points.h"

/* in the order of the choices of `sensitivity` */
typedef enum thud_design_kind {
    THUD_DESIGN_NONE,
    THUD_DESIGN_SOBOL,  /* blocks of d + 2 cases: A, B, and A with one coordinate of B */
    THUD_DESIGN_MORRIS, /* paths of d + 1 cases, in each step of which one coordinate changes */
} thud_design_kind;

typedef struct thud_sampler thud_sampler;

/* Correlated axes: z = L z′ with independent normal z′, and each value at the share Φ(z). */
typedef struct thud_copula {
    size_t size;
    const thud_sampler *const *members; /* [size] */
    const double *factor;               /* [size × size] L, the Cholesky factor of the correlations */
} thud_copula;

struct thud_sampler {
    thud_variate variate;
    thud_points points, others; /* `others` are B of a design */
    uint64_t seed;
    thud_design_kind design;
    size_t axes, own;          /* the number of axes in the design, and the index of this one */
    const thud_copula *copula; /* NULL: independent */
    size_t row;                /* row in the copula */
};

/* The value with a number. */
double thud_sampler_value(const thud_sampler *sampler, size_t index);

/* Cases of a design in one block. */
size_t thud_design_block(thud_design_kind design, size_t axes);

/* Morris' steps: a coordinate takes the places ⅛, ⅜, ⅝ and ⅞ and moves by ½. */
#define THUD_MORRIS_STEP 0.5

#endif
