/*
 * What the coordinates of a model are called: bodies move along the axis, the rods after them turn.
 */
#ifndef THUD_REPORT_COORDINATE_H
#define THUD_REPORT_COORDINATE_H

#include <thud/model.h>

/* A quantity that every coordinate has: its name and unit. */
typedef struct thud_coordinate_quantity {
    const char *name; /* "displacement" */
    const char *unit; /* "m" */
} thud_coordinate_quantity;

enum { THUD_COORDINATE_QUANTITIES = 3 }; /* displacement, velocity, acceleration, in this order */

/* Bodies and rods together. */
size_t thud_coordinate_count(const thud_model *model);

bool thud_coordinate_is_rod(const thud_model *model, size_t index);

const char *thud_coordinate_name(const thud_model *model, size_t index);

/* [THUD_COORDINATE_QUANTITIES] */
const thud_coordinate_quantity *thud_coordinate_quantities(const thud_model *model, size_t index);

#endif
