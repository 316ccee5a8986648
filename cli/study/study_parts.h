/*
 * What the commands about studies share: thud sweep, status, export and report.
 */
#ifndef THUD_CLI_STUDY_STUDY_PARTS_H
#define THUD_CLI_STUDY_STUDY_PARTS_H

#include <stdbool.h>

#include <thud/study.h>
#include <thud/sweep.h>

#include "cli/options.h"
#include "report/study/notes.h"
#include "study/run/executor_device.h"
#include "study/store/store_read.h"

/* ---- What a store of results is of and how far it is, for people and as JSON. ---- */

/* Reads and prints; `sweep` is the one that has just been over, or NULL; `of` is the directory of which this one is
 * a shard, or NULL. Returns an exit status. */
int store_report(const char *directory, bool as_json, const thud_study_summary *sweep, const char *of);

/* The notes of the cases of a store, which is read for them. Returns an exit status. */
int store_notes(const char *directory, thud_study_notes *notes);

/* "thud: error: …" and the exit status for what the library says of a store: bad input is the user's. */
int store_error(thud_status status, const char *text);

/* ---- The cases of a study, listed without being run. ---- */

/* One line for each case as it goes, CSV or JSON: nothing is kept in memory. Returns an exit status. */
int sweep_list(const thud_study *study, bool as_json);

/* ---- thud sweep --executor opencl: on which device, and who ran how many cases in the end. ---- */

typedef struct sweep_device {
    thud_device_executor executor;
    thud_device_tally tally;
    bool is_chosen;
    bool has_closest; /* closest approaches are results, which kernels leave out */
} sweep_device;

/* Reads --executor and --device. By itself it takes a GPU with double precision where a study has so many cases
 * that the time to start one is made up for, or kernels on the cores where these are faster. Returns an exit
 * status.
 */
int sweep_device_choose(const cli_options *options, const thud_study *study, size_t jobs, sweep_device *device);

/* Says on stderr what ran where. */
void sweep_device_report(const sweep_device *device);

/* ---- thud sweep as one rank of an MPI job. ---- */

/* Whether mpirun or a scheduler started this process as one of several; asks the environment only. */
bool ranks_launched(void);

/* What every rank needs, given by the command. Each returns an exit status. */
typedef struct ranks_work {
    const void *context;
    int (*read)(const void *context, thud_study **study);
    int (*sweep)(const void *context, const thud_study *study, const thud_executor *executor); /* rank 0 */
    bool devices; /* the other ranks run their cases on devices */
    size_t jobs;  /* threads of each of them, which prepare cases */
} ranks_work;

/* Runs the study on all ranks; on those other than 0 it says nothing unless it cannot read the study. */
int ranks_run(const ranks_work *work);

/* ---- How far a sweep has come, on stderr: a bar that is drawn over again on a terminal, plain lines
 * elsewhere. ---- */

typedef struct sweep_progress {
    bool terminal; /* stderr is one */
    bool shown;
    double next; /* s since the sweep began: when to print */
} sweep_progress;

sweep_progress sweep_progress_start(void);

/* Prints when it is time to; for thud_study_options, with the sweep_progress as context. */
void sweep_progress_show(void *context, const thud_study_progress *progress);

/* Takes the bar away. */
void sweep_progress_finish(sweep_progress *progress);

/* Whether the user asked to stop, as interrupt_asked has it. */
bool sweep_progress_stopped(void *context);

/* ---- The histories of the cases that a study asks for (`histories:`), run once more for them. ---- */

/* Writes DIRECTORY/case-N/history.csv and impacts.csv for each; those that are there stay unless `anew`. Returns an
 * exit status. */
int sweep_histories(const thud_study *study, const char *directory, bool anew);

/* ---- thud export --fragility: the fragility curves of a study. ---- */

/* Writes the curves into the file that was asked for, and prints them. */
int export_fragility(const cli_options *options, thud_results *results, const thud_error *note);

/* ---- The page of one case of a study: the case is run again, with its history, and must give what the store
 * has. ---- */

/* Files go to DIRECTORY/case-N, the page to DIRECTORY/case-N.html unless -o says otherwise. Returns an exit status.
 */
int report_case(const cli_options *options, const char *directory);

/* ---- Where thud report put a page, for people and as JSON. ---- */

void report_print_place(const cli_options *options, const char *kind, const char *path);

#endif
