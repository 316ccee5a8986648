/*
 * A streaming JSON writer: begin, members in order, end. Commas, indentation and escapes are its business.
 *
 * Write errors stay in the stream: the owner of the stream checks them once, at the end.
 */
#ifndef THUD_REPORT_JSON_H
#define THUD_REPORT_JSON_H

#include <stdbool.h>
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

/* A key and its value at once. */
void thud_json_member_number(thud_json *json, const char *key, double value);
void thud_json_member_string(thud_json *json, const char *key, const char *text);
void thud_json_member_boolean(thud_json *json, const char *key, bool value);

#endif
