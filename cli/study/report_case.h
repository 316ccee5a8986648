/*
 * The page of one case of a study: the case is run again, with its history, and must give what the store has.
 */
#ifndef THUD_CLI_REPORT_CASE_H
#define THUD_CLI_REPORT_CASE_H

#include "cli/options.h"

/* Files go to DIRECTORY/case-N, the page to DIRECTORY/case-N.html unless -o says otherwise. Returns an exit status.
 */
int report_case(const cli_options *options, const char *directory);

#endif
