/*
 * What a store says about its study, and whether that is the one at hand.
 */
#ifndef THUD_STUDY_STORE_STUDY_H
#define THUD_STUDY_STORE_STUDY_H

#include <thud/sweep.h>

#include "study/store/columns.h"

/* What is found when a store is taken up. */
typedef struct thud_store_facts {
    size_t
        chunk_rows; /* cases of a chunk, 0: rows; as it was begun, or as it is given here where it does not say */
    size_t damaged, first_damaged; /* rows of chunks that an extension had to leave */
} thud_store_facts;

/* Makes the tables of a new store. */
thud_status thud_store_begin(const thud_sql *sql, const thud_study *study, const thud_columns *columns,
                             size_t chunk_rows);

/* Whether the store is of this study, and may be extended to it where that is wanted; then it is. All within the
 * transaction that is open. The columns are brought to the format of the store. */
thud_status thud_store_adopt(const thud_sql *sql, const thud_study *study, thud_columns *columns,
                             thud_study_mode mode, thud_store_facts *facts);

#endif
