/*
 * Small helps with words.
 */
#ifndef THUD_BASE_TEXT_H
#define THUD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The index of the name that a misspelt word most likely meant; `count` when none is near.
 * Case is ignored. Near means: about one slip (a letter wrong, missing, too many, or two swapped) per three
 * letters, or the beginning of a name, at least three letters of it. Of equally near names the first wins.
 */
size_t thud_text_nearest(const char *word, const char *const names[], size_t count);

/* Whether two words are the same but for capitals of ASCII, in every locale. */
bool thud_text_same(const char *a, const char *b);

/* ---- What may be shown on a terminal: valid UTF-8 without characters that a terminal obeys instead of
 * showing. ---- */

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
