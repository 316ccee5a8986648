/*
 * Default duration of a model: that of its records plus some periods.
 */
#ifndef THUD_MODEL_DURATION_H
#define THUD_MODEL_DURATION_H

#include "model/model.h"

enum { THUD_TAIL_PERIODS = 5 };

/* The end of the last record of ground, supports and forces, s; 0: there is none. */
double thud_model_record_end(const thud_model *model);

/* Sets a missing duration to the end of the records plus five of the longest periods. The parts must be valid,
 * with a record. THUD_ERROR_MEMORY. */
thud_status thud_model_settle_duration(thud_model *model);

#endif
