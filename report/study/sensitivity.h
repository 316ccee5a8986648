/*
 * What the results of a study depend on, as CSV, JSON, a table and a tornado.
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

/* Member `sensitivity` of the object under way. */
void thud_sensitivity_write_json(thud_json *json, const thud_results *results, const thud_influences *set);

/* Of one result, by its column: a row for each axis; false when memory ran out. */
bool thud_sensitivity_print(FILE *stream, const thud_results *results, const thud_influences *set, size_t result);

/* Of one result: a bar for each axis, from its mean in the lower quarter of the axis to that in the upper one. */
bool thud_sensitivity_draw(const char *path, const thud_results *results, const thud_influences *set, size_t result,
                           thud_error *failure);

#endif
