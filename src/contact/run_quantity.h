/*
 * The quantities that a run is summed up by: one table for summary.json, the columns of studies and their exports,
 * the tables of the command, the pages and the checks. A new one is a member of its struct in <thud/simulate.h>,
 * its computation, and a row here.
 */
#ifndef THUD_CONTACT_RUN_QUANTITY_H
#define THUD_CONTACT_RUN_QUANTITY_H

#include <thud/quantity.h>
#include <thud/simulate.h>

/* What impulses, those of newton and poisson contacts, make of a quantity. */
typedef enum thud_impulsive_case {
    THUD_IMPULSIVE_SAME,    /* nothing */
    THUD_IMPULSIVE_NONE,    /* an impulsive contact has none: NAN */
    THUD_IMPULSIVE_ZERO,    /* that of an impulsive contact is zero, and not worth showing */
    THUD_IMPULSIVE_ONLY,    /* other contacts have none: NAN */
    THUD_IMPULSIVE_BETWEEN, /* of bodies that impulses strike, it is that between impacts */
} thud_impulsive_case;

typedef struct thud_run_quantity {
    const char *name, *unit;
    thud_dimension dimension;
    size_t offset;    /* in the struct of its part */
    bool is_count;    /* a size_t; otherwise a double */
    const char *head; /* of its column in tables; NULL: none */
    thud_impulsive_case impulsive;
    bool of_rest;    /* shown only where a contact came to rest */
    bool of_endless; /* of gaps that never close alone, and shown where there are some; others have none: NAN */
} thud_run_quantity;

/* Those of a part that have a range in <thud/spread.h>: the first ones, in its order. */
enum {
    THUD_BODY_RANGES = 5,
    THUD_CONTACT_RANGES = 6,
    THUD_LINK_RANGES = 6,
    THUD_WATCH_RANGES = 4,
    THUD_ENERGY_RANGES = 5,
};

typedef struct thud_run_quantities {
    const thud_run_quantity *list;
    size_t count;
    size_t ranges;
} thud_run_quantities;

/* Of the whole run, bodies, rods (which are bodies with angles), contacts, links, the energy balance and the
 * solver. */
extern const thud_run_quantities thud_quantities_of_run, thud_quantities_of_body, thud_quantities_of_rod,
    thud_quantities_of_contact, thud_quantities_of_link, thud_quantities_of_energy, thud_quantities_of_solver;

/* Of a signal that is watched, in its unit. */
thud_run_quantities thud_quantities_of_watch(thud_watch_kind kind);

/* A quantity of a part as it is stored: of a thud_summary, a thud_body_summary, … */
double thud_run_quantity_value(const thud_run_quantity *quantity, const void *part);

/* A quantity of a contact: NAN where contacts of its kind have none. */
double thud_contact_quantity_value(const thud_run_quantity *quantity, const thud_contact_summary *contact,
                                   bool impulsive);

/* All quantities of a part, one after the other; returns the place behind the last. */
double *thud_run_quantities_take(thud_run_quantities quantities, const void *part, double *to);

/* The place of a quantity by its name; the count when there is none. */
size_t thud_run_quantity_find(thud_run_quantities quantities, const char *name);

#endif
