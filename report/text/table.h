/*
 * Aligned tables for people: rows of cells, heading lines between them, columns as wide as their widest cell.
 *
 * Width is counted in characters, not bytes: δ̇ is one column wide. Memory that runs out is reported once, by print.
 */
#ifndef THUD_REPORT_TEXT_TABLE_H
#define THUD_REPORT_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

typedef struct thud_table_row thud_table_row;

typedef struct thud_table {
    const char *alignment; /* one letter per column: l, r */
    size_t columns;
    thud_table_row *rows;
    size_t row_count;
    size_t row_capacity;
    size_t next_column; /* where the next cell goes */
    bool failed;
} thud_table;

/* "lrr": three columns, the first flush left. */
thud_table thud_table_start(const char *alignment);

/* The next cells, filling rows from left to right: in the format a tab stands between two cells, a line feed between
 * two rows. One in a text that is put in is neither. */
void thud_table_cells(thud_table *table, const char *format, ...) THUD_PRINTF(2, 3);

/* A line of its own over the whole width, outside the indentation: one line, whatever is put in. */
void thud_table_heading(thud_table *table, const char *format, ...) THUD_PRINTF(2, 3);

/* An empty line. */
void thud_table_space(thud_table *table);

/* Prints with `indent` blanks before each row, and frees the table. False when memory ran out. */
bool thud_table_finish(thud_table *table, FILE *stream, int indent);

/* Columns that a UTF-8 text takes on a terminal; letters that combine with the one before take none. */
int thud_text_width(const char *text);

/* Prints what a user wrote: a question mark for each character that a terminal could take for a command. Cells and
 * headings are printed like that. */
void thud_text_print(FILE *stream, const char *text);

/* Bytes of the beginning of a text that fit into so many columns. */
size_t thud_text_fitting(const char *text, int columns);

#endif
