/*
 * The model of a run for reports: coordinates, contacts, model.json.
 */
#ifndef THUD_REPORT_RUN_MODEL_H
#define THUD_REPORT_RUN_MODEL_H

#include <stdio.h>

#include <thud/model.h>

#include "base/error.h"
#include "report/run/summary.h"
#include "report/text/json.h"

/* ---- names of coordinates: bodies move along the axis, the rods after them rotate ---- */

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

/* ---- properties of a contact, and the restitution of its law for a free pair of bodies ---- */

/* exact, published, given or none, as in `thud impact`. */
const char *thud_contact_damping_kind(const thud_gap_contact *given);

/* The restitution of a free pair; NAN if it depends on masses and speed, because the damping is given. */
double thud_contact_free_restitution(const thud_gap_contact *given);

/* damping_kind and e_free, as members of the current object. */
void thud_contact_law_write(thud_json *json, const thud_gap_contact *given);

/* A line for each law in use: its contacts, parameters, damping, and restitution. */
void thud_contact_laws_print(const thud_model *model, FILE *stream);

/* ---- model.json: the model of a run for later use: parts, gaps and laws, in SI units ---- */

/* The member `motion` of model.json: the strength of the ground motion; for a record or noise with its
 * spectrum. */
void thud_ground_write(thud_json *json, const thud_model *model);

bool thud_model_write_json(const char *path, const thud_run_report *report, thud_error *failure);

/* The residual up to which the energy balance of a run counts as closed, from rounding and the tolerance of
 * contact phases. */
double thud_residual_limit(const thud_run_report *report);

#endif
