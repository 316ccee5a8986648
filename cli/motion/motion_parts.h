/*
 * The parts of thud motion, one per motion_<part>.c.
 */
#ifndef THUD_CLI_MOTION_PARTS_H
#define THUD_CLI_MOTION_PARTS_H

#include "cli/command.h"

extern const cli_command motion_convert;
extern const cli_command motion_filter;
extern const cli_command motion_generate;
extern const cli_command motion_info;
extern const cli_command motion_psd;
extern const cli_command motion_spectrum;

#endif
