/*
 * The cases of a study, listed without being run.
 */
#ifndef THUD_CLI_SWEEP_LIST_H
#define THUD_CLI_SWEEP_LIST_H

#include <stdbool.h>

#include <thud/study.h>

/* One line for each case as it goes, CSV or JSON: nothing is kept in memory. Returns an exit status. */
int sweep_list(const thud_study *study, bool as_json);

#endif
