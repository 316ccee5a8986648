/*
 * The files of thud run, fed by the run while it goes on and put in place when it is over.
 */
#ifndef THUD_CLI_RUN_OUTPUT_H
#define THUD_CLI_RUN_OUTPUT_H

#include <thud/simulate.h>

#include "cli/run/run_progress.h"
#include "report/figure/figures.h"
#include "report/run/files.h"
#include "report/run/summary.h"

typedef struct run_output {
    const char *directory; /* NULL: no files */
    const char *scenario;  /* the file to keep a copy of; NULL: none */
    bool want_hdf5, want_figures;
    thud_history_file history;
    thud_ledger_file ledger;
    thud_loops *loops;
    thud_history_hdf5 *hdf5;
    thud_run_figures *figures;
    run_progress progress;
    bool failed; /* a file does not take what it gets; it says why when it is put in place */
} run_output;

/* Makes the directory and opens what is wanted in it. */
bool run_output_open(run_output *output, const thud_model *model, thud_error *failure);

/* What tells the output about the run; its context is the output. */
thud_observer run_output_observer(run_output *output);

/* Puts all files in place, the summary with them, and draws the figures. */
bool run_output_commit(run_output *output, const thud_run_report *report, thud_error *failure);

/* Leaves no trace but the directory. Does nothing after a commit. */
void run_output_abort(run_output *output);

#endif
