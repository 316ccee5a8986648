#define _XOPEN_SOURCE 700 /* locale_t */

/* Streams with numbers that have a decimal point in every locale. */
#include "report/text/print.h"

#include "base/plain_locale.h"

int thud_print_list_to(FILE *stream, const char *format, va_list values) {
    const locale_t before = thud_plain_locale_enter();
    const int length = vfprintf(stream, format, values);
    thud_plain_locale_leave(before);
    return length;
}

int thud_print_to(FILE *stream, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int length = thud_print_list_to(stream, format, values);
    va_end(values);
    return length;
}
