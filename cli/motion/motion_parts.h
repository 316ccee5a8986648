/*
 * Shared by the parts of thud motion, and by thud gap.
 */
#ifndef THUD_CLI_MOTION_MOTION_PARTS_H
#define THUD_CLI_MOTION_MOTION_PARTS_H

#include <thud/motion.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/options.h"

/* ---- The parts of thud motion, one per motion_<part>.c. ---- */

extern const cli_command motion_convert;
extern const cli_command motion_filter;
extern const cli_command motion_generate;
extern const cli_command motion_info;
extern const cli_command motion_psd;
extern const cli_command motion_spectrum;

/* ---- Options for reading a ground motion, shared by the parts of thud motion. ---- */

/* Rows of an option table. */
/* clang-format off */
#define MOTION_INPUT_ROWS                                                                                          \
    {"unit", "UNIT", "unit of the accelerations where the file does not say: g, gal, m/s^2, …"},                        \
    {"dt", "DT", "seconds between samples where the file does not say"},                                           \
    {"channel", "NAME", "channel, by name or number, where the file has several; default: the first"},           \
    {"format", "FORMAT", "format, from the list of 'thud motion info --help'; default: by content"},                \
    FILE_LIMIT_ROW
/* clang-format on */

/* Their names, for options_refuse. */
#define MOTION_INPUT_NAMES "unit", "dt", "channel", "format"

/*
 * Reads the file `path`; warnings and errors go to stderr as FILE:LINE:COL: …. Returns an exit status; after
 * EXIT_DONE the caller frees the motion.
 */
int motion_input_read(const cli_options *options, const char *path, thud_motion **motion, thud_motion_info *info);

/* thud gap with two scenarios and ground motions as words: the separation for every pair of floors. Returns an
   exit status. */
int gap_scenarios_run(const cli_options *options);

/* Prints the warnings and the error of a file read by other means. Returns the exit status. */
int motion_input_report(const char *path, const thud_motion_info *info, thud_status status);

/* ---- --plot for parts of thud motion that draw only a motion: its histories and its spectrum. ---- */

/* A row of an option table. */
#define MOTION_PLOT_ROW                                                                                            \
    { "plot", "FILE.svg", "draw histories and response spectrum; also .pdf, .png, .eps" }

/* Checks that the picture can be drawn, and differs from the input file `in` and the output file `out`; both may
 * be NULL. */
int motion_plot_check(const cli_options *options, const char *in, const char *out);

/* Draws it if --plot was given. */
int motion_plot_draw(const cli_options *options, const thud_motion *motion, const char *title);

/* ---- Options for a spectrum of Eurocode 8, shared by several commands. ---- */

/* Rows of an option table. */
/* clang-format off */
#define EC8_INPUT_ROWS                                                                                             \
    {"soil", "LETTER", "ground type of Eurocode 8: A, B, C, D or E"},                                              \
    {"ag", "A", "design ground acceleration on type A, as in \"0.3 g\""},                                      \
    {"S", "FACTOR", "soil factor, instead of the code's"},                                                    \
    {"TB", "TIME", "corner period, instead of the code's"},                                                   \
    {"TC", "TIME", "corner period, instead of the code's"},                                                                                    \
    {"TD", "TIME", "corner period, instead of the code's"},                                                                                    \
    {"TE", "TIME", "corner period of annex A, instead of the code's"},                                        \
    {"TF", "TIME", "corner period of annex A, instead of the code's"}
/* clang-format on */

/* Their names, for options_refuse. */
#define EC8_INPUT_NAMES "soil", "ag", "S", "TB", "TC", "TD", "TE", "TF"

/* Reads them for a spectrum of type 1 or 2, at 5 % damping. Returns an exit status. */
int ec8_input_read(const cli_options *options, int type, thud_ec8 *ec8, char *soil);

#endif
