/*
 * The files of thud run, fed by the run while it goes on and put in place when it is over.
 */
#ifndef THUD_CLI_RUN_RUN_OUTPUT_H
#define THUD_CLI_RUN_RUN_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/simulate.h>

#include "report/figure/figures.h"
#include "report/run/files.h"
#include "report/run/overlap.h"
#include "report/run/summary.h"

/* ---- How far a run has come, on stderr, once it takes longer than a second; and signals, which stop it with
 * what it has. ---- */

typedef struct run_progress {
    double duration; /* s, to be simulated */
    size_t impacts;  /* so far */
    bool terminal;   /* stderr is one: the line is drawn over again */
    bool shown;
    double begin, next; /* s of the clock: when it began, when to print */
} run_progress;

/* Starts the clock, and listens for signals where nobody has before. */
run_progress progress_start(double duration);

/* Prints when it is time to. False when the user wants to stop. */
bool progress_reached(run_progress *progress, double time);

/* Takes the line away and the signals as they were. */
void progress_finish(run_progress *progress);

/* Whether the user asked to stop. */
bool progress_interrupted(void);

typedef struct run_output {
    const char *directory; /* NULL: no files */
    const char *scenario;  /* the file to keep a copy of; NULL: none */
    bool want_hdf5, want_figures;
    thud_history_file history;
    thud_ground_file ground;
    thud_ledger_file ledger;
    thud_loops *loops;
    thud_link_loops *link_loops;
    thud_history_hdf5 *hdf5;
    thud_run_figures *figures;
    thud_overlaps *overlaps; /* NULL: nothing to look for */
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

/* ---- The end of a process in which an HDF5 file could not be written. ---- */

/* HDF5 1.10 closes its files once more when a process ends, and after a write that failed it crashes there or never
 * ends. From here on the process ends with EXIT_FAILED before it gets that far. */
void hdf5_exit_early(void);

/* Without memory HDF5 1.10 ends the process itself, and says nothing. Between these two that is said for it, and
 * the exit status is EXIT_FAILED; where it crashes instead, nothing can be said. */
void hdf5_exit_watch(void);
void hdf5_exit_forget(void);

#endif
