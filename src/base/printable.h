/*
 * What may be shown on a terminal: valid UTF-8 without characters that a terminal obeys instead of showing.
 */
#ifndef THUD_BASE_PRINTABLE_H
#define THUD_BASE_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Bytes of the printable character that `text`, of `size` bytes, begins with; 0 for everything else: control
 * characters (C0, DEL, C1), what overrides the direction of writing, and what is not UTF-8.
 */
size_t thud_printable_length(const char *text, size_t size);

/* Whether all of the text may be shown. */
bool thud_printable(const char *text);

/* Puts a question mark in place of each character that may not be shown; the text can become shorter. */
void thud_printable_make(char *text);

#endif
