/*
 * Reading a store: what it is of, how far it is, its rows in the order of the cases. A sweep may be writing to it
 * meanwhile; what is read is one instant of it. A study in several stores (shards.h) is read as if it were in one.
 */
#ifndef THUD_STUDY_STORE_READ_H
#define THUD_STUDY_STORE_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "study/store/columns.h"
#include "study/store/roles.h"

typedef struct thud_store_info {
    char title[256];
    char version[32];    /* of thud */
    uint64_t hash;       /* thud_study_hash of the study */
    const char *study;   /* path of its file; NULL in a store that was begun before this was kept, "" for a pipe */
    size_t total;        /* cases of the study */
    size_t done, failed; /* failed ones are done too */
    double wall_seconds; /* of all that are done, summed */
} thud_store_info;

typedef struct thud_results thud_results;

/* THUD_ERROR_SYNTAX, THUD_ERROR_FILE … with a sentence in `note`, which is used as long as they are open. */
thud_status thud_results_open(const char *directory, thud_error *note, thud_results **results);
void thud_results_close(thud_results *results);

const thud_store_info *thud_results_info(const thud_results *results);

/* Shards that the study is divided into; 0: one store. */
size_t thud_results_shard_count(const thud_results *results);
const thud_columns *thud_results_columns(const thud_results *results);
const thud_role *thud_results_roles(const thud_results *results); /* [columns], what they are for */

/* What every row has beside the columns; texts last until the next row. */
typedef struct thud_results_row {
    size_t case_index;
    const char *status;   /* thud_store_status_name */
    const char *reason;   /* why it failed; NULL when it did not */
    const char *notes;    /* of a case that did not fail, one to a line; NULL when there are none */
    const char *executor; /* who ran it; NULL where the store does not say */
    double wall_seconds;
} thud_results_row;

/* The next case; `found` is false at the end. */
thud_status thud_results_next(thud_results *results, thud_results_row *row, bool *found);

/* Only these columns [columns] are asked for from here on, and the wall time and the executor not: less is read. */
thud_status thud_results_want(thud_results *results, const bool *columns);

/* Of the row, by number of the column: NAN or NULL where it has none. */
double thud_results_number(const thud_results *results, size_t column);
const char *thud_results_text(const thud_results *results, size_t column);

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
