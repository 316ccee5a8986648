/*
 * The quantities that a run is summed up by: one table for summary.json, the columns of studies, tables and checks.
 * A new one is a member of its struct in <thud/simulate.h> and a row here.
 */
#ifndef THUD_CONTACT_RUN_QUANTITY_H
#define THUD_CONTACT_RUN_QUANTITY_H

#include <thud/quantity.h>
#include <thud/simulate.h>

typedef struct thud_run_quantity {
    const char *name, *unit;
    thud_dimension dimension;
    size_t offset; /* in the struct of its part */
    bool is_count; /* a size_t; otherwise a double */
} thud_run_quantity;

typedef struct thud_run_quantities {
    const thud_run_quantity *list;
    size_t count;
} thud_run_quantities;

/* Of the whole run, bodies, rods (which are bodies with angles), contacts, the energy balance and the solver. */
extern const thud_run_quantities thud_quantities_of_run, thud_quantities_of_body, thud_quantities_of_rod,
    thud_quantities_of_contact, thud_quantities_of_energy, thud_quantities_of_solver;

/* A quantity of a part: of a thud_summary, a thud_body_summary, … */
double thud_run_quantity_value(const thud_run_quantity *result, const void *part);

/* All quantities of a part, one after the other; returns the place behind the last. */
double *thud_run_quantities_take(thud_run_quantities results, const void *part, double *to);

#endif
