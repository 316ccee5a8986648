/*
 * What failed outside the mathematics: files, gnuplot, memory. One sentence for the user, without a full stop.
 */
#ifndef THUD_REPORT_FAILURE_H
#define THUD_REPORT_FAILURE_H

#include <stdbool.h>

typedef struct thud_failure {
    char text[1024];
} thud_failure;

#if defined(__GNUC__)
#define THUD_REPORT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define THUD_REPORT_PRINTF(text, first)
#endif

/* Writes the sentence and returns false, so that a failing function can end with it. */
bool thud_failure_set(thud_failure *failure, const char *format, ...) THUD_REPORT_PRINTF(2, 3);

/* The sentence for memory that could not be had; returns false. */
bool thud_failure_memory(thud_failure *failure);

#endif
