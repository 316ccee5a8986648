/*
 * A hazard curve: how often in a year the intensity of a load exceeds a value. With a fragility curve it gives how
 * often in a year the threshold of the curve is exceeded.
 */
#ifndef THUD_STUDY_HAZARD_H
#define THUD_STUDY_HAZARD_H

#include <stddef.h>

#include <thud/study.h>

typedef struct thud_hazard {
    size_t count;                /* 2 or more */
    double *intensities, *rates; /* [count] rising, and falling; both positive. Straight in logarithms between */
} thud_hazard;

/* Rows `intensity, rate` of a file, a heading and lines that begin with # left out. Intensities may have a unit of
 * the dimension. */
thud_status thud_hazard_read(const char *path, thud_dimension dimension, thud_hazard *hazard, thud_error *error);
void thud_hazard_free(thud_hazard *hazard);

/* Exceedances of a threshold in a year. */
typedef struct thud_hazard_rate {
    double rate;  /* 1/year */
    double below; /* share of it from intensities below the first of the table, where its first line is extended */
    double above; /* and above the last */
    double
        likely; /* the intensity around which most of it comes: the mode of rate over ln intensity, in the table */
} thud_hazard_rate;

thud_hazard_rate thud_hazard_of(const thud_hazard *hazard, const thud_fragility *fragility);

#endif
