/*
 * The catalogue of laws and the keys of scenario and study files, as people and programs read them. Everything
 * comes from the tables in src/law and src/model.
 */
#ifndef THUD_REPORT_TEXT_REFERENCE_H
#define THUD_REPORT_TEXT_REFERENCE_H

#include <stdbool.h>
#include <stdio.h>

#include <thud/law.h>

#include "model/scenario/schema.h"
#include "report/text/json.h"

/* ---- the catalogue of laws as people and programs read it. Everything comes from the table in src/law ---- */

/* A line per law, grouped by structure. False when memory ran out. */
bool thud_catalogue_list(FILE *stream);

/* All about one law. False when memory ran out. */
bool thud_catalogue_show(FILE *stream, const thud_law *law);

/* One law as an object. */
void thud_catalogue_json(thud_json *json, const thud_law *law);

/* The whole catalogue as the page docs/laws.md. */
void thud_catalogue_markdown(FILE *stream);

/* "none" for a law without a rule of its own. */
const char *thud_catalogue_rule(const thud_law *law);

/* The exponent, and the range from which it may be chosen: "1.5 (1 to 2)". */
typedef struct thud_exponent_cells {
    char text[48];
} thud_exponent_cells;
thud_exponent_cells thud_catalogue_exponent(const thud_law *law);

/*
 * The keys of scenario and study files, as people and programs read them. Everything comes from the table in
 * src/model.
 */

typedef enum thud_reference { THUD_REFERENCE_SCENARIO, THUD_REFERENCE_STUDY } thud_reference;

/* A line per key, section by section. False when memory ran out. */
bool thud_scenario_reference_list(thud_reference which, FILE *stream);

/* All sections as one object. */
void thud_scenario_reference_json(thud_reference which, thud_json *json);

/* The SI unit of what a key takes, as in "m/s²"; "" where it has none. */
const char *thud_scenario_reference_unit(const thud_key *key);

/* The page docs/scenario.md or docs/study.md. */
void thud_scenario_reference_markdown(thud_reference which, FILE *stream);

/* The JSON Schema, draft 7, for editors. */
void thud_file_schema(thud_reference which, thud_json *json);

#endif
