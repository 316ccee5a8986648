/* Lines of a text in memory, and search within them. */
#include "ground/text/line.h"

#include <string.h>

#include "base/text.h"

/* length of the line end here, 0 if there is none */
static size_t break_length(const char *at, const char *end) {
    if (*at == '\n') return 1;
    if (*at != '\r') return 0;
    if (end - at >= 2 && at[1] == '\n') return 2;
    if (end - at >= 3 && at[1] == '\r' && at[2] == '\n') return 3;
    return 1;
}

bool thud_line_next(thud_span *text, thud_span *line) {
    if (text->at == text->end) return false;
    const char *p = text->at;
    while (p < text->end && *p != '\n' && *p != '\r') p++;
    *line = (thud_span){text->at, p};
    text->at = p < text->end ? p + break_length(p, text->end) : p;
    return true;
}

void thud_line_place(thud_span text, const char *where, size_t *line, size_t *column) {
    thud_span rest = text, current = {text.at, text.at};
    *line = 0;
    /* the line that contains the byte is the last that begins at or before it */
    while (rest.at <= where && thud_line_next(&rest, &current)) ++*line;
    if (*line == 0) *line = 1;
    if (where > current.end) where = current.end;
    *column = (size_t)(where - current.at) + 1;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\0'; }

thud_span thud_span_trim(thud_span span) {
    while (span.at < span.end && is_blank(*span.at)) span.at++;
    while (span.at < span.end && is_blank(span.end[-1])) span.end--;
    return span;
}

bool thud_span_blank(thud_span span) {
    span = thud_span_trim(span);
    return span.at == span.end;
}

/* ASCII only, independent of the locale */
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool thud_span_begins(thud_span span, const char *word) {
    for (; *word; word++, span.at++)
        if (span.at == span.end || lower(*span.at) != lower(*word)) return false;
    return true;
}

bool thud_span_equals(thud_span span, const char *word) {
    return (size_t)(span.end - span.at) == strlen(word) && thud_span_begins(span, word);
}

const char *thud_span_find(thud_span span, const char *word) {
    const char first = lower(*word);
    for (; span.at < span.end; span.at++)
        if (lower(*span.at) == first && thud_span_begins(span, word)) return span.at;
    return NULL;
}

thud_span thud_span_after(thud_span span, const char *word) {
    const char *at = thud_span_find(span, word);
    return (thud_span){at ? at + strlen(word) : span.end, span.end};
}

thud_span thud_span_before(thud_span span, const char *word) {
    const char *at = thud_span_find(span, word);
    return (thud_span){span.at, at ? at : span.end};
}

thud_span thud_span_field(thud_span line, size_t offset, size_t width) {
    const size_t length = (size_t)(line.end - line.at);
    if (offset > length) offset = length;
    if (width > length - offset) width = length - offset;
    return (thud_span){line.at + offset, line.at + offset + width};
}

void thud_span_copy(thud_span span, char *to, size_t size) {
    span = thud_span_trim(span);
    const char *limit = to + size - 1;
    bool blank = false;
    while (span.at < span.end) {
        if (is_blank(*span.at)) {
            blank = true;
            span.at++;
            continue;
        }
        const size_t length = thud_printable_length(span.at, (size_t)(span.end - span.at));
        if ((size_t)(limit - to) < (blank ? 1 : 0) + (length ? length : 1)) break;
        if (blank) *to++ = ' ';
        blank = false;
        memcpy(to, length ? span.at : "?", length ? length : 1);
        to += length ? length : 1;
        span.at += length ? length : 1;
    }
    *to = '\0';
}
