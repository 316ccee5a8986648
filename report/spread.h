/*
 * How far the numbers of a run can be trusted, as JSON and for people.
 */
#ifndef THUD_REPORT_SPREAD_H
#define THUD_REPORT_SPREAD_H

#include <stdio.h>

#include <thud/spread.h>

#include "report/json.h"
#include "report/table.h"

/* The member `spread` of summary.json. */
void thud_spread_write(thud_json *json, const thud_model *model, const thud_spread *spread);

/* Three deviations as a quantity, with two digits; or a range of counts. */
void thud_spread_cell(thud_table *table, const thud_range *range, const char *unit);
void thud_spread_count_cell(thud_table *table, const thud_range *range);

/* What ± means, the range of impacts, and how long histories agree. */
void thud_spread_print(const thud_spread *spread, double duration, FILE *stream);

#endif
