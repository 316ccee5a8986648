/*
 * Cells of comma-separated files, RFC 4180: quoted where a comma, a quote or a line feed is in them. A text that a
 * spreadsheet would take for a formula (it begins with = + - @, a tab or a return, and is no number) has an
 * apostrophe before it; one that begins with an apostrophe gets a second.
 */
#ifndef THUD_REPORT_CSV_H
#define THUD_REPORT_CSV_H

#include <stdio.h>

/* A cell made of two texts, the second of which needs no quotes; no comma before it. */
void thud_csv_text(FILE *stream, const char *text, const char *ending);

/* A comma, then the number; nothing behind the comma for NAN. */
void thud_csv_number(FILE *stream, double value);

#endif
