/*
 * The sensitivities of a study's results, as CSV, JSON, a table and a tornado diagram.
 */
#ifndef THUD_REPORT_STUDY_SENSITIVITY_H
#define THUD_REPORT_STUDY_SENSITIVITY_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "report/text/json.h"
#include "study/sensitivity.h"

/* One row for each result and axis. */
bool thud_sensitivity_write_csv(const char *path, const thud_results *results, const thud_influences *set,
                                thud_error *failure);

/* Member `sensitivity` of the current object. */
void thud_sensitivity_write_json(thud_json *json, const thud_results *results, const thud_influences *set);

/* For one result, by its column: a row per axis; false when memory is short. */
bool thud_sensitivity_print(FILE *stream, const thud_results *results, const thud_influences *set, size_t result);

/* For one result: a bar per axis, from its mean in the lower quarter of the axis to that in the upper one. */
bool thud_sensitivity_draw(const char *path, const thud_results *results, const thud_influences *set, size_t result,
                           thud_error *failure);

#endif
