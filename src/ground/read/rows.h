/*
 * Rows of numbers: a time and one or more accelerations per line.
 */
#ifndef THUD_MOTION_READ_ROWS_H
#define THUD_MOTION_READ_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground/read/reader.h"
#include "ground/text/line.h"

typedef struct thud_rows {
    size_t columns; /* numbers per line */
    size_t time;    /* the column of the time, from 0; THUD_ROWS_NO_TIME when there is none */
    size_t value;   /* the column of the accelerations that are read */
    size_t width;   /* width of a column in bytes; 0 if it is not fixed */
} thud_rows;

#define THUD_ROWS_NO_TIME ((size_t)-1)

/* Kinds of lines. A comment begins with #, %, ! or //, and may also follow numbers. */
typedef enum thud_row_kind {
    THUD_ROW_BLANK,
    THUD_ROW_COMMENT,
    THUD_ROW_NUMBERS, /* and nothing else */
    THUD_ROW_TEXT,
} thud_row_kind;

/* Classifies a line; *columns is the count of numbers in a line of numbers only. `point` is '.' or ','. */
thud_row_kind thud_row_look(thud_span line, char point, size_t *columns);

/* Skips spaces and separators. */
const char *thud_row_skip(const char *at, const char *end, char point);

/* Whether a line has no more numbers: at its end, or at a comment. */
bool thud_row_over(const char *at, const char *end);

/* Whether a line marks the end of the data: "*** End Data ***", "/& end of data", "END". */
bool thud_row_is_end(thud_span line);

/* Warns if something other than spaces follows such a line. */
void thud_rows_after_end(thud_reader *reader, const char *at);

/* Reads rows to the end of the data into values and, if there are any, times; skips blank lines and comments. */
bool thud_rows_read(thud_reader *reader, thud_span text, const thud_rows *rows);

/* ---- Times in a file: whether they are equally spaced, as far as their digits show. ---- */

/*
 * The step of equally spaced times, rounded to the intended value: 0.005 rather than 0.0050000000000003, 1/128 for
 * 0.0078, 0.0156, …. False if they are not equally spaced. `place` is the decimal exponent of their last digit;
 * `expected` a step known from elsewhere, or 0.
 */
bool thud_times_uniform(const double *times, size_t count, int64_t place, double expected, double *step);

/* ---- The beginning of a plain table: its rows, and the words of its header. ---- */

/* Finds the rows, and reads title, unit and decimal point. */
bool thud_table_begin(thud_reader *reader, thud_layout *parts);

#endif
