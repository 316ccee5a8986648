/*
 * model.json: what was solved, for those who look at a run later: parts, gaps and laws, in SI units.
 */
#ifndef THUD_REPORT_MODEL_JSON_H
#define THUD_REPORT_MODEL_JSON_H

#include <thud/model.h>

#include "report/failure.h"

bool thud_model_write_json(const char *path, const thud_model *model, thud_failure *failure);

/* The residual up to which the energy balance of a run closes: rounding, or what the tolerance of contact phases
 * explains. */
double thud_model_residual_limit(const thud_model *model);

#endif
