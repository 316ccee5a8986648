/*
 * The histories of the cases that a study asks for (`histories:`), run once more for them.
 */
#ifndef THUD_CLI_SWEEP_HISTORIES_H
#define THUD_CLI_SWEEP_HISTORIES_H

#include <stdbool.h>

#include <thud/study.h>

/* Writes DIRECTORY/case-N/history.csv and impacts.csv for each; those that are there stay unless `anew`. Returns an
 * exit status. */
int sweep_histories(const thud_study *study, const char *directory, bool anew);

#endif
