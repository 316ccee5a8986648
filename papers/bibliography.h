/* The bibliography, paper/paper.bib: what laws, pages and the paper cite. */
#ifndef THUD_PAPERS_BIBLIOGRAPHY_H
#define THUD_PAPERS_BIBLIOGRAPHY_H

#include <stddef.h>
#include <stdio.h>

typedef struct reference {
    char *key, *shorthand, *author, *title, *journal, *volume, *number, *pages, *publisher, *year, *doi;
} reference;

typedef struct bibliography {
    reference *entry;
    size_t count;
    char *text; /* of the file: the strings above point into it */
} bibliography;

/* Reads BibTeX of the plain form that the file has: `field = {text}`, no macros. Stops the program on any other. */
bibliography bibliography_read(const char *path);
void bibliography_free(bibliography *all);

/* The entry with a key; stops the program where there is none. */
const reference *bibliography_find(const bibliography *all, const char *key, size_t length);

/* "R. Jankowski, “Title”, *Journal* 34 (2005) 595–611, [doi:…](…)" */
void bibliography_cite(const reference *r, FILE *out);

/* Writes docs/bibliography.md, and stops the program where a law names a source that no entry has. */
void bibliography_page(const bibliography *all, const char *out);

#endif
