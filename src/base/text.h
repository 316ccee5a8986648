/*
 * Small helps with words.
 */
#ifndef THUD_BASE_TEXT_H
#define THUD_BASE_TEXT_H

#include <stddef.h>

/*
 * The index of the name that a misspelt word most likely meant; `count` when none is near.
 * Case is ignored. Near means: about one slip (a letter wrong, missing, too many, or two swapped) per three
 * letters, or the beginning of a name, at least three letters of it. Of equally near names the first wins.
 */
size_t thud_text_nearest(const char *word, const char *const names[], size_t count);

#endif
