/*
 * The keys of scenario files, as people and programs read them. Everything comes from the table in src/model.
 */
#ifndef THUD_REPORT_SCENARIO_REFERENCE_H
#define THUD_REPORT_SCENARIO_REFERENCE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/json.h"

/* A line per key, section by section. False when memory ran out. */
bool thud_scenario_reference_list(FILE *stream);

/* All sections as one object. */
void thud_scenario_reference_json(thud_json *json);

/* The page docs/scenario.md. */
void thud_scenario_reference_markdown(FILE *stream);

#endif
