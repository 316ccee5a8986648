/*
 * Sensitivities of a study's results: rank correlations with the axes, and the change of a result between the
 * lower and the upper quarter of an axis.
 */
#ifndef THUD_STUDY_SENSITIVITY_H
#define THUD_STUDY_SENSITIVITY_H

#include "study/indices.h"
#include "study/store/store_read.h"

/* Spearman's ρ: the correlation of ranks, those of equal numbers their mean. NAN where one of the two does not
 * vary. `work` is [4 × count]. */
double thud_rank_correlation(size_t count, const double *x, const double *y, double *work);

/* Influence of an axis on a result. */
typedef struct thud_influence {
    size_t axis, result; /* columns */
    double correlation;  /* rank correlation */
    double low, high;    /* mean of the result over the cases with the axis in its lower and upper quarter */
    size_t count;        /* number of cases */
    thud_index index;    /* 0 without a design */
    size_t blocks;       /* complete blocks of the design */
} thud_influence;

typedef struct thud_influences {
    thud_influence *list; /* sorted by result, then by the size of the correlation, the largest first */
    size_t count;
    thud_design_kind design;
} thud_influences;

/* For all varying results and all varying axes of numbers, except derived ones. The results must not have been read from yet.
 * THUD_ERROR_MEMORY, or what the store says. */
thud_status thud_influences_find(thud_results *results, thud_influences *influences);
void thud_influences_clear(thud_influences *influences);

#endif
