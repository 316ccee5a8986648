/* Texts that grow. */
#include "fmu/words.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"

bool fmu_words_add(fmu_words *words, const char *text, size_t length) {
    char **larger = realloc((void *)words->list, (words->count + 1) * sizeof *larger);
    if (!larger) return false;
    words->list = larger;
    char *word = malloc(length + 1);
    if (!word) return false;
    memcpy(word, text, length);
    word[length] = '\0';
    words->list[words->count++] = word;
    return true;
}

void fmu_words_free(fmu_words *words) {
    for (size_t i = 0; i < words->count; i++) free(words->list[i]);
    free((void *)words->list);
    *words = (fmu_words){0};
}

bool fmu_pattern_fits(const char *pattern, const char *name) {
    const char *star = NULL, *from = NULL; /* the last star, and what it stands for up to now */
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++from;
        } else return false;
    }
    while (*pattern == '*') pattern++;
    return *pattern == '\0';
}

static bool make_room(fmu_text *t, size_t more) {
    if (t->failed) return false;
    if (t->size + more + 1 <= t->capacity) return true;
    const size_t capacity = 2 * (t->size + more + 1) + 256;
    char *larger = realloc(t->text, capacity);
    t->failed = !larger;
    if (!larger) return false;
    t->text = larger;
    t->capacity = capacity;
    return true;
}

void fmu_text_bytes(fmu_text *t, const void *bytes, size_t size) {
    if (!make_room(t, size)) return;
    if (size > 0) memcpy(t->text + t->size, bytes, size);
    t->size += size;
    t->text[t->size] = '\0';
}

void fmu_text_add(fmu_text *t, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = thud_print_list(NULL, 0, format, arguments);
    if (length >= 0 && make_room(t, (size_t)length)) {
        thud_print_list(t->text + t->size, (size_t)length + 1, format, again);
        t->size += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}
