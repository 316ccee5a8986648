/*
 * Writes numbers as text for the whole project: printf with a decimal point in every locale of the host program.
 * The speed is that of snprintf, because switching the thread's locale is a pointer swap.
 *
 * thud_print is snprintf, thud_print_list is vsnprintf. report/text/print.h has the functions that write to a
 * stream.
 */
#ifndef THUD_BASE_PRINT_H
#define THUD_BASE_PRINT_H

#include <stdarg.h>
#include <stddef.h>

int thud_print(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int thud_print_list(char *to, size_t size, const char *format, va_list values) __attribute__((format(printf, 3, 0)));

#endif
