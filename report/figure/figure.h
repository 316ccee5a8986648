/*
 * Figures drawn by gnuplot, in one style. The script and the data stay beside the picture, so that it can be
 * restyled: loop.svg comes with loop.gp and loop.dat, and "gnuplot loop.gp" in their folder draws it again.
 *
 * A figure is opened, its commands and data are written to the two streams, and it is drawn:
 *
 *     thud_figure_open(&figure, "loop.svg", 800, 400, &failure);
 *     fputs("0 0\n1 1\n", figure.data.stream);
 *     fputs("plot data using 1:2 with lines linestyle 1\n", figure.script.stream);
 *     thud_figure_draw(&figure, &failure);
 *
 * Line styles 1 to 7 are the palette of Okabe and Ito, told apart also by readers who are colour-blind, or by the
 * marks and dashes that go with them. In a script, `data` is the data file.
 */
#ifndef THUD_REPORT_FIGURE_FIGURE_H
#define THUD_REPORT_FIGURE_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "report/text/file.h"

#define THUD_FIGURE_STYLES 7

typedef struct thud_terminal thud_terminal;

typedef struct thud_figure {
    thud_output script; /* gnuplot commands go to script.stream */
    thud_output data;   /* rows go to data.stream; two empty lines end a block */
    const thud_terminal *terminal;
    char *directory; /* directory of the picture; "." when its path has none */
    char *picture;   /* its name without the directory */
    char *stem;      /* its name without the extension */
} thud_figure;

/* Sets `failure` to the reason if no picture can have this name: the extension, or invalid characters. */
bool thud_figure_check(const char *path, thud_error *failure);

/* True if drawing the picture also writes `file`: the picture, its script or its data. */
bool thud_figure_writes(const char *path, const char *file);

/* Width and height in pixels of 1/96 inch; at most 840 wide, so that type has 8 points when printed on 17 cm. */
bool thud_figure_open(thud_figure *figure, const char *path, int width, int height, thud_error *failure);

/* Completes script and data and runs gnuplot. Frees the figure in any case. */
bool thud_figure_draw(thud_figure *figure, thud_error *failure);

/* The distance of tics, so that about four fit into a length above zero. */
double thud_figure_tics(double length);

/* Leaves no trace of a figure that was opened. */
void thud_figure_abort(thud_figure *figure);

/* ---- running gnuplot on a script, without a shell in between ---- */

/*
 * Writes the name of a file in the script's folder as a gnuplot string. In single quotes only the quote is
 * special; "./" before the name prevents names such as "|x" or "<x" from meaning a pipe.
 */
void thud_gnuplot_name(FILE *stream, const char *name);

/* Writes a text as a gnuplot string; line ends and unprintable characters become spaces. */
void thud_gnuplot_text(FILE *stream, const char *text);

/*
 * Runs directory/script there, with the variable `picture` set to the output file. A failure contains gnuplot's
 * own first error, or says that gnuplot is missing and how to install it.
 */
bool thud_gnuplot_run(const char *directory, const char *script, const char *picture, thud_error *failure);

#endif
