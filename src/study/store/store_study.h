/*
 * The study of a store, compared with the present one.
 */
#ifndef THUD_STUDY_STORE_STUDY_H
#define THUD_STUDY_STORE_STUDY_H

#include <thud/sweep.h>

#include "study/store/columns.h"

/* Facts about an opened store. */
typedef struct thud_store_facts {
    size_t chunk_rows; /* cases per chunk, 0: rows; as recorded, or as given here if nothing is recorded */
    size_t damaged, first_damaged; /* rows of chunks that an extension had to leave */
} thud_store_facts;

/* Makes the tables of a new store. */
thud_status thud_store_begin(const thud_sql *sql, const thud_study *study, const thud_columns *columns,
                             size_t chunk_rows);

/* Checks that the store belongs to this study, or extends it if that is allowed. Everything happens within the
 * open transaction. The columns are adapted to the format of the store. */
thud_status thud_store_adopt(const thud_sql *sql, const thud_study *study, thud_columns *columns,
                             thud_study_mode mode, thud_store_facts *facts);

#endif
