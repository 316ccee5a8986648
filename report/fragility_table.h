/*
 * Fragility curves as tables: counts at each level, median and dispersion of the lognormal curve with their
 * intervals.
 */
#ifndef THUD_REPORT_FRAGILITY_TABLE_H
#define THUD_REPORT_FRAGILITY_TABLE_H

#include "report/failure.h"
#include "report/json.h"
#include "study/fragility_curves.h"

/* One row per curve and level. */
bool thud_fragility_write_csv(const char *path, const thud_results *results, const thud_fragility_request *request,
                              const thud_fragility_set *set, thud_failure *failure);

/* Member `fragility` of the object under way. */
void thud_fragility_write_json(thud_json *json, const thud_results *results, const thud_fragility_request *request,
                               const thud_fragility_set *set);

/* For people, one row per curve; false when memory ran out. */
bool thud_fragility_print(FILE *stream, const thud_results *results, const thud_fragility_request *request,
                          const thud_fragility_set *set);

#endif
