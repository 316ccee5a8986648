/*
 * The options that describe a spectrum of Eurocode 8, shared by the commands that take one.
 */
#ifndef THUD_CLI_EC8_INPUT_H
#define THUD_CLI_EC8_INPUT_H

#include <thud/motion.h>

#include "cli/options.h"

/* Rows of an option table. */
/* clang-format off */
#define EC8_INPUT_ROWS                                                                                             \
    {"soil", "LETTER", "ground type of Eurocode 8: A, B, C, D or E"},                                              \
    {"ag", "A", "its design ground acceleration on type A, as in \"0.3 g\""},                                      \
    {"S", "FACTOR", "soil factor instead of that of the code"},                                                    \
    {"TB", "TIME", "corner period instead of that of the code"},                                                   \
    {"TC", "TIME", "the same"},                                                                                    \
    {"TD", "TIME", "the same"},                                                                                    \
    {"TE", "TIME", "corner period of annex A instead of that of the code"},                                        \
    {"TF", "TIME", "the same"}
/* clang-format on */

/* Their names, for options_refuse. */
#define EC8_INPUT_NAMES "soil", "ag", "S", "TB", "TC", "TD", "TE", "TF"

/* Reads them for a spectrum of type 1 or 2, at 5 % damping. Returns an exit status. */
int ec8_input_read(const cli_options *options, int type, thud_ec8 *ec8, char *soil);

#endif
