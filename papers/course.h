/*
 * A curve with very many points, thinned for a figure: what is left out lies within a fraction of a pixel of what
 * stays, so that peaks of a thousandth of the time axis are kept.
 */
#ifndef THUD_PAPERS_COURSE_H
#define THUD_PAPERS_COURSE_H

#include <stddef.h>
#include <stdio.h>

typedef struct course {
    double *x, *y;
    size_t count, room;
} course;

void course_add(course *curve, double x, double y);
void course_free(course *curve);

/* The largest magnitude of y. */
double course_peak(const course *curve);

/*
 * Writes "x y" lines, and two empty lines to end a gnuplot block. `x_pixel` and `y_pixel` are what one pixel of the
 * figure is in the units of the axes.
 */
void course_write(const course *curve, double x_pixel, double y_pixel, FILE *stream);

#endif
