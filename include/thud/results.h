/*
 * Reads the results of a study, as written by thud_study_run or `thud sweep`.
 *
 *     thud_results *results;
 *     thud_results_row row;
 *     bool found;
 *     if (thud_results_open("results", &error, &results) != THUD_OK) …
 *     size_t impacts = thud_results_find(results, "impacts");
 *     while (thud_results_next(results, &row, &found) == THUD_OK && found)
 *         printf("%zu %g\n", row.case_index, thud_results_number(results, impacts));
 *     thud_results_close(results);
 *
 * A sweep may be writing meanwhile: the reader sees one instant of the store. A study in several stores (shards)
 * reads as one. Rows come in the order of the cases, and each is compared with its checksum. Missing rows are
 * skipped.
 */
#ifndef THUD_RESULTS_H
#define THUD_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_results thud_results;

/* A store: the study it belongs to, and its progress. */
typedef struct thud_store_info {
    char title[256];
    char version[32];    /* version of thud */
    uint64_t hash;       /* thud_study_hash of its study */
    const char *study;   /* path of the study's file; NULL in a store from a version that did not keep it, "" for a
                            pipe */
    size_t total;        /* number of cases in the study */
    size_t done, failed; /* cases done, failed ones included */
    double wall_seconds; /* sum over all cases done */
} thud_store_info;

/*
 * THUD_ERROR_ARGUMENT: there is no store. THUD_ERROR_SYNTAX: the file is not a store, or is damaged.
 * THUD_ERROR_FILE: it cannot be read. `error` is filled in when this call, or a later one with these results,
 * fails. It must outlive the results, or be NULL.
 */
THUD_API thud_status thud_results_open(const char *directory, thud_error *error, thud_results **results);
THUD_API void thud_results_close(thud_results *results);

THUD_API const thud_store_info *thud_results_info(const thud_results *results);

/* ---- columns: axes first, as numbers or texts; an axis with labels has a column for them; then results ---- */

typedef enum thud_column_kind {
    THUD_COLUMN_AXIS, /* a number */
    THUD_COLUMN_TEXT, /* an axis of texts: files or models */
    THUD_COLUMN_LABEL,
    THUD_COLUMN_RESULT,
} thud_column_kind;

THUD_API size_t thud_results_column_count(const thud_results *results);

/* Past the last column the name is NULL and the kind THUD_COLUMN_RESULT. Units are SI, "" for none. */
THUD_API const char *thud_results_column_name(const thud_results *results, size_t column);
THUD_API const char *thud_results_column_unit(const thud_results *results, size_t column);
THUD_API thud_column_kind thud_results_column_kind(const thud_results *results, size_t column);

/* The number of an axis or a result by its name; the number of columns when there is no such name. */
THUD_API size_t thud_results_find(const thud_results *results, const char *name);

/* ---- rows ---- */

/* What each row has in addition to the columns; texts last until the next row. */
typedef struct thud_results_row {
    size_t case_index;
    const char *status;   /* "ok", or the name of the error */
    const char *reason;   /* reason of a failure; NULL when the case did not fail */
    const char *notes;    /* notes of a case that did not fail, one per line; NULL when there are none */
    const char *executor; /* who ran it; NULL where the store does not record it */
    double wall_seconds;
} thud_results_row;

/* Reads the next case; `found` is false at the end. */
THUD_API thud_status thud_results_next(thud_results *results, thud_results_row *row, bool *found);

/* Restricts reading to these columns, [column_count]. The wall time and the executor are then left out too, which
 * saves time. */
THUD_API thud_status thud_results_want(thud_results *results, const bool *columns);

/* The value of a column in the row; NAN or NULL where it has none. */
THUD_API double thud_results_number(const thud_results *results, size_t column);
THUD_API const char *thud_results_text(const thud_results *results, size_t column);

/* Several values at once, in this order. */
THUD_API void thud_results_numbers(const thud_results *results, size_t count, const size_t *columns,
                                   double *numbers);

#ifdef __cplusplus
}
#endif
#endif
