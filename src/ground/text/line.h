/*
 * Lines of a text in memory, and search within them. Letters are compared without case.
 *
 * A line ends with LF, CR, CR LF or CR CR LF, or with the text.
 */
#ifndef THUD_MOTION_TEXT_LINE_H
#define THUD_MOTION_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Part of a text: a line without its end, a word, a field. */
typedef struct thud_span {
    const char *at;
    const char *end;
} thud_span;

/* Removes the next line from the front of `text`; false if nothing is left. */
bool thud_line_next(thud_span *text, thud_span *line);

/* The place of a byte: line and column, both from 1. The end of the text is on its last line. */
void thud_line_place(thud_span text, const char *where, size_t *line, size_t *column);

/* Without spaces at both ends. */
thud_span thud_span_trim(thud_span span);

bool thud_span_blank(thud_span span);
bool thud_span_begins(thud_span span, const char *word);
bool thud_span_equals(thud_span span, const char *word);

/* The first occurrence of a word; NULL if there is none. */
const char *thud_span_find(thud_span span, const char *word);

/* The text after the first `word`; empty, at the end, if there is none. */
thud_span thud_span_after(thud_span span, const char *word);

/* The text before the first `word`; everything if there is none. */
thud_span thud_span_before(thud_span span, const char *word);

/* At most `width` bytes from `offset` on: a field of a line with fixed columns. */
thud_span thud_span_field(thud_span line, size_t offset, size_t width);

/* Copies printable text: valid UTF-8 without control characters, with single spaces, cut to the size. */
void thud_span_copy(thud_span span, char *to, size_t size);

/* ---- A text with rows of numbers: the header, the number of columns, and the decimal point. ---- */

typedef struct thud_layout {
    thud_span header; /* the lines above the first row */
    thud_span data;
    size_t columns; /* in the first row */
    char point;     /* '.', or ',' if other separators stand between the numbers */
} thud_layout;

/* The first row of numbers separates header and data; false if there is none, or the text is binary. */
bool thud_layout_find(thud_span text, thud_layout *layout);

/* ---- Files that are not text. ---- */

/* The kind of a binary file, "a zip archive" or "binary", by its first bytes; NULL for a text. */
const char *thud_binary_kind(thud_span text);

#endif
