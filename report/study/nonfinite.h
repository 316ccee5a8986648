/*
 * Numbers that are not finite in a store or in the files of a run: they are reported, not shown like valid ones.
 * Runs of this version end with an error instead; files may be older.
 */
#ifndef THUD_REPORT_STUDY_NONFINITE_H
#define THUD_REPORT_STUDY_NONFINITE_H

#include "report/text/csv.h"
#include "study/store/store_read.h"

/* Cases stored as ok with a result that is not finite. */
typedef struct thud_nonfinite {
    size_t cases, first; /* how many, and the number of the first */
    char result[128];    /* name of that case's result */
} thud_nonfinite;

/* A row marked ok with a result that is not finite gets the corresponding status and reason. */
void thud_nonfinite_row(thud_nonfinite *nonfinite, const thud_results *reader, thud_results_row *row);

/* The message for them, in the failure of a successful function; "" without any. */
void thud_nonfinite_describe(const thud_nonfinite *nonfinite, thud_error *failure);

/* The first number that is not finite in summary.json (as a text) or in a table, as "summary.json:
 * bodies.deck.final_velocity is not a number"; false if there is none. */
bool thud_nonfinite_summary(const char *json, thud_error *failure);
bool thud_nonfinite_table(const thud_csv_table *table, const char *file, thud_error *failure);

#endif
