/*
 * A column of texts for a page: the different ones, and which of them each row has.
 */
#ifndef THUD_REPORT_PAGE_WORDS_H
#define THUD_REPORT_PAGE_WORDS_H

#include "report/json.h"

/* More different texts than this become one, "(others)". */
enum { THUD_PAGE_WORDS = 5000 };

typedef struct thud_page_words {
    char **list;
    size_t count;
    size_t *codes; /* [rows] */
    size_t rows, room;
} thud_page_words;

/* The text of the next row; NULL is "". False without memory. */
bool thud_page_words_add(thud_page_words *words, const char *text);

/* Members `words`, `bytes` and `data` of the object under way. False without memory. */
bool thud_page_words_write(const thud_page_words *words, thud_json *json);

void thud_page_words_free(thud_page_words *words);

#endif
