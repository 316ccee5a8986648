/*
 * Reads a scenario or a study for a command. Messages are FILE:LINE:COL, with the line of the file and a caret
 * below it.
 */
#include "cli/run/scenario_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/message.h"
#include "ground/bytes.h"

/* a line may be long: only the part that fits a terminal is shown */
enum { SHOWN_BEFORE = 80, SHOWN_AFTER = 60 };

static bool continues_letter(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/* a question mark replaces characters that a terminal could interpret, as in the message */
static void print_plain(const char *from, const char *to) {
    char text[SHOWN_BEFORE + SHOWN_AFTER + 1];
    snprintf(text, sizeof text, "%.*s", (int)(to - from), from);
    for (char *c = text; *c; c++)
        if (*c == '\t') *c = ' ';
    thud_printable_make(text);
    fputs(text, stderr);
}

/* the part of the line around the column, and the caret */
static void print_source(const thud_error *message) {
    const char *end = message->source + message->source_size;
    size_t column = message->column > 0 ? message->column - 1 : 0;
    const char *at = column < message->source_size ? message->source + column : end;
    const char *from = at - message->source > SHOWN_BEFORE ? at - SHOWN_BEFORE : message->source;
    const char *to = end - at > SHOWN_AFTER ? at + SHOWN_AFTER : end;
    while (from < at && continues_letter(*from)) from++;
    while (to > at && to < end && continues_letter(*to)) to--;
    fputs("  ", stderr);
    print_plain(from, to);
    fputs("\n  ", stderr);
    for (const char *c = from; c < at; c++)
        if (!continues_letter(*c)) fputc(' ', stderr);
    fputs("^\n", stderr);
}

static void print_message(void *context, const thud_error *message) {
    size_t *printed = context;
    const char *kind = message->status == THUD_OK ? "warning" : "error";
    ++*printed;
    file_message(message->file, message->line, message->column > 0 ? message->column : 1, kind, message->text);
    if (message->source && message->line > 0) print_source(message);
}

static int explain(const char *path, thud_status status, size_t printed) {
    if (status == THUD_OK) return EXIT_DONE;
    if (status == THUD_ERROR_MEMORY) return work_error("%s", thud_status_text(status));
    if (printed == 0) return usage_error("cannot read '%s': %s", path, thud_status_text(status));
    return EXIT_USAGE;
}

int scenario_input_read(const char *path, thud_model **model) {
    size_t printed = 0;
    thud_status status = thud_scenario_read(path, print_message, &printed, model);
    return explain(path, status, printed);
}

int scenario_input_expand(const char *path, char **text) {
    size_t printed = 0;
    thud_status status = thud_scenario_expand(path, print_message, &printed, text);
    return explain(path, status, printed);
}

int scenario_input_derivatives(const char *path, const char *paths, thud_derivatives **derivatives) {
    if (thud_bytes_is_input(path))
        return usage_error("--derivatives reads the scenario a second time: give it as a file, not on a pipe");
    size_t count = 1, printed = 0;
    for (const char *c = paths; *c; c++) count += *c == ',';
    char *text = malloc(strlen(paths) + 1);
    const char **list = calloc(count, sizeof *list);
    if (!text || !list) {
        free(text);
        free(list);
        return work_error("out of memory");
    }
    strcpy(text, paths);
    char *next = text;
    for (size_t i = 0; i < count; i++) {
        list[i] = next;
        next += strcspn(next, ",");
        if (*next) *next++ = '\0';
    }
    const thud_status status =
        thud_derivatives_of_scenario(path, list, count, print_message, &printed, derivatives);
    free(text);
    free(list);
    return explain(path, status, printed);
}

int study_input_read(const char *path, thud_study **study) {
    size_t printed = 0;
    thud_status status = thud_study_read(path, print_message, &printed, study);
    return explain(path, status, printed);
}
