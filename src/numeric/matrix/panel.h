/*
 * Products of matrices, four rows at a time: rows · panel, where a panel is a matrix of few columns, row by row.
 *
 * Each entry is summed in the order of the row, without fused operations: it has the same bits as a plain loop.
 */
#ifndef THUD_NUMERIC_PANEL_H
#define THUD_NUMERIC_PANEL_H

#include <stddef.h>

enum { THUD_PANEL_ROWS = 4, THUD_PANEL_WIDE = 12 };

/* out[4][12] = rows[4][count] · panel[count][12]; the rows need not lie side by side. */
void thud_panel_product(const double *const *rows, const double *panel, size_t count, double *out);

#endif
