/*
 * Internals of <thud/results.h>, for code that uses the roles of columns.
 */
#ifndef THUD_STUDY_STORE_READ_H
#define THUD_STUDY_STORE_READ_H

#include <thud/results.h>

#include "study/store/columns.h"
#include "study/store/roles.h"

/* Number of shards of the study; 0: one store. */
size_t thud_results_shard_count(const thud_results *results);
const thud_columns *thud_results_columns(const thud_results *results);
const thud_role *thud_results_roles(const thud_results *results); /* [columns], their roles */

/* Reasons of failed cases, the most frequent first. */
typedef struct thud_store_failures {
    char status[32], reason[256];
    size_t cases, first; /* how many, and the number of the first */
} thud_store_failures;

/* Counts those of a store in all its tables. */
thud_status thud_store_count_failures(const thud_sql *sql, const thud_columns *columns, size_t total,
                                      size_t capacity, thud_store_failures *failures, size_t *count);

/* At most `capacity` of them; `count` is the number returned. */
thud_status thud_results_failures(thud_results *results, size_t capacity, thud_store_failures *failures,
                                  size_t *count);

#endif
