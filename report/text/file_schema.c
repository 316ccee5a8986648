/*
 * JSON Schemas of scenario and study files, draft 7, by which editors complete keys and underline mistakes. They
 * come from the table that the reader validates with.
 *
 * A schema accepts what the reader accepts. It knows keys, what may stand behind them, the words of a choice and
 * which keys exclude each other; units of the wrong dimension, names that nothing has and numbers out of their
 * range are left to the reader.
 */
#include "report/text/reference.h"

#include <stdlib.h>
#include <string.h>

#include <thud/law.h>

#include "base/number.h"

/* a number, perhaps with something behind it that may be a unit: src/base/quantity.c; in words of ECMA 262 */
#define NUMBER_PATTERN "[+-]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|\\.?(inf|Inf|INF))"
#define QUANTITY_PATTERN "^[ \\t]*" NUMBER_PATTERN "([ \\t]*[^ \\t0-9,.].*|[ \\t]*)$"

static void write_section(thud_json *json, thud_section section);

/* ---- pieces ---- */

static void begin(thud_json *json, const char *key) { thud_json_write(json, "%s: {", key); }

static void write_words(thud_json *json, const char *key, const char *const *words, size_t most) {
    thud_json_write(json, "%s: [", key);
    for (size_t i = 0; i < most && words[i]; i++) thud_json_string(json, words[i]);
    thud_json_write(json, "]");
}

/* the reader takes every value as text, quoted or not, so that an editor may see a number where a text is meant */
static void write_types(thud_json *json, const char *first, const char *second, const char *third) {
    const char *const types[] = {first, second, third, NULL};
    write_words(json, "type", types, 4);
}

static void write_quantity(thud_json *json) {
    write_types(json, "number", "string", NULL);
    thud_json_write(json, "pattern: %s", QUANTITY_PATTERN);
}

static void write_integer(thud_json *json) {
    write_types(json, "integer", "string", NULL);
    thud_json_write(json, "minimum: 0, pattern: %s", "^[0-9]+$");
}

static void write_boolean(thud_json *json) {
    thud_json_write(json, "enum: [true, false, %s, %s]", "true", "false");
}

static void write_text(thud_json *json) {
    write_types(json, "string", "number", "boolean");
    thud_json_write(json, "minLength: 1");
}

/* a law of the catalogue by any of its names; where a file has laws of its own, any word may be one */
static void write_law_names(thud_json *json) {
    thud_json_write(
        json, "if: {required: [%s]}, else: {properties: {contacts: {items: {properties: {model: {enum: [", "laws");
    for (size_t i = 0; i < thud_law_count(); i++) thud_json_string(json, thud_law_at(i)->name);
    for (size_t i = 0; thud_law_alias_at(i); i++) thud_json_string(json, thud_law_alias_at(i)->name);
    thud_json_write(json, "]}}}}}}");
}

/* a word of the list or a quantity */
static void write_damping(thud_json *json, const thud_key *key) {
    thud_json_write(json, "anyOf: [{");
    write_words(json, "enum", key->choices, THUD_CHOICES_MOST);
    thud_json_write(json, "}, {");
    write_quantity(json);
    thud_json_write(json, "}]");
}

/* ---- lists and maps ---- */

/* a number, or how it depends on the speed */
static void write_restitution(thud_json *json, const thud_key *key) {
    thud_json_write(json, "anyOf: [{");
    write_quantity(json);
    thud_json_write(json, "}, {");
    write_section(json, key->section);
    thud_json_write(json, "}]");
}

static void write_point(thud_json *json) {
    thud_json_write(json, "type: %s, minItems: 2, maxItems: 2", "array");
    begin(json, "items");
    write_quantity(json);
    thud_json_write(json, "}");
}

/* a name, or bodies and their factors */
static void write_place(thud_json *json) {
    thud_json_write(json, "anyOf: [{");
    write_text(json);
    thud_json_write(json, "}, {type: %s, minProperties: 1", "object");
    begin(json, "additionalProperties");
    write_quantity(json);
    thud_json_write(json, "}}]");
}

static void write_speeds(thud_json *json) {
    thud_json_write(json, "type: %s, minItems: 1, maxItems: %g", "array", (double)THUD_RESTITUTION_MOST);
    begin(json, "items");
    write_point(json);
    thud_json_write(json, "}");
}

/* what is left empty is as good as not there */
static void write_parts(thud_json *json, const thud_key *key) {
    const bool named = key->kind == THUD_VALUE_NAMED;
    write_types(json, named ? "object" : "array", "null", NULL);
    begin(json, named ? "additionalProperties" : "items");
    write_section(json, key->section);
    thud_json_write(json, "}");
}

/* a map, or a list of such maps */
static void write_some(thud_json *json, const thud_key *key) {
    thud_json_write(json, "anyOf: [{");
    write_section(json, key->section);
    thud_json_write(json, "}, {type: %s", "array");
    begin(json, "items");
    write_section(json, key->section);
    thud_json_write(json, "}}]");
}

/* one, or a list of them */
/* a quantity, or a list; where the key has a word, a map of that and a quantity too */
static void write_quantities(thud_json *json, const thud_key *key) {
    thud_json_write(json, "anyOf: [{");
    write_quantity(json);
    thud_json_write(json, "}, {type: %s", "array");
    begin(json, "items");
    write_quantity(json);
    thud_json_write(json, "}}");
    if (key->choices[0]) {
        thud_json_write(json, ", {type: %s, additionalProperties: %d", "object", false);
        begin(json, "properties");
        begin(json, key->choices[0]);
        write_quantity(json);
        thud_json_write(json, "}}}");
    }
    thud_json_write(json, "]");
}

static void write_values(thud_json *json) {
    thud_json_write(json, "type: %s, minItems: 1", "array");
    begin(json, "items");
    write_text(json);
    thud_json_write(json, "}");
}

/* names, or lists of names */
static void write_names(thud_json *json) {
    thud_json_write(json, "type: %s", "array");
    begin(json, "items");
    write_types(json, "string", "number", "array");
    begin(json, "items");
    write_types(json, "string", "number", NULL);
    thud_json_write(json, "}}");
}

/* whole numbers, or all of them */
static void write_numbers(thud_json *json) {
    write_types(json, "array", "string", NULL);
    thud_json_write(json, "pattern: %s", "^all$");
    begin(json, "items");
    write_integer(json);
    thud_json_write(json, "}");
}

/* ---- keys ---- */

static void write_value(thud_json *json, const thud_key *key) {
    switch (key->kind) {
    case THUD_VALUE_QUANTITY:
    case THUD_VALUE_STIFFNESS: write_quantity(json); break;
    case THUD_VALUE_INTEGER: write_integer(json); break;
    case THUD_VALUE_BOOLEAN: write_boolean(json); break;
    case THUD_VALUE_CHOICE: write_words(json, "enum", key->choices, THUD_CHOICES_MOST); break;
    case THUD_VALUE_LAW: thud_json_write(json, "type: %s", "string"); break;
    case THUD_VALUE_DAMPING: write_damping(json, key); break;
    case THUD_VALUE_QUANTITIES: write_quantities(json, key); break;
    case THUD_VALUE_POINT: write_point(json); break;
    case THUD_VALUE_PLACE: write_place(json); break;
    case THUD_VALUE_RESTITUTION: write_restitution(json, key); break;
    case THUD_VALUE_SPEEDS: write_speeds(json); break;
    case THUD_VALUE_MAP: write_section(json, key->section); break;
    case THUD_VALUE_NAMED:
    case THUD_VALUE_LIST: write_parts(json, key); break;
    case THUD_VALUE_SOME: write_some(json, key); break;
    case THUD_VALUE_VALUES: write_values(json); break;
    case THUD_VALUE_NAMES: write_names(json); break;
    case THUD_VALUE_NUMBERS: write_numbers(json); break;
    case THUD_VALUE_TEXT:
    case THUD_VALUE_FILE:
    case THUD_VALUE_BODY:
    case THUD_VALUE_ROD:
    case THUD_VALUE_PATH:
    case THUD_VALUE_ANY:
    case THUD_VALUE_GLOB:
    case THUD_VALUE_EXPRESSION: write_text(json); break;
    }
}

/* a default is inserted by editors as it is: a number where it is one */
static void write_default(thud_json *json, const char *preset) {
    const char *end;
    const double number = thud_number_value(preset, &end);
    if (*preset && *end == '\0') thud_json_write(json, "default: %g", number);
    else if (strcmp(preset, "true") == 0 || strcmp(preset, "false") == 0)
        thud_json_write(json, "default: %d", *preset == 't');
    else if (*preset != '[') thud_json_write(json, "default: %s", preset);
}

/* "the spring's (N/m); without it: 0" */
static void write_description(thud_json *json, const thud_key *key) {
    char text[400];
    const char *takes = thud_scenario_reference_unit(key);
    const char *without = key->preset ? key->preset : key->otherwise;
    snprintf(text, sizeof text, "%s%s%s%s%s%s", key->meaning, *takes ? " (" : "", takes, *takes ? ")" : "",
             without ? "; without it: " : "", without ? without : "");
    thud_json_write(json, "description: %s", text);
}

static void write_key(thud_json *json, const thud_key *key) {
    begin(json, key->name);
    write_description(json, key);
    write_value(json, key);
    if (key->preset) write_default(json, key->preset);
    thud_json_write(json, "}");
}

/* ---- sections ---- */

static void write_required(thud_json *json, const thud_section_about *about) {
    thud_json_write(json, "required: [");
    for (size_t i = 0; i < about->count; i++)
        if (about->keys[i].required) thud_json_string(json, about->keys[i].name);
    thud_json_write(json, "]");
}

static void write_one_of(thud_json *json, const thud_section_about *about) {
    if (!about->one_of[0]) return;
    thud_json_write(json, "oneOf: [");
    for (size_t i = 0; i < THUD_ONE_OF_MOST && about->one_of[i]; i++) {
        thud_json_write(json, "{");
        write_words(json, "required", &about->one_of[i], 1);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
}

/* the members of a schema for a map with the keys of a section */
static void write_section(thud_json *json, thud_section section) {
    const thud_section_about *about = thud_schema_section(section);
    thud_json_write(json, "type: %s, additionalProperties: false", "object");
    write_required(json, about);
    write_one_of(json, about);
    begin(json, "properties");
    for (size_t i = 0; i < about->count; i++) write_key(json, &about->keys[i]);
    thud_json_write(json, "}");
}

void thud_file_schema(thud_reference which, thud_json *json) {
    const bool study = which == THUD_REFERENCE_STUDY;
    thud_json_write(json, "{$schema: %s, title: %s, $comment: %s", "http://json-schema.org/draft-07/schema#",
                    study ? "a study of thud" : "a scenario of thud",
                    study ? "generated by `thud scenario --studies --schema` from src/model/scenario/schema_study.c"
                          : "generated by `thud scenario --schema` from src/model/scenario/schema.c");
    write_section(json, study ? THUD_SECTION_STUDY : THUD_SECTION_ROOT);
    if (!study) write_law_names(json);
    thud_json_write(json, "}");
}
