/*
 * Scales of a run's numbers: the largest of each unit. A force of 1e-9 N is rounding relative to 1 MN, but a
 * result on its own.
 */
#ifndef THUD_REPORT_RUN_SCALES_H
#define THUD_REPORT_RUN_SCALES_H

#include <thud/model.h>
#include <thud/simulate.h>

#include "report/text/format.h"

enum { THUD_SCALES_MOST = 12 }; /* units of results */

typedef struct thud_scales {
    size_t count;
    const char *units[THUD_SCALES_MOST];
    double largest[THUD_SCALES_MOST];
} thud_scales;

thud_scales thud_scales_of(const thud_model *model, const thud_summary *summary);

/* A number with its unit, 0 if it is rounding relative to the largest of its unit. */
thud_text thud_scales_format(const thud_scales *scales, double value, const char *unit);

/* The largest of a unit; 0 if there is none. */
double thud_scales_largest(const thud_scales *scales, const char *unit);

#endif
