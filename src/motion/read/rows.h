/*
 * Rows of numbers: a time and one or more accelerations per line.
 */
#ifndef THUD_MOTION_ROWS_H
#define THUD_MOTION_ROWS_H

#include "motion/read/reader.h"

typedef struct thud_rows {
    size_t columns; /* numbers per line */
    size_t time;    /* the column of the time, from 0; THUD_ROWS_NO_TIME when there is none */
    size_t value;   /* the column of the accelerations that are read */
    size_t width;   /* of a column in bytes; 0 when it is not fixed */
} thud_rows;

#define THUD_ROWS_NO_TIME ((size_t)-1)

/* What a line is. A comment begins with #, %, ! or //, and may stand behind numbers too. */
typedef enum thud_row_kind {
    THUD_ROW_BLANK,
    THUD_ROW_COMMENT,
    THUD_ROW_NUMBERS, /* and nothing else */
    THUD_ROW_TEXT,
} thud_row_kind;

/* Looks at a line; *columns is how many numbers it holds when it holds nothing else. `point` is '.' or ','. */
thud_row_kind thud_row_look(thud_span line, char point, size_t *columns);

/* Behind blanks and separators. */
const char *thud_row_skip(const char *at, const char *end, char point);

/* Whether no more numbers come in a line: at its end, or at a comment. */
bool thud_row_over(const char *at, const char *end);

/* Whether a line says that the data are over: "*** End Data ***", "/& end of data", "END". */
bool thud_row_is_end(thud_span line);

/* Warns when something else than blanks follows such a line. */
void thud_rows_after_end(thud_reader *reader, const char *at);

/* Reads rows to the end of the data into values and, where there is one, times; blank lines and comments are
 * skipped. */
bool thud_rows_read(thud_reader *reader, thud_span text, const thud_rows *rows);

#endif
