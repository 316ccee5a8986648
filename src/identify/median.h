/* The median of a list of numbers. */
#ifndef THUD_IDENTIFY_MEDIAN_H
#define THUD_IDENTIFY_MEDIAN_H

#include <stddef.h>

/* Sorts the numbers, at least one. */
double thud_median(double *values, size_t count);

#endif
