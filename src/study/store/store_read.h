/*
 * The inside of <thud/results.h>, for those who know what columns are for.
 */
#ifndef THUD_STUDY_STORE_READ_H
#define THUD_STUDY_STORE_READ_H

#include <thud/results.h>

#include "study/store/columns.h"
#include "study/store/roles.h"

/* Shards that the study is divided into; 0: one store. */
size_t thud_results_shard_count(const thud_results *results);
const thud_columns *thud_results_columns(const thud_results *results);
const thud_role *thud_results_roles(const thud_results *results); /* [columns], what they are for */

/* Why cases failed, the most frequent reason first. */
typedef struct thud_store_failures {
    char status[32], reason[256];
    size_t cases, first; /* how many, and the number of the first */
} thud_store_failures;

/* Of a store, wherever its rows stand; what a reader's own function calls. */
thud_status thud_store_count_failures(const thud_sql *sql, const thud_columns *columns, size_t total,
                                      size_t capacity, thud_store_failures *failures, size_t *count);

/* At most `capacity` of them; `count` is how many were found. */
thud_status thud_results_failures(thud_results *results, size_t capacity, thud_store_failures *failures,
                                  size_t *count);

#endif
