/*
 * Matrices by the entries that are not zero.
 */
#ifndef THUD_DERIVATIVE_SPARSE_H
#define THUD_DERIVATIVE_SPARSE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct thud_sparse {
    size_t rows, count; /* count: of entries */
    size_t *start;      /* [rows + 1] */
    size_t *column;     /* [count] */
    double *value;      /* [count] */
} thud_sparse;

/* Of a dense one, n × n, row by row. False without memory; freed in any case. */
bool thud_sparse_take(const double *dense, size_t n, thud_sparse *sparse);
void thud_sparse_free(thud_sparse *sparse);

/* y += factor A x */
static inline void thud_sparse_add(const thud_sparse *a, double factor, const double *x, double *y) {
    if (a->count == 0) return;
    for (size_t i = 0; i < a->rows; i++) {
        double sum = 0;
        for (size_t k = a->start[i]; k < a->start[i + 1]; k++) sum += a->value[k] * x[a->column[k]];
        y[i] += factor * sum;
    }
}

#endif
