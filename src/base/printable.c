/* Text that is safe to show on a terminal: valid UTF-8 without control characters. */
#include "base/text.h"

#include <string.h>

/* number of bytes that the first byte of a character announces; 0 for an invalid first byte */
static size_t announced(unsigned char first) {
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

static unsigned long code_point(const unsigned char *c, size_t length) {
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    unsigned long code = c[0] & first_bits[length];
    for (size_t i = 1; i < length; i++) code = code << 6 | (c[i] & 0x3fu);
    return code;
}

/* overlong, half of a surrogate pair, or beyond Unicode */
static bool is_invalid(unsigned long code, size_t length) {
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code < least[length] || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff;
}

/* C0, DEL and C1, line and paragraph separators, and overrides of the writing direction */
static bool is_obeyed(unsigned long code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t thud_printable_length(const char *text, size_t size) {
    const unsigned char *c = (const unsigned char *)text;
    const size_t length = size > 0 ? announced(c[0]) : 0;
    if (length == 0 || length > size) return 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    const unsigned long code = code_point(c, length);
    return is_invalid(code, length) || is_obeyed(code) ? 0 : length;
}

bool thud_printable(const char *text) {
    size_t size = strlen(text);
    for (size_t length; size > 0; text += length, size -= length)
        if ((length = thud_printable_length(text, size)) == 0) return false;
    return true;
}

/* bytes to skip at something unprintable: a whole character where possible, so that one sign replaces it */
static size_t hidden_length(const char *text, size_t size) {
    size_t length = announced((unsigned char)*text), there = 1;
    while (there < length && there < size && ((unsigned char)text[there] & 0xc0) == 0x80) there++;
    return there;
}

void thud_printable_make(char *text) {
    char *to = text;
    size_t size = strlen(text);
    while (size > 0) {
        const size_t shown = thud_printable_length(text, size), length = shown ? shown : hidden_length(text, size);
        if (shown) memmove(to, text, shown);
        else *to = '?';
        to += shown ? shown : 1;
        text += length;
        size -= length;
    }
    *to = '\0';
}
