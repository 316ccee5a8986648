/*
 * The numbers of a summary, one after the other, each with its derivatives.
 */
#ifndef THUD_DERIVATIVE_RESULTS_H
#define THUD_DERIVATIVE_RESULTS_H

#include "derivative/tangents.h"

typedef struct thud_result {
    char *name;
    const char *unit;
    double value;
    double *by;         /* [parameters]; NAN: none */
    const char *reason; /* why there are none by any of them; NULL: by one of them, ask its parameter */
} thud_result;

typedef struct thud_result_list {
    thud_result *list;
    size_t count, room;
    double *by; /* derivatives by all parameters */
    bool out_of_memory;
} thud_result_list;

/* What the run that was followed has come to. False without memory. */
bool thud_result_list_take(thud_result_list *results, const thud_tangents *tangents);
void thud_result_list_free(thud_result_list *results);

#endif
