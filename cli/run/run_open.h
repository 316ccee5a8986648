/*
 * The second run of thud run --compare open.
 */
#ifndef THUD_CLI_RUN_RUN_OPEN_H
#define THUD_CLI_RUN_RUN_OPEN_H

#include <thud/simulate.h>

/* Runs the model with all contacts open. The summary lasts as long as the simulation, which the caller frees. The
 * history goes to open/history.csv in `directory`, unless that is NULL. */
int run_open(const thud_model *model, const thud_run_options *run, const char *directory,
             thud_simulation **simulation);

#endif
