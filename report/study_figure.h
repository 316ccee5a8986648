/*
 * A result of a study over its first axis, a line for each value of the second.
 *
 * Axes that do not vary are passed over, and the first axis is one of numbers. Where several cases have the same
 * value of both, since the study has more axes, their mean is drawn with a bar from the least to the largest; so is
 * the second axis where it has more values than there are line styles.
 */
#ifndef THUD_REPORT_STUDY_FIGURE_H
#define THUD_REPORT_STUDY_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/failure.h"
#include "study/columns.h"

/* The column of a result by its name; NULL for the largest displacement of the first body, or the first result.
 * SIZE_MAX when there is none. */
size_t thud_study_quantity(const thud_columns *columns, const char *name);

/* Draws that column of the study in `directory`. Cases that failed are left out. */
bool thud_study_draw(const char *path, const char *directory, size_t quantity, thud_failure *failure);

#endif
