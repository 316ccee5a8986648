/*
 * Characters of a YAML stream (YAML 1.2.2, 5.1): UTF-8 without control characters except tab and line breaks.
 * Checked before libyaml reads it, because libyaml does not report the byte.
 */
#include <stdio.h>

#include "model/yaml/yaml.h"

static bool is_tail(unsigned char c) { return (c & 0xC0) == 0x80; }

/* bytes of the character at the start of a text (RFC 3629, no overlong forms, no surrogates); 0 if there is
   none */
static size_t character_length(const unsigned char *c, size_t size) {
    if (c[0] < 0x80) return 1;
    if (c[0] >= 0xC2 && c[0] <= 0xDF) return size >= 2 && is_tail(c[1]) ? 2 : 0;
    if (c[0] >= 0xE0 && c[0] <= 0xEF) {
        if (size < 3 || !is_tail(c[1]) || !is_tail(c[2])) return 0;
        if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F)) return 0;
        return 3;
    }
    if (c[0] >= 0xF0 && c[0] <= 0xF4) {
        if (size < 4 || !is_tail(c[1]) || !is_tail(c[2]) || !is_tail(c[3])) return 0;
        if ((c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F)) return 0;
        return 4;
    }
    return 0;
}

static bool is_control(const unsigned char *c, size_t length) {
    if (length == 1) return (c[0] < 0x20 && c[0] != '\t' && c[0] != '\n' && c[0] != '\r') || c[0] == 0x7F;
    return length == 2 && c[0] == 0xC2 && c[1] < 0xA0 && c[1] != 0x85; /* C1, except NEL */
}

bool thud_yaml_find_bad_byte(const char *text, size_t size, thud_yaml_fault *fault) {
    for (size_t i = 0; i < size;) {
        const unsigned char *c = (const unsigned char *)text + i;
        const size_t length = character_length(c, size - i);
        if (length == 0 || is_control(c, length)) {
            fault->offset = i;
            if (length == 0)
                snprintf(fault->text, sizeof fault->text, "byte 0x%02X is not UTF-8; save the file as UTF-8", c[0]);
            else snprintf(fault->text, sizeof fault->text, "a control character (0x%02X)", c[length - 1]);
            return true;
        }
        i += length;
    }
    return false;
}
