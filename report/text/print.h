/* fprintf and vfprintf with a decimal point, whatever locale the host program has set; base/print.h has the reason. */
#ifndef THUD_REPORT_PRINT_H
#define THUD_REPORT_PRINT_H

#include <stdarg.h>
#include <stdio.h>

int thud_print_to(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
int thud_print_list_to(FILE *stream, const char *format, va_list values) __attribute__((format(printf, 2, 0)));

#endif
