/*
 * The results of a study, read from where thud_study_run, or `thud sweep`, has put them.
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
 * A sweep may be writing meanwhile: what is read is one instant of it. A study in several stores (shards) is read
 * as one. Rows come in the order of the cases, each compared with its checksum; those that are missing are left
 * out.
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

/* What a store is of, and how far it is. */
typedef struct thud_store_info {
    char title[256];
    char version[32];    /* of thud */
    uint64_t hash;       /* thud_study_hash of the study */
    const char *study;   /* path of its file; NULL in a store that was begun before this was kept, "" for a pipe */
    size_t total;        /* cases of the study */
    size_t done, failed; /* failed ones are done too */
    double wall_seconds; /* of all that are done, summed */
} thud_store_info;

/*
 * THUD_ERROR_ARGUMENT where there is no store, THUD_ERROR_SYNTAX where what lies there is none or a damaged one,
 * THUD_ERROR_FILE where it cannot be read. `error` is filled in when this, or a later call with these results,
 * fails: it lasts as long as they do, or is NULL.
 */
THUD_API thud_status thud_results_open(const char *directory, thud_error *error, thud_results **results);
THUD_API void thud_results_close(thud_results *results);

THUD_API const thud_store_info *thud_results_info(const thud_results *results);

/* ---- columns: axes first, as numbers or texts, each with one for its labels where it has them; then results ----
 */

typedef enum thud_column_kind {
    THUD_COLUMN_AXIS, /* a number */
    THUD_COLUMN_TEXT, /* an axis of texts: records, models */
    THUD_COLUMN_LABEL,
    THUD_COLUMN_RESULT,
} thud_column_kind;

THUD_API size_t thud_results_column_count(const thud_results *results);

/* NULL, and THUD_COLUMN_RESULT, past the last one; the unit is SI, "" where there is none. */
THUD_API const char *thud_results_column_name(const thud_results *results, size_t column);
THUD_API const char *thud_results_column_unit(const thud_results *results, size_t column);
THUD_API thud_column_kind thud_results_column_kind(const thud_results *results, size_t column);

/* The number of an axis or a result by its name; the number of columns when there is none. */
THUD_API size_t thud_results_find(const thud_results *results, const char *name);

/* ---- rows ---- */

/* What every row has beside the columns; texts last until the next row. */
typedef struct thud_results_row {
    size_t case_index;
    const char *status;   /* "ok", or the error in a word */
    const char *reason;   /* why it failed; NULL when it did not */
    const char *notes;    /* of a case that did not fail, one to a line; NULL when there are none */
    const char *executor; /* who ran it; NULL where the store does not say */
    double wall_seconds;
} thud_results_row;

/* The next case; `found` is false at the end. */
THUD_API thud_status thud_results_next(thud_results *results, thud_results_row *row, bool *found);

/* Only these columns, [column_count], are asked for from here on, and the wall time and the executor not: less is
 * read. */
THUD_API thud_status thud_results_want(thud_results *results, const bool *columns);

/* Of the row, by number of the column: NAN or NULL where it has none. */
THUD_API double thud_results_number(const thud_results *results, size_t column);
THUD_API const char *thud_results_text(const thud_results *results, size_t column);

/* Several of them at once, in this order. */
THUD_API void thud_results_numbers(const thud_results *results, size_t count, const size_t *columns,
                                   double *numbers);

#ifdef __cplusplus
}
#endif
#endif
