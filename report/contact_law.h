/*
 * What a contact of a model was asked for, and what its law returns for it when two bodies meet in free flight.
 */
#ifndef THUD_REPORT_CONTACT_LAW_H
#define THUD_REPORT_CONTACT_LAW_H

#include <stdio.h>

#include <thud/model.h>

#include "report/json.h"

/* exact, published, given or none: as `thud impact` calls them. */
const char *thud_contact_damping_kind(const thud_gap_contact *given);

/* The restitution of a free pair; NAN where it depends on masses and speed, with a damping that is given. */
double thud_contact_free_restitution(const thud_gap_contact *given);

/* damping_kind and e_free, as members of the object under way. */
void thud_contact_law_write(thud_json *json, const thud_gap_contact *given);

/* A line for each law in use with its parameters: the contacts that have it, its damping, what it returns. */
void thud_contact_laws_print(const thud_model *model, FILE *stream);

#endif
