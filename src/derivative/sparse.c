/* Matrices by the entries that are not zero. */
#include "derivative/sparse.h"

#include <stdlib.h>

bool thud_sparse_take(const double *dense, size_t n, thud_sparse *s) {
    *s = (thud_sparse){.rows = n};
    for (size_t i = 0; i < n * n; i++) s->count += dense[i] != 0;
    s->start = calloc(n + 1, sizeof *s->start);
    s->column = calloc(s->count + 1, sizeof *s->column);
    s->value = calloc(s->count + 1, sizeof *s->value);
    if (!s->start || !s->column || !s->value) return false;
    size_t next = 0;
    for (size_t i = 0; i < n; i++) {
        s->start[i] = next;
        for (size_t j = 0; j < n; j++) {
            if (dense[i * n + j] == 0) continue;
            s->column[next] = j;
            s->value[next++] = dense[i * n + j];
        }
    }
    s->start[n] = next;
    return true;
}

void thud_sparse_free(thud_sparse *s) {
    free(s->start);
    free(s->column);
    free(s->value);
    *s = (thud_sparse){0};
}
