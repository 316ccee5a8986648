/*
 * Filling in a thud_error. Each function takes NULL for it and returns the status, so that a function that fails
 * can end with it.
 */
#ifndef THUD_BASE_ERROR_H
#define THUD_BASE_ERROR_H

#include <stdbool.h>

#include <thud/status.h>

#if defined(__GNUC__)
#define THUD_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define THUD_PRINTF(text, first)
#endif

/* A sentence, about nothing in particular. */
thud_status thud_error_set(thud_error *error, thud_status status, const char *format, ...) THUD_PRINTF(3, 4);

/* "subject (value given) reason": a value of NAN is left out, a reason of NULL is that of the status. */
thud_status thud_error_about(thud_error *error, thud_status status, const char *subject, double value,
                             const char *reason);

/* The reason in the text of such an error: what stands behind subject and value. */
const char *thud_error_reason(const thud_error *error);

/* The same with THUD_ERROR_ARGUMENT. */
thud_status thud_error_argument(thud_error *error, const char *subject, double value, const char *reason);

/* The text of the status alone; for memory. */
thud_status thud_error_status(thud_error *error, thud_status status);
thud_status thud_error_memory(thud_error *error);

/* For functions that return whether they did what was asked: false. A file, gnuplot; memory; with this status. */
bool thud_fail(thud_error *error, const char *format, ...) THUD_PRINTF(2, 3);
bool thud_fail_memory(thud_error *error);
bool thud_fail_with(thud_error *error, thud_status status, const char *text);

#endif
