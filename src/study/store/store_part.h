/*
 * Reads one store, which may be one of the shards of a study: its study, its progress, its rows in the order of
 * the cases. The functions correspond to those of store_read.h, which treats all shards as one study.
 */
#ifndef THUD_STUDY_STORE_PART_H
#define THUD_STUDY_STORE_PART_H

#include "study/store/store_read.h"

typedef struct thud_store_part thud_store_part;

thud_status thud_part_open(const char *directory, thud_error *note, thud_store_part **part);
void thud_part_close(thud_store_part *part);

const thud_store_info *thud_part_info(const thud_store_part *part);
const thud_columns *thud_part_columns(const thud_store_part *part);
const thud_role *thud_part_roles(const thud_store_part *part);

thud_status thud_part_next(thud_store_part *part, thud_results_row *row, bool *found);
thud_status thud_part_want(thud_store_part *part, const bool *columns);
double thud_part_number(const thud_store_part *part, size_t column);
const char *thud_part_text(const thud_store_part *part, size_t column);

thud_status thud_part_failures(thud_store_part *part, size_t capacity, thud_store_failures *failures,
                               size_t *count);

#endif
