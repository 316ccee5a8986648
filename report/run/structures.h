/*
 * The structures of a model: bodies connected by links, with a name for each group, and the largest results in
 * each.
 */
#ifndef THUD_REPORT_RUN_STRUCTURES_H
#define THUD_REPORT_RUN_STRUCTURES_H

#include "report/run/summary.h"

/* The largest magnitude of a quantity over the parts of a structure, and its part. */
typedef struct thud_largest {
    double value;            /* 0: there is none */
    const char *name;        /* name of the part; NULL: there is none */
    const thud_range *range; /* NULL without a spread */
} thud_largest;

typedef struct thud_run_structure {
    char name[80];  /* the common stem of its bodies' names, otherwise the first name */
    size_t bodies;  /* how many */
    bool is_struck; /* impulses strike it: its largest acceleration is that between impacts */
    thud_largest displacement, acceleration, drift, base_shear, ductility;
} thud_run_structure;

typedef struct thud_run_structures {
    size_t count;
    thud_run_structure *list; /* [count], in the order of their first bodies */
} thud_run_structures;

/* False when memory is short. */
bool thud_run_structures_find(const thud_run_report *report, thud_run_structures *structures);
void thud_run_structures_free(thud_run_structures *structures);

#endif
