/*
 * The options that say how a ground motion is read, shared by the parts of thud motion.
 */
#ifndef THUD_CLI_MOTION_INPUT_H
#define THUD_CLI_MOTION_INPUT_H

#include <thud/motion.h>

#include "cli/file_limit.h"
#include "cli/options.h"

/* Rows of an option table. */
/* clang-format off */
#define MOTION_INPUT_ROWS                                                                                          \
    {"unit", "UNIT", "of the accelerations where the file does not say: g, gal, m/s^2, …"},                        \
    {"dt", "DT", "seconds between samples where the file does not say"},                                           \
    {"channel", "NAME", "which one, by name or number, where the file has several; default: the first"},           \
    {"format", "FORMAT", "one of those that 'thud motion info --help' lists; default: by content"},                \
    FILE_LIMIT_ROW
/* clang-format on */

/* Their names, for options_refuse. */
#define MOTION_INPUT_NAMES "unit", "dt", "channel", "format"

/*
 * Reads the file `path`; warnings and errors go to stderr as FILE:LINE:COL: …. Returns an exit status; after
 * EXIT_DONE the motion is to be freed.
 */
int motion_input_read(const cli_options *options, const char *path, thud_motion **motion, thud_motion_info *info);

/* Prints the warnings and the error of a file that was read in another way. Returns the exit status. */
int motion_input_report(const char *path, const thud_motion_info *info, thud_status status);

#endif
