/*
 * Running gnuplot on a script, without a shell in between.
 */
#ifndef THUD_REPORT_GNUPLOT_H
#define THUD_REPORT_GNUPLOT_H

#include <stdio.h>

#include "report/failure.h"

/*
 * Writes the name of a file in the script's own folder as a gnuplot string. In single quotes nothing but the quote
 * is special; "./" before the name keeps one such as "|x" or "<x" from meaning a pipe.
 */
void thud_gnuplot_name(FILE *stream, const char *name);

/* Writes a text as a gnuplot string; what would end its line, or is no letter, becomes a blank. */
void thud_gnuplot_text(FILE *stream, const char *text);

/*
 * Runs directory/script there, with the variable `picture` set to the file to write. On failure the sentence is
 * gnuplot's own first error, or says that gnuplot is missing and how to come by it.
 */
bool thud_gnuplot_run(const char *directory, const char *script, const char *picture, thud_failure *failure);

#endif
