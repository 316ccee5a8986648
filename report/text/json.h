/*
 * JSON: a streaming writer (commas, indentation and escapes are its business), and a check of texts.
 *
 * Write errors stay in the stream: the owner of the stream checks them once, at the end.
 */
#ifndef THUD_REPORT_TEXT_JSON_H
#define THUD_REPORT_TEXT_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

#define THUD_JSON_DEPTH 32 /* a document is nested less deeply than this */

typedef struct thud_json {
    FILE *stream;
    int depth;
    bool filled[THUD_JSON_DEPTH]; /* per level: a value stands there, so the next needs a comma */
    bool after_key;
} thud_json;

thud_json thud_json_start(FILE *stream);

/*
 * Writes what the format shows, which is JSON without quotes: "{name: %s, mass: %g, shape: [" and, after the
 * numbers of the shape, "]}\n". Numbers are %g, texts %s and truths %d; "%s:" is a key that is given; null, true
 * and false stand for themselves, and the line feed ends the document. Numbers have 17 significant digits, enough
 * to read the same double back; one that is not finite is null, and so is a text that is NULL.
 */
void thud_json_write(thud_json *json, const char *format, ...) THUD_PRINTF(2, 3);

/* One more number or text of a list. */
void thud_json_number(thud_json *json, double value);
void thud_json_string(thud_json *json, const char *text);

/* ---- whether a text is JSON (RFC 8259), for files that are taken over as they are ---- */

/* The number of the first byte that is wrong, from 1; 0 when all is well. `text` ends with a zero. */
size_t thud_json_check(const char *text, size_t size);

#endif
