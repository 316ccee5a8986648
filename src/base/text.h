/*
 * Helpers for words.
 */
#ifndef THUD_BASE_TEXT_H
#define THUD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The index of the name nearest to a misspelt word; `count` when none is near. Case is ignored. Near means about
 * one slip (a letter wrong, missing, added, or two swapped) per three letters, or the first three or more letters
 * of a name. Among equally near names the first wins.
 */
size_t thud_text_nearest(const char *word, const char *const names[], size_t count);

/* Whether two words are equal up to ASCII case, in every locale. */
bool thud_text_same(const char *a, const char *b);

/* ---- Text that is safe to show on a terminal: valid UTF-8 without control characters. ---- */

/*
 * The number of bytes of the printable character at the beginning of `text`, of `size` bytes. It is 0 for control
 * characters (C0, DEL, C1), overrides of the writing direction, and invalid UTF-8.
 */
size_t thud_printable_length(const char *text, size_t size);

/* Whether the whole text is printable. */
bool thud_printable(const char *text);

/* Replaces each unprintable character by a question mark; the text can become shorter. */
void thud_printable_make(char *text);

#endif
