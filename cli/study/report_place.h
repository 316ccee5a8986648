/*
 * Where thud report put a page, for people and as JSON.
 */
#ifndef THUD_CLI_REPORT_PLACE_H
#define THUD_CLI_REPORT_PLACE_H

#include "cli/options.h"

void report_print_place(const cli_options *options, const char *kind, const char *path);

#endif
