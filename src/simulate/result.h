/*
 * The quantities that a run is summed up by: one table for summary.json, the columns of studies, tables and checks.
 * A new one is a member of its struct in <thud/simulate.h> and a row here.
 */
#ifndef THUD_SIMULATE_RESULT_H
#define THUD_SIMULATE_RESULT_H

#include <thud/quantity.h>
#include <thud/simulate.h>

typedef struct thud_result {
    const char *name, *unit;
    thud_dimension dimension;
    size_t offset; /* in the struct of its part */
    bool is_count; /* a size_t; otherwise a double */
} thud_result;

typedef struct thud_results {
    const thud_result *list;
    size_t count;
} thud_results;

/* Of the whole run, bodies, rods (which are bodies with angles), contacts, the energy balance and the solver. */
extern const thud_results thud_results_of_run, thud_results_of_body, thud_results_of_rod, thud_results_of_contact,
    thud_results_of_energy, thud_results_of_solver;

/* A quantity of a part: of a thud_summary, a thud_body_summary, … */
double thud_result_value(const thud_result *result, const void *part);

/* All quantities of a part, one after the other; returns the place behind the last. */
double *thud_results_take(thud_results results, const void *part, double *to);

#endif
