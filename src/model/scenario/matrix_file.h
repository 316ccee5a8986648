/*
 * Square matrices in files: Matrix Market (R. F. Boisvert, R. Pozo & K. A. Remington, NISTIR 5935, 1996),
 * coordinates or arrays of reals, general or symmetric; or rows of numbers separated by commas, semicolons or
 * spaces.
 */
#ifndef THUD_MODEL_MATRIX_FILE_H
#define THUD_MODEL_MATRIX_FILE_H

#include <stddef.h>

#include <thud/status.h>

/*
 * The matrix of a file with this many rows and columns, row by row, to be freed. `error` has line and column of
 * the fault; its file is not set.
 */
thud_status thud_matrix_parse(const char *text, size_t size, size_t order, double **matrix, thud_error *error);

#endif
