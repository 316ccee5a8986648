/*
 * What thud run --compare open runs beside the scenario.
 */
#ifndef THUD_CLI_RUN_RUN_OPEN_H
#define THUD_CLI_RUN_RUN_OPEN_H

#include <thud/simulate.h>

/* The model with all contacts open; the summary lasts as long as the simulation, which the caller frees. Its
 * history goes to open/history.csv in `directory`, unless that is NULL. */
int run_open(const thud_model *model, const thud_run_options *run, const char *directory,
             thud_simulation **simulation);

#endif
