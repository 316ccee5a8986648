/* Small tables of numbers as text. */
#include "study/lines.h"

#include <stdio.h>
#include <string.h>

const char *thud_line_take(const char *at, const char *end, size_t count, char (*fields)[THUD_LINE_FIELD]) {
    const char *line = memchr(at, '\n', (size_t)(end - at));
    const char *stop = line ? line : end;
    const char *comment = memchr(at, '#', (size_t)(stop - at));
    if (comment) stop = comment;
    for (size_t i = 0; i < count; i++) {
        while (at < stop && strchr(" \t\"", *at)) at++;
        size_t length = 0;
        while (at + length < stop && !strchr(",;\t\"\r", at[length])) length++;
        size_t used = length;
        while (used > 0 && at[used - 1] == ' ') used--;
        snprintf(fields[i], THUD_LINE_FIELD, "%.*s", (int)(used < THUD_LINE_FIELD ? used : THUD_LINE_FIELD - 1),
                 at);
        at += length;
        while (at < stop && strchr("\" ", *at)) at++;
        at += at < stop; /* the separator */
    }
    return line ? line + 1 : end;
}
