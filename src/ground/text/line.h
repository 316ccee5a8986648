/*
 * Lines of a text in memory, and what stands in them. Letters are compared without regard to case.
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

/* Takes the next line off the front of `text`; false when nothing is left. */
bool thud_line_next(thud_span *text, thud_span *line);

/* The place of a byte: line and column, both from 1. The end of the text belongs to its last line. */
void thud_line_place(thud_span text, const char *where, size_t *line, size_t *column);

/* Without blanks at both ends. */
thud_span thud_span_trim(thud_span span);

bool thud_span_blank(thud_span span);
bool thud_span_begins(thud_span span, const char *word);
bool thud_span_equals(thud_span span, const char *word);

/* Where a word first stands; NULL when it does not. */
const char *thud_span_find(thud_span span, const char *word);

/* What stands behind the first `word`; empty, at the end, when it is not there. */
thud_span thud_span_after(thud_span span, const char *word);

/* What stands before the first `word`; the whole when it is not there. */
thud_span thud_span_before(thud_span span, const char *word);

/* At most `width` bytes from `offset` on: a field of a line with fixed columns. */
thud_span thud_span_field(thud_span line, size_t offset, size_t width);

/* Copies what can be printed: valid UTF-8 without control characters, single blanks, cut to the size. */
void thud_span_copy(thud_span span, char *to, size_t size);

/* ---- A text with rows of numbers taken apart: what stands above them, how many stand in a row, and how they
 * are written. ---- */

typedef struct thud_layout {
    thud_span header; /* the lines above the first row */
    thud_span data;
    size_t columns; /* in the first row */
    char point;     /* '.', or ',' where something else than commas stands between the numbers */
} thud_layout;

/* The first line that is a row divides header and data; false when there is none, or the text is binary. */
bool thud_layout_find(thud_span text, thud_layout *layout);

/* ---- Files that are no text. ---- */

/* What a file is, "a zip archive" or "binary", when its beginning is no text; NULL for a text. */
const char *thud_binary_kind(thud_span text);

#endif
