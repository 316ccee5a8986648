/*
 * The one way in which the project writes numbers as text: printf with a decimal point, whatever locale the host program
 * has set. Speed is that of snprintf: the locale of the thread is changed by a pointer, and changed back.
 *
 * thud_print is snprintf, thud_print_list is vsnprintf. report/text/print.h has those that write to a stream.
 */
#ifndef THUD_BASE_PRINT_H
#define THUD_BASE_PRINT_H

#include <stdarg.h>
#include <stddef.h>

int thud_print(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int thud_print_list(char *to, size_t size, const char *format, va_list values) __attribute__((format(printf, 3, 0)));

#endif
