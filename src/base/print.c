#define _XOPEN_SOURCE 700 /* uselocale */

/* Texts with numbers that have a decimal point in every locale. */
#include "base/print.h"

#include <stdio.h>

#include "base/plain_locale.h"

locale_t thud_plain_locale_enter(void) { return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0)); }

void thud_plain_locale_leave(locale_t before) { uselocale(before); }

int thud_print_list(char *to, size_t size, const char *format, va_list values) {
    const locale_t before = thud_plain_locale_enter();
    const int length = vsnprintf(to, size, format, values);
    thud_plain_locale_leave(before);
    return length;
}

int thud_print(char *to, size_t size, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int length = thud_print_list(to, size, format, values);
    va_end(values);
    return length;
}
