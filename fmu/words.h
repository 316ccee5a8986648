/*
 * Texts that grow: lists of words, and a text that is put together.
 */
#ifndef THUD_FMU_WORDS_H
#define THUD_FMU_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as {0}. */
typedef struct fmu_words {
    char **list;
    size_t count;
} fmu_words;

/* A copy of a word goes behind the others. False when memory is short. */
bool fmu_words_add(fmu_words *words, const char *text, size_t length);
void fmu_words_free(fmu_words *words);

/* Whether a name fits a pattern, in which * stands for any letters. */
bool fmu_pattern_fits(const char *pattern, const char *name);

/* Starts as {0}; `text` is to be freed. */
typedef struct fmu_text {
    char *text;
    size_t size, capacity;
    bool failed; /* there was not enough memory: what was added since is missing */
} fmu_text;

void fmu_text_add(fmu_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void fmu_text_bytes(fmu_text *text, const void *bytes, size_t size);

#endif
