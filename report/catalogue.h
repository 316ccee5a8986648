/*
 * The catalogue of laws as people and programs read it. Everything comes from the table in src/law.
 */
#ifndef THUD_REPORT_CATALOGUE_H
#define THUD_REPORT_CATALOGUE_H

#include <stdbool.h>
#include <stdio.h>

#include <thud/law.h>

#include "report/json.h"

/* A line per law, grouped by structure. False when memory ran out. */
bool thud_catalogue_list(FILE *stream);

/* All about one law. False when memory ran out. */
bool thud_catalogue_show(FILE *stream, const thud_law *law);

/* One law as an object. */
void thud_catalogue_json(thud_json *json, const thud_law *law);

/* The whole catalogue as the page docs/laws.md. */
void thud_catalogue_markdown(FILE *stream);

/* "none" for a law without a rule of its own. */
const char *thud_catalogue_rule(const thud_law *law);

/* The exponent, and the range from which it may be chosen: "1.5 (1 to 2)". */
typedef struct thud_exponent_text {
    char text[48];
} thud_exponent_text;
thud_exponent_text thud_catalogue_exponent(const thud_law *law);

#endif
