/*
 * What failed outside the mathematics: files, gnuplot, memory. One sentence for the user, without a full stop.
 */
#ifndef THUD_REPORT_FAILURE_H
#define THUD_REPORT_FAILURE_H

#include <stdbool.h>

#include <thud/status.h>

#include "base/error.h"

typedef struct thud_failure {
    char text[1024];
    bool bad_input; /* what was given is at fault, not the machine */
} thud_failure;

/* Writes the sentence and returns false, so that a failing function can end with it. */
bool thud_failure_set(thud_failure *failure, const char *format, ...) THUD_PRINTF(2, 3);

/* The sentence for memory that ran out; returns false. */
bool thud_failure_memory(thud_failure *failure);

/* The sentence that goes with a status of the library: THUD_ERROR_ARGUMENT, _SYNTAX, _IN_USE and _MISMATCH are bad
 * input. Returns false. */
bool thud_failure_from(thud_failure *failure, thud_status status, const char *text);

#endif
