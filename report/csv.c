#include "report/csv.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/decimal.h"

/* what a spreadsheet would compute; a number is none, whatever its sign, and an apostrophe of the text's own is
 * doubled, so that the first can be taken off again */
static bool is_formula(const char *text) {
    char *end = NULL;
    if (!*text || !strchr("=+-@'\t\r", *text)) return false;
    strtod(text, &end);
    return *end != '\0';
}

void thud_csv_text(FILE *stream, const char *text, const char *ending) {
    const char *mark = is_formula(text) ? "'" : "";
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(stream, "%s%s%s", mark, text, ending);
        return;
    }
    fprintf(stream, "\"%s", mark);
    for (; *text; text++) {
        if (*text == '"') fputc('"', stream);
        fputc(*text, stream);
    }
    fprintf(stream, "%s\"", ending);
}

void thud_csv_number(FILE *stream, double value) {
    char text[1 + THUD_DECIMAL_SIZE] = ",";
    fwrite(text, 1, 1 + thud_decimal_write(text + 1, value), stream);
}
