/*
 * Reads a scenario or a study for a command. Messages are FILE:LINE:COL, with the line of the file and a caret
 * below it.
 */
#ifndef THUD_CLI_SCENARIO_INPUT_H
#define THUD_CLI_SCENARIO_INPUT_H

#include <thud/derivative.h>
#include <thud/scenario.h>
#include <thud/study.h>

/* Prints all errors and returns an exit status; after EXIT_DONE the caller owns the model. */
int scenario_input_read(const char *path, thud_model **model);

/* The scenario without shorthand; to be freed. */
int scenario_input_expand(const char *path, char **text);

/* The same for a study, with the scenario that it names. */
int study_input_read(const char *path, thud_study **study);

/* Derivatives by the paths of a scenario, with commas between them. */
int scenario_input_derivatives(const char *path, const char *paths, thud_derivatives **derivatives);

#endif
