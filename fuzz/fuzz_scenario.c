/*
 * Any bytes as a scenario: memory stays whole, every message has a place in the text, and what is accepted is a
 * model that is built. Records are looked for in a folder that does not exist.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/scenario.h>

#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct hearing {
    const char *text;
    size_t size;
    size_t errors;
    size_t line, column; /* where the last message was */
} hearing;

static void demand(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "fuzz_scenario: %s\n", what);
    abort();
}

static void hear(void *context, const thud_error *m) {
    hearing *h = context;
    h->errors += m->status != THUD_OK;
    demand(m->file && m->text[0] && memchr(m->text, '\0', sizeof m->text), "a message says nothing");
    demand(thud_printable(m->text), "a message is one line, and nothing that a terminal would obey");
    demand((m->line == 0) == (m->column == 0), "half a place");
    if (m->line == 0) return;
    demand(m->line > h->line || (m->line == h->line && m->column >= h->column), "in the order of the file");
    h->line = m->line;
    h->column = m->column;
    if (!m->source) return; /* of a file that is no scenario nothing is shown */
    demand(m->source >= h->text && m->source + m->source_size <= h->text + h->size, "a line of the text");
    demand(m->column <= m->source_size + 1, "a column of the line");
}

static int has(const char *text, size_t size, const char *word) {
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(text + i, word, length) == 0) return 1;
    return 0;
}

static int is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* no paths that lead elsewhere, plain or escaped, and no motions that may take long to make */
static int is_allowed(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] == '/' && (i == 0 || !is_letter_or_digit(text[i - 1]))) return 0;
    return !has(text, size, "\\x") && !has(text, size, "\\u") && !has(text, size, "\\U") &&
           !(has(text, size, "noise") && has(text, size, "rms")) &&
           !(has(text, size, "generate") && has(text, size, "pga"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hearing h = {.text = (const char *)data, .size = size};
    if (!is_allowed(h.text, size)) return 0;
    thud_model *model = NULL;
    const thud_status status = thud_scenario_parse(h.text, size, "/nonexistent/folder", hear, &h, &model);
    demand((status == THUD_OK) == (model != NULL), "a model if and only if all is well");
    demand((status == THUD_OK) == (h.errors == 0), "an error if and only if something is wrong");
    if (model) {
        demand(thud_model_check(model, NULL, NULL) == THUD_OK, "a model that is right");
        demand(thud_model_body_count(model) + thud_model_rod_count(model) > 0, "a model of something");
    }
    thud_model_free(model);
    return 0;
}
