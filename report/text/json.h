/*
 * JSON: a streaming writer (begin, members in order, end; commas, indentation and escapes are its business), and a
 * check of texts.
 *
 * Write errors stay in the stream: the owner of the stream checks them once, at the end.
 */
#ifndef THUD_REPORT_TEXT_JSON_H
#define THUD_REPORT_TEXT_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define THUD_JSON_DEPTH 32 /* a document is nested less deeply than this */

typedef struct thud_json {
    FILE *stream;
    int depth;
    bool filled[THUD_JSON_DEPTH]; /* per level: a value stands there, so the next needs a comma */
    bool after_key;
} thud_json;

thud_json thud_json_start(FILE *stream);

/* Ends the document with a line feed. */
void thud_json_finish(thud_json *json);

void thud_json_begin_object(thud_json *json);
void thud_json_end_object(thud_json *json);
void thud_json_begin_array(thud_json *json);
void thud_json_end_array(thud_json *json);

void thud_json_key(thud_json *json, const char *key);

/* 17 significant digits, enough to read the same double back; null when it is not finite. */
void thud_json_number(thud_json *json, double value);

/* UTF-8 text; null for NULL. */
void thud_json_string(thud_json *json, const char *text);

void thud_json_boolean(thud_json *json, bool value);

/* A key and its value at once; of objects and arrays, the beginning. */
void thud_json_begin_member(thud_json *json, const char *key);
void thud_json_begin_list(thud_json *json, const char *key);
void thud_json_member_number(thud_json *json, const char *key, double value);
void thud_json_member_string(thud_json *json, const char *key, const char *text);
void thud_json_member_boolean(thud_json *json, const char *key, bool value);

/* ---- whether a text is JSON (RFC 8259), for files that are taken over as they are ---- */

/* The number of the first byte that is wrong, from 1; 0 when all is well. `text` ends with a zero. */
size_t thud_json_check(const char *text, size_t size);

#endif
