/*
 * What the results of a study depend on: rank correlations of results with axes, and how far a result goes while an
 * axis goes from its lower to its upper quarter.
 */
#ifndef THUD_STUDY_SENSITIVITY_H
#define THUD_STUDY_SENSITIVITY_H

#include "study/indices.h"
#include "study/store/store_read.h"

/* Spearman's ρ: the correlation of ranks, those of equal numbers their mean. NAN where one of the two does not
 * vary. `work` is [4 × count]. */
double thud_rank_correlation(size_t count, const double *x, const double *y, double *work);

/* Of a result on an axis. */
typedef struct thud_influence {
    size_t axis, result; /* columns */
    double correlation;  /* of ranks */
    double low, high;    /* mean of the result over the cases with the axis in its lower and upper quarter */
    size_t count;        /* of cases */
    thud_index index;    /* 0 without a design */
    size_t blocks;       /* of the design, in which no case is missing */
} thud_influence;

typedef struct thud_influences {
    thud_influence *list; /* by result, and in each by the size of the correlation, the largest first */
    size_t count;
    thud_design_kind design;
} thud_influences;

/* Of all results that vary, on all axes of numbers that do, derived ones left out. The results must be fresh.
 * THUD_ERROR_MEMORY, or what the store says. */
thud_status thud_influences_find(thud_results *results, thud_influences *influences);
void thud_influences_clear(thud_influences *influences);

#endif
