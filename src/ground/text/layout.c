/*
 * Splits a text with rows of numbers: the header, the number of columns, and the decimal point.
 */
#include "ground/text/line.h"

#include <string.h>

#include "ground/read/rows.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* commas within numbers, and another separator between them */
static bool has_decimal_commas(thud_span line) {
    line = thud_span_trim(line);
    bool comma = false, separated = false;
    for (const char *p = line.at; p < line.end; p++) {
        if (*p == '.') return false;
        if (*p == ';' || *p == '\t' || *p == ' ') separated = true;
        if (*p != ',') continue;
        if (p == line.at || p + 1 == line.end || !is_digit(p[-1]) || !is_digit(p[1])) return false;
        comma = true;
    }
    return comma && separated;
}

bool thud_layout_find(thud_span text, thud_layout *out) {
    thud_span rest = text, line;
    while (thud_line_next(&rest, &line)) {
        if (memchr(line.at, '\0', (size_t)(line.end - line.at))) return false; /* binary */
        out->point = has_decimal_commas(line) ? ',' : '.';
        if (thud_row_look(line, out->point, &out->columns) != THUD_ROW_NUMBERS) continue;
        out->header = (thud_span){text.at, line.at};
        out->data = (thud_span){line.at, text.end};
        return true;
    }
    return false;
}
