/*
 * What the prose of a template says in numbers, and whether the program stands for it: see paper_say in paper.h.
 */
#ifndef THUD_PAPERS_SAID_H
#define THUD_PAPERS_SAID_H

#include <stdarg.h>

typedef struct said said;

said *said_create(void);
void said_add(said *words, const char *format, va_list arguments);

/* Fails where words are missing in the template, or a number of it is in none of them. */
void said_check(const said *words, const char *template, const char *path);

void said_free(said *words);

#endif
