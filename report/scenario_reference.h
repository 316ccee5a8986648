/*
 * The keys of scenario and study files, as people and programs read them. Everything comes from the table in
 * src/model.
 */
#ifndef THUD_REPORT_SCENARIO_REFERENCE_H
#define THUD_REPORT_SCENARIO_REFERENCE_H

#include <stdbool.h>
#include <stdio.h>

#include "model/schema.h"
#include "report/json.h"

typedef enum thud_reference { THUD_REFERENCE_SCENARIO, THUD_REFERENCE_STUDY } thud_reference;

/* A line per key, section by section. False when memory ran out. */
bool thud_scenario_reference_list(thud_reference which, FILE *stream);

/* All sections as one object. */
void thud_scenario_reference_json(thud_reference which, thud_json *json);

/* The SI unit of what a key takes, as in "m/s²"; "" where it has none. */
const char *thud_scenario_reference_unit(const thud_key *key);

/* The page docs/scenario.md or docs/study.md. */
void thud_scenario_reference_markdown(thud_reference which, FILE *stream);

#endif
