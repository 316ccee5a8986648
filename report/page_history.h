/*
 * The history of a run for its page: every row of a short one; of a long one, the smallest and the largest value of
 * each stretch of rows, in the order in which they came. No peak is lost.
 */
#ifndef THUD_REPORT_PAGE_HISTORY_H
#define THUD_REPORT_PAGE_HISTORY_H

#include "report/csv_table.h"
#include "report/page.h"

/* A column of history.csv by its head, "NAME velocity [m/s]". */
typedef struct thud_history_column {
    char *name;           /* of the body, rod or contact; to be freed */
    const char *quantity; /* static; NULL: none that thud writes */
    const char *unit;
} thud_history_column;

thud_history_column thud_history_column_of(const char *head);

/*
 * At most `room` (even) points of a column into `shown`, and their number. Without loss when they all fit; else two
 * for each of room/2 stretches.
 */
size_t thud_page_thin(const double *column, size_t rows, size_t room, double *shown);

/* The instants that belong to them: beginning and middle of each stretch. */
size_t thud_page_thin_times(const double *times, size_t rows, size_t room, double *shown);

/* Data `history`, and `psd` of the same columns. */
bool thud_page_add_history(thud_page *page, const thud_csv_table *history, thud_failure *failure);
bool thud_page_add_psd(thud_page *page, const thud_csv_table *history, thud_failure *failure);

#endif
