/*
 * Fragility curves of a store: one for every threshold and every combination of design values.
 *
 * Cases are pooled over random axes and records. They are pooled over a design axis only on request, because the
 * share of failing designs is not a probability. The level is one axis of numbers; axes zipped with it follow from
 * it.
 */
#ifndef THUD_STUDY_FRAGILITY_CURVES_H
#define THUD_STUDY_FRAGILITY_CURVES_H

#include "study/hazard.h"
#include "study/store/store_read.h"

/* The request, by column numbers. */
typedef struct thud_fragility_request {
    size_t level;              /* an axis of numbers */
    const bool *pooled;        /* [columns] axes of the design over which cases are counted together */
    double confidence;         /* level of the intervals, 0.95 */
    const thud_hazard *hazard; /* over the level, in SI units; NULL: rates are not asked for */
} thud_fragility_request;

typedef struct thud_fragility_curve {
    size_t threshold;                 /* column */
    size_t example;                   /* row of `thud_fragility_set.keys` that names its design */
    size_t count;                     /* number of levels */
    double *levels;                   /* [count], rising */
    size_t *exceed, *total, *missing; /* [count]; missing: cases without a result */
    thud_status status;               /* THUD_ERROR_ACCURACY: the counts fix no curve */
    thud_fragility fit;
    double median_low, median_high, dispersion_low, dispersion_high; /* confidence intervals */
    thud_hazard_rate rate;                                           /* where there is a curve and a hazard */
    char note[96];                                                   /* why there is no curve, in words; "" */
} thud_fragility_curve;

typedef struct thud_fragility_set {
    size_t design_count;
    size_t *design; /* [design_count] columns that distinguish curves; labels for axes that have them */
    size_t key_count;
    char **keys; /* [key_count × design_count] values as texts */
    thud_fragility_curve *curves;
    size_t curve_count;
} thud_fragility_set;

/* The first axis of intensity; SIZE_MAX if there is none. */
size_t thud_fragility_level(const thud_results *results);

/* Whether an axis belongs to the design and is not the level. */
bool thud_fragility_is_design(const thud_results *results, size_t level, size_t column);

/* Reads all rows. THUD_ERROR_MEMORY, or the error of the store, explained in the results. */
thud_status thud_fragility_curves(thud_results *results, const thud_fragility_request *request,
                                  thud_fragility_set *set);
void thud_fragility_set_clear(thud_fragility_set *set);

#endif
