/*
 * Input lines from a template. Numbers have nine digits: enough for any simulator, without digits of noise.
 */
#include "engine/numbers.h"

#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "engine/recipe.h"
#include "engine/relation.h"

typedef struct writer {
    char *text;
    size_t used, room;
} writer;

static void put(writer *w, const char *text, size_t length) {
    if (w->used + length >= w->room) length = w->room - w->used - 1;
    memcpy(w->text + w->used, text, length);
    w->used += length;
    w->text[w->used] = '\0';
}

static void put_number(writer *w, double value) {
    char text[32];
    int length = thud_print(text, sizeof text, "%.9g", value);
    if (length > 0) put(w, text, (size_t)length);
}

static void put_name(writer *w, const thud_engine_options *options, const thud_engine_answer *answer,
                     const char *name, size_t length) {
    if (length == 5 && strncmp(name, "limit", 5) == 0) {
        const char *words = options->model->recipe->limit_words;
        if (words && thud_engine_limited(options)) put(w, words, strlen(words));
        return;
    }
    for (size_t i = 0; i < answer->value_count; i++)
        if (strlen(answer->values[i].name) == length && strncmp(answer->values[i].name, name, length) == 0)
            put_number(w, answer->values[i].value);
}

void thud_engine_write_lines(const thud_engine_options *options, thud_engine_answer *answer) {
    writer w = {answer->lines, 0, sizeof answer->lines};
    answer->lines[0] = '\0';
    for (const char *at = options->model->recipe->lines; *at;) {
        size_t plain = strcspn(at, "{");
        put(&w, at, plain);
        at += plain;
        if (!*at) break;
        const char *end = strchr(at, '}');
        put_name(&w, options, answer, at + 1, (size_t)(end - at) - 1);
        at = end + 1;
    }
}
