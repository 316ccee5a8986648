/*
 * Reading back the comma-separated files of a run: columns of numbers, and one column of names ("contact").
 */
#ifndef THUD_REPORT_CSV_TABLE_H
#define THUD_REPORT_CSV_TABLE_H

#include <stddef.h>

#include "report/failure.h"

typedef struct thud_csv_table {
    size_t columns, rows;
    char **heads;    /* [columns] */
    double *numbers; /* [columns][rows]; NAN where a cell is empty, the number of the word in a column of names */
    size_t stride;   /* rows that there is room for: column j begins at numbers + j·stride */
    char **words;    /* [word_count], the different names */
    size_t word_count;
} thud_csv_table;

/* Cells that are no numbers, and rows that are too short or too long, are failures with file and line. */
bool thud_csv_table_read(const char *path, thud_csv_table *table, thud_failure *failure);
void thud_csv_table_free(thud_csv_table *table);

static inline const double *thud_csv_column(const thud_csv_table *table, size_t column) {
    return table->numbers + column * table->stride;
}

/* The column whose head begins with this text; the number of columns when there is none. */
size_t thud_csv_find(const thud_csv_table *table, const char *head);

#endif
