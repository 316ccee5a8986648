/*
 * The results of a study as a table for other tools: CSV, or HDF5 with one data set per column.
 *
 * Rows are in the order of the cases, and do not depend on how the study was run; wall times, which do, are
 * included only on request.
 */
#ifndef THUD_REPORT_STUDY_EXPORT_H
#define THUD_REPORT_STUDY_EXPORT_H

#include <stdbool.h>

#include "base/error.h"
#include "report/text/json.h"
#include "study/fragility_curves.h"
#include "study/store/store_read.h"

/* case, axes, status, reason, [wall_seconds], results, with units in brackets after the names. The results must
 * not have been read from yet; `note` is their own. After success `failure` reports results that are not finite in
 * cases stored as ok, which get the corresponding status; or it is "". */
bool thud_export_csv(thud_results *results, const thud_error *note, const char *path, bool times,
                     thud_error *failure);

/* The same as sets /case, /axes/NAME, /status, /reason, [/wall_seconds], /results/NAME, each with the attribute
 * "unit".
 */
bool thud_export_hdf5(thud_results *results, const thud_error *note, const char *path, bool times,
                      thud_error *failure);

/*
 * Fragility curves as tables: counts at each level, median and dispersion of the lognormal curve with their
 * intervals.
 */

/* One row per curve and level. */
bool thud_fragility_write_csv(const char *path, const thud_results *results, const thud_fragility_request *request,
                              const thud_fragility_set *set, thud_error *failure);

/* Member `fragility` of the current object. */
void thud_fragility_write_json(thud_json *json, const thud_results *results, const thud_fragility_request *request,
                               const thud_fragility_set *set);

/* As text, one row per curve; false when memory is short. */
bool thud_fragility_print(FILE *stream, const thud_results *results, const thud_fragility_request *request,
                          const thud_fragility_set *set);

#endif
