#include "report/csv.h"

#include <string.h>

#include "report/decimal.h"

void thud_csv_text(FILE *stream, const char *text, const char *ending) {
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(stream, "%s%s", text, ending);
        return;
    }
    fputc('"', stream);
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
