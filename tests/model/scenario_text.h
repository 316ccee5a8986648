/* A scenario in a test: read from a text of exactly its size, with what was said about it as lines of text. */
#ifndef THUD_TESTS_MODEL_SCENARIO_TEXT_H
#define THUD_TESTS_MODEL_SCENARIO_TEXT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/scenario.h>

typedef struct said {
    char text[8000]; /* "LINE:COLUMN what\n" for each message; a warning has a ~ before it */
    size_t count;
} said;

/* the place must be one: in the line that comes with it, or the whole file */
static inline void check_place(const thud_error *m) {
    ck_assert_ptr_nonnull(m->file);
    ck_assert(m->text[0] != '\0' && memchr(m->text, '\0', sizeof m->text) && !strchr(m->text, '\n'));
    ck_assert_int_eq(m->line == 0, m->column == 0);
    if (m->source)
        ck_assert(m->column >= 1 && m->column <= m->source_size + 1 && !memchr(m->source, '\n', m->source_size));
}

static inline void hear(void *context, const thud_error *m) {
    said *s = context;
    const size_t used = strlen(s->text);
    check_place(m);
    snprintf(s->text + used, sizeof s->text - used, "%s%zu:%zu %s\n", m->status == THUD_OK ? "~" : "", m->line,
             m->column, m->text);
    s->count++;
}

static inline thud_status read_text_sized(const char *text, size_t size, const char *folder, said *s,
                                          thud_model **model) {
    /* a copy of exactly that size, so that the sanitizer sees a step too far */
    char *copy = malloc(size + (size == 0));
    memcpy(copy, text, size);
    *s = (said){.count = 0};
    *model = NULL;
    const thud_status status = thud_scenario_parse(copy, size, folder, hear, s, model);
    free(copy);
    ck_assert_int_eq(status == THUD_OK, *model != NULL);
    return status;
}

static inline thud_status read_text(const char *text, said *s, thud_model **model) {
    return read_text_sized(text, strlen(text), NULL, s, model);
}

#endif
