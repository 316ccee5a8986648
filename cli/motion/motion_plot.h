/*
 * --plot of those parts of thud motion that have a motion and nothing else to draw: its histories and its spectrum.
 */
#ifndef THUD_CLI_MOTION_PLOT_H
#define THUD_CLI_MOTION_PLOT_H

#include <thud/motion.h>

#include "cli/options.h"

/* A row of an option table. */
#define MOTION_PLOT_ROW                                                                                            \
    { "plot", "FILE.svg", "draw histories and response spectrum; also .pdf, .png, .eps" }

/* Whether the picture can be drawn, and is neither the file `in` that the command reads nor the file `out` that it
 * writes besides; both may be NULL. */
int motion_plot_check(const cli_options *options, const char *in, const char *out);

/* Draws it where --plot was given. */
int motion_plot_draw(const cli_options *options, const thud_motion *motion, const char *title);

#endif
