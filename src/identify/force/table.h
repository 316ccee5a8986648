/*
 * The force history of one shape, as read by a gauge, tabulated for the many instants that a posterior
 * distribution needs.
 */
#ifndef THUD_IDENTIFY_TABLE_H
#define THUD_IDENTIFY_TABLE_H

#include "identify/force/shape.h"

enum { THUD_TABLE_STRETCHES = 4, THUD_TABLE_FEW = 16, THUD_TABLE_MANY = 32 }; /* cells of a stretch */

/* Part of the history, from an instant at which it may begin like a root, to one at which it does not. */
typedef struct thud_table_stretch {
    double from, length; /* negative if it is followed backwards */
    double per_length;
    double forces[THUD_TABLE_MANY + 1]; /* at from + length (i/cells)⁴ */
} thud_table_stretch;

typedef struct thud_shape_table {
    int cells; /* THUD_TABLE_FEW at first, THUD_TABLE_MANY for accurate results */
    thud_shape_facts facts;
    int count;   /* number of stretches: three, and with a filter the tail after the contact */
    double tail; /* its length, included in facts.force_end; otherwise 0 */
    thud_table_stretch stretches[THUD_TABLE_STRETCHES];
} thud_shape_table;

/* The end of a stretch, where the next one begins. */
double thud_table_end(const thud_shape_table *table, int stretch);

/* The instant of a node. */
double thud_table_instant(const thud_shape_table *table, int stretch, int node);

thud_status thud_shape_tabulate(const thud_shape *shape, int cells, thud_shape_table *table);

/* Σ wᵢ tableᵢ, for a shape between the tabulated ones. */
void thud_table_blend(const thud_shape_table tables[], const double weights[], int count, thud_shape_table *blend);

/* Forces of one stretch at several instants; fastest for a multiple of four. */
void thud_stretch_forces(const thud_table_stretch *stretch, int cells, const double *instants, size_t count,
                         double *forces);

/* Force at an instant within the contact, 0 < s < force_end. */
double thud_table_force(const thud_shape_table *table, double s);

#endif
