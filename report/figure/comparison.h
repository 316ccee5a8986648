/*
 * Laws side by side in the dimensionless frame, with published and with exact damping.
 */
#ifndef THUD_REPORT_FIGURE_COMPARISON_H
#define THUD_REPORT_FIGURE_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/impact.h>

#include "base/error.h"

typedef struct thud_comparison_row {
    const thud_law *law;
    double restitution; /* asked for; a law without a damper returns 1 all the same */
    const char *kind;   /* kind of damping: published, exact, none */
    thud_separation separation;
    thud_impact impact; /* all NAN if there is none */
    thud_status status; /* status of the solution */
    char reason[256];   /* the reason why there is no impact; "" if there is one */
} thud_comparison_row;

typedef struct thud_comparison {
    const thud_law *const *laws;
    size_t law_count;
    const double *restitutions;
    size_t restitution_count;
    thud_comparison_row *rows; /* sorted by restitution, then by law, then published before exact */
    size_t row_count;
    thud_impact *newton; /* per restitution: the result of Newton's law */
} thud_comparison;

/*
 * Keeps pointers to the two lists, which must outlive it. A restitution that a law cannot return has a row with
 * the reason. False when memory is short.
 */
bool thud_comparison_create(const thud_law *const *laws, size_t law_count, const double *restitutions,
                            size_t restitution_count, thud_separation separation, thud_comparison *comparison,
                            thud_error *failure);

void thud_comparison_free(thud_comparison *comparison);

/* The row of the law as published: that of its rule, or its only row. */
const thud_comparison_row *thud_comparison_published(const thud_comparison *comparison, const thud_law *law,
                                                     double restitution);

/* Writes all rows, one per line, with units in the header. */
bool thud_comparison_write(const thud_comparison *comparison, const char *path, thud_error *failure);

/*
 * Draws four figures in the directory, as in Chanda, Banerjee & Das 2016, figs 1–4: impulse, energy-lost,
 * restitution and error, each as published and for every law.
 */
bool thud_comparison_draw(const thud_comparison *comparison, const char *directory, thud_error *failure);

#endif
