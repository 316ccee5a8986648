/*
 * Numbers that are not finite in what is read back, a store or the files of a run: they are reported, not shown as
 * if nothing were the matter. Runs of this version end with an error where there is one; files may be older.
 */
#ifndef THUD_REPORT_STUDY_NONFINITE_H
#define THUD_REPORT_STUDY_NONFINITE_H

#include "report/text/csv.h"
#include "study/store/store_read.h"

/* Cases that are said to be well and are not. */
typedef struct thud_nonfinite {
    size_t cases, first; /* how many, and the number of the first */
    char result[128];    /* of that one: the name of the result */
} thud_nonfinite;

/* A row marked ok in which a result is not finite gets the status of such a run, and the reason. */
void thud_nonfinite_row(thud_nonfinite *nonfinite, const thud_results *reader, thud_results_row *row);

/* The sentence for them into the failure of a function that succeeds; "" when there are none. */
void thud_nonfinite_describe(const thud_nonfinite *nonfinite, thud_error *failure);

/* The first number of summary.json (a text that is JSON) and of a table that is not finite, as "summary.json:
 * bodies.deck.final_velocity is not a number"; false when there is none. */
bool thud_nonfinite_summary(const char *json, thud_error *failure);
bool thud_nonfinite_table(const thud_csv_table *table, const char *file, thud_error *failure);

#endif
