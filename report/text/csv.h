/*
 * Cells of comma-separated files, RFC 4180: quoted if they contain a comma, a quote or a line feed. A text that a
 * spreadsheet would take for a formula (it begins with = + - @, a tab or a return, and is not a number) gets an
 * apostrophe before it; one that begins with an apostrophe gets a second.
 */
#ifndef THUD_REPORT_TEXT_CSV_H
#define THUD_REPORT_TEXT_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* A cell made of two texts, the second without need for quotes; no comma before it. */
void thud_csv_text(FILE *stream, const char *text, const char *ending);

/* A comma, then the number; an empty cell for NAN. */
void thud_csv_number(FILE *stream, double value);

/* ---- reading the comma-separated files of a run: columns of numbers, and one column of names ("contact") ---- */

typedef struct thud_csv_table {
    size_t columns, rows;
    char **heads;    /* [columns] */
    double *numbers; /* [columns][rows]; NAN for an empty cell, the number of the word in a column of names */
    size_t stride;   /* capacity in rows: column j begins at numbers + j·stride */
    char **words;    /* [word_count], the different names */
    size_t word_count;
} thud_csv_table;

/* Invalid numbers, and rows that are too short or too long, are failures with file and line. */
bool thud_csv_table_read(const char *path, thud_csv_table *table, thud_error *failure);
void thud_csv_table_free(thud_csv_table *table);

static inline const double *thud_csv_column(const thud_csv_table *table, size_t column) {
    return table->numbers + column * table->stride;
}

/* The column whose heading begins with this text; the number of columns if there is none. */
size_t thud_csv_find(const thud_csv_table *table, const char *head);

#endif
