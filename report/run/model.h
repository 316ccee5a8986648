/*
 * The model behind a run, as its reports show it: coordinates, contacts, model.json.
 */
#ifndef THUD_REPORT_RUN_MODEL_H
#define THUD_REPORT_RUN_MODEL_H

#include <stdio.h>

#include <thud/model.h>

#include "base/error.h"
#include "report/run/summary.h"
#include "report/text/json.h"

/* ---- what the coordinates of a model are called: bodies move along the axis, the rods after them turn ---- */

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

/* ---- what a contact of a model was asked for, and what its law returns for it when two bodies meet in free flight
 * ---- */

/* exact, published, given or none: as `thud impact` calls them. */
const char *thud_contact_damping_kind(const thud_gap_contact *given);

/* The restitution of a free pair; NAN where it depends on masses and speed, with a damping that is given. */
double thud_contact_free_restitution(const thud_gap_contact *given);

/* damping_kind and e_free, as members of the object under way. */
void thud_contact_law_write(thud_json *json, const thud_gap_contact *given);

/* A line for each law in use with its parameters: the contacts that have it, its damping, what it returns. */
void thud_contact_laws_print(const thud_model *model, FILE *stream);

/* ---- model.json: what was solved, for those who look at a run later: parts, gaps and laws, in SI units ---- */

/* The member `motion` of model.json: how strong the motion of the ground is; of a record or noise with its
 * spectrum. */
void thud_ground_write(thud_json *json, const thud_model *model);

bool thud_model_write_json(const char *path, const thud_run_report *report, thud_error *failure);

/* The residual up to which the energy balance of a run closes: rounding, or what the tolerance of contact phases
 * explains. */
double thud_residual_limit(const thud_run_report *report);

#endif
