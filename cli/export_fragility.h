/*
 * thud export --fragility: the fragility curves of a study.
 */
#ifndef THUD_CLI_EXPORT_FRAGILITY_H
#define THUD_CLI_EXPORT_FRAGILITY_H

#include "options.h"
#include "study/store_read.h"

/* Writes the curves into the file that was asked for, and prints them. */
int export_fragility(const cli_options *options, thud_results *results, const thud_error *note);

#endif
