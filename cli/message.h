/*
 * Error messages: one line on stderr, and the matching exit status.
 */
#ifndef THUD_CLI_MESSAGE_H
#define THUD_CLI_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/status.h>

#include "base/error.h"

enum exit_status {
    EXIT_DONE = 0,
    EXIT_FAILED = 1, /* the computation, a file or gnuplot failed */
    EXIT_USAGE = 2,  /* the command line asks for something that is not there or not possible */
};

/* Each prints "thud: error: …" as exactly one line and returns its exit status. */
int usage_error(const char *format, ...) THUD_PRINTF(1, 2);
int work_error(const char *format, ...) THUD_PRINTF(1, 2);

/* Prints "thud: warning: …" as exactly one line. */
void warn(const char *format, ...) THUD_PRINTF(1, 2);

/* Prints "FILE:LINE:COL: KIND: …" as exactly one line; line 0 means the whole file, without a place. KIND is error
 * or warning. */
void file_message(const char *path, size_t line, size_t column, const char *kind, const char *text);

/* True if the request was wrong, not the computation. */
bool is_bad_input(thud_status status);

/* The same for an error of the library, about a model or NULL: bad input, or a failure. */
int library_error(const char *model, const thud_error *error);

/* The same for a status alone. */
int status_error(const char *subject, thud_status status);

/* Flushes stdout; a failed write turns success into failure. */
int finish_stdout(int status);

#endif
