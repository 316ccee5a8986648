/* Small tables of numbers as text: one row to a line, fields with commas, semicolons or tabs between them. */
#ifndef THUD_STUDY_LINES_H
#define THUD_STUDY_LINES_H

#include <stddef.h>

enum { THUD_LINE_FIELD = 64 };

/* Takes the first `count` fields of a line, without blanks and quotes; "" where there are fewer, or behind #.
 * Returns where the next line begins. */
const char *thud_line_take(const char *at, const char *end, size_t count, char (*fields)[THUD_LINE_FIELD]);

#endif
