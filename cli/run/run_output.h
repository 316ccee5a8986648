/*
 * Output files of thud run, written during the run and completed at its end.
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

/* ---- Progress of a run on stderr, if it takes longer than a second; and signals, which stop it but keep its
 * results. ---- */

typedef struct run_progress {
    double duration; /* s, of the simulation */
    size_t impacts;  /* so far */
    bool terminal;   /* stderr is a terminal: the line is redrawn */
    bool shown;
    double begin, next; /* s of the clock: when it began, when to print */
} run_progress;

/* Starts the clock, and listens for signals unless that is already done. */
run_progress progress_start(double duration);

/* Prints when it is time to. False when the user wants to stop. */
bool progress_reached(run_progress *progress, double time);

/* Removes the line and restores the signals. */
void progress_finish(run_progress *progress);

/* Whether the user asked to stop. */
bool progress_interrupted(void);

typedef struct run_output {
    const char *directory; /* NULL: no files */
    const char *scenario;  /* the scenario file to copy; NULL: none */
    bool want_hdf5, want_figures;
    thud_history_file history;
    thud_ground_file ground;
    thud_ledger_file ledger;
    thud_loops *loops;
    thud_link_loops *link_loops;
    thud_history_hdf5 *hdf5;
    thud_run_figures *figures;
    thud_overlaps *overlaps; /* NULL: do not look for overlaps */
    run_progress progress;
    bool failed; /* a file could not be written; the reason is reported when it is completed */
} run_output;

/* Creates the directory and opens the requested files. */
bool run_output_open(run_output *output, const thud_model *model, thud_error *failure);

/* The observer that feeds the output; its context is the output. */
thud_observer run_output_observer(run_output *output);

/* Puts all files in place, the summary with them, and draws the figures. */
bool run_output_commit(run_output *output, const thud_run_report *report, thud_error *failure);

/* Removes all files but not the directory. No effect after a commit. */
void run_output_abort(run_output *output);

/* ---- End of a process after a failed write to HDF5. ---- */

/* HDF5 1.10 closes its files again when a process ends, and after a failed write it crashes or hangs there. From
 * here on the process ends with EXIT_FAILED before that. */
void hdf5_exit_early(void);

/* When memory is short HDF5 1.10 ends the process silently. Between these two calls a message is printed, and the
 * exit status is EXIT_FAILED; a crash inside HDF5 cannot be caught. */
void hdf5_exit_watch(void);
void hdf5_exit_forget(void);

#endif
