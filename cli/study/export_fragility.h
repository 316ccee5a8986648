/*
 * thud export --fragility: the fragility curves of a study.
 */
#ifndef THUD_CLI_EXPORT_FRAGILITY_H
#define THUD_CLI_EXPORT_FRAGILITY_H

#include "cli/options.h"
#include "study/store/store_read.h"

/* Writes the curves into the file that was asked for, and prints them. */
int export_fragility(const cli_options *options, thud_results *results, const thud_error *note);

#endif
