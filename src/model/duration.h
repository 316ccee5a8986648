/*
 * The duration of a model that is given none: that of its records, and some periods more.
 */
#ifndef THUD_MODEL_DURATION_H
#define THUD_MODEL_DURATION_H

#include "model/model.h"

enum { THUD_TAIL_PERIODS = 5 };

/* When the last of the records of ground, supports and forces is over, s; 0: there is none. */
double thud_model_record_end(const thud_model *model);

/* Where there is no duration, the end of the records and five of the longest periods; of a model whose parts are
 * right, with a record. THUD_ERROR_MEMORY. */
thud_status thud_model_settle_duration(thud_model *model);

#endif
