/*
 * What a store says about its study, and whether that is the one at hand.
 */
#ifndef THUD_STUDY_STORE_STUDY_H
#define THUD_STUDY_STORE_STUDY_H

#include <thud/sweep.h>

#include "study/store/columns.h"

/* Makes the tables of a new store. */
thud_status thud_store_begin(const thud_sql *sql, const thud_study *study, const thud_columns *columns);

/* Whether the store is of this study, and may be extended to it where that is wanted; then it is. All within the
 * transaction that is open. */
thud_status thud_store_adopt(const thud_sql *sql, const thud_study *study, const thud_columns *columns,
                             thud_study_mode mode);

#endif
