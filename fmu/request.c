/* What an FMU was made of, as a text of lines. */
#include "fmu/request.h"

#include <string.h>

#include "base/error.h"

#define FIRST_LINE "thud-fmu 1"

void fmu_request_free(fmu_request *request) {
    fmu_words_free(&request->inputs);
    fmu_words_free(&request->outputs);
    fmu_words_free(&request->parameters);
}

static void write_list(const fmu_words *words, const char *what, fmu_text *text) {
    for (size_t i = 0; i < words->count; i++) fmu_text_add(text, "%s %s\n", what, words->list[i]);
}

void fmu_request_write_lists(const fmu_request *request, fmu_text *text) {
    if (request->exchange) fmu_text_add(text, "kind model-exchange\n");
    write_list(&request->inputs, "input", text);
    write_list(&request->outputs, "output", text);
    write_list(&request->parameters, "parameter", text);
}

void fmu_request_write(const fmu_request *request, fmu_text *text) {
    fmu_text_add(text, FIRST_LINE "\ntoken %s\n", request->token);
    fmu_request_write_lists(request, text);
}

/* what stands behind a word and a blank; NULL where the line begins with another */
static const char *behind(const char *line, size_t length, const char *word) {
    const size_t size = strlen(word);
    return length > size + 1 && memcmp(line, word, size) == 0 && line[size] == ' ' ? line + size + 1 : NULL;
}

static thud_status read_line(const char *line, size_t length, fmu_request *r, thud_error *error) {
    const struct {
        const char *word;
        fmu_words *list;
    } lists[] = {{"input", &r->inputs}, {"output", &r->outputs}, {"parameter", &r->parameters}};
    const char *value = behind(line, length, "token");
    if (value && (size_t)(line + length - value) < sizeof r->token) {
        memcpy(r->token, value, (size_t)(line + length - value));
        return THUD_OK;
    }
    if (length == strlen("kind model-exchange") && memcmp(line, "kind model-exchange", length) == 0) {
        r->exchange = true;
        return THUD_OK;
    }
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        value = behind(line, length, lists[i].word);
        if (!value) continue;
        const bool added = fmu_words_add(lists[i].list, value, (size_t)(line + length - value));
        return added ? THUD_OK : thud_error_memory(error);
    }
    return thud_error_set(error, THUD_ERROR_SYNTAX, "%s: a line is not part of an FMU of thud", FMU_REQUEST_FILE);
}

thud_status fmu_request_read(const char *text, size_t size, fmu_request *request, thud_error *error) {
    const char *end = text + size, *line = text;
    for (size_t number = 0; line < end; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        const size_t length = (size_t)((stop ? stop : end) - line);
        if (number == 0 && (length != strlen(FIRST_LINE) || memcmp(line, FIRST_LINE, length) != 0)) break;
        const thud_status status = number > 0 ? read_line(line, length, request, error) : THUD_OK;
        if (status != THUD_OK) return status;
        line = stop ? stop + 1 : end;
    }
    if (*request->token) return THUD_OK;
    return thud_error_set(error, THUD_ERROR_SYNTAX, "%s was not written by this version of thud", FMU_REQUEST_FILE);
}
