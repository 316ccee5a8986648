/*
 * Fills in a thud_error. Each function accepts NULL for it and returns the status, so that a failing function can
 * end with the call.
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

/* A plain sentence, without a subject. */
thud_status thud_error_set(thud_error *error, thud_status status, const char *format, ...) THUD_PRINTF(3, 4);

/* "subject (value given) reason". A NAN value is left out; a NULL reason is replaced by the text of the status. */
thud_status thud_error_about(thud_error *error, thud_status status, const char *subject, double value,
                             const char *reason);

/* The reason in such a text: what follows subject and value. */
const char *thud_error_reason(const thud_error *error);

/* The same with THUD_ERROR_ARGUMENT. */
thud_status thud_error_argument(thud_error *error, const char *subject, double value, const char *reason);

/* The text of the status alone; for errors of memory. */
thud_status thud_error_status(thud_error *error, thud_status status);
thud_status thud_error_memory(thud_error *error);

/* For functions that return false on failure. The status is for files and gnuplot, for memory, or as given. */
bool thud_fail(thud_error *error, const char *format, ...) THUD_PRINTF(2, 3);
bool thud_fail_memory(thud_error *error);
bool thud_fail_with(thud_error *error, thud_status status, const char *text);

#endif
