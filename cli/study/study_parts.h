/*
 * Shared by the commands for studies: thud sweep, status, export and report.
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

/* ---- The study and progress of a store of results, as text and as JSON. ---- */

/* Reads and prints. `sweep` is the one that just ended, or NULL; `of` is the directory of all shards if this is
 * one, or NULL. Returns an exit status. */
int store_report(const char *directory, bool as_json, const thud_study_summary *sweep, const char *of);

/* Reads the store for the notes of its cases. Returns an exit status. */
int store_notes(const char *directory, thud_study_notes *notes);

/* Prints "thud: error: …" for an error of a store and returns the exit status; errors in the input are usage
   errors. */
int store_error(thud_status status, const char *text);

/* ---- The cases of a study, listed without being run. ---- */

/* Prints one line per case, as CSV or JSON, without storing them. Returns an exit status. */
int sweep_list(const thud_study *study, bool as_json);

/* ---- thud sweep --executor opencl: the device, and how many cases each executor ran. ---- */

typedef struct sweep_device {
    thud_device_executor executor;
    thud_device_tally tally;
    bool is_chosen;
    bool has_closest; /* closest approaches are results, which kernels leave out */
} sweep_device;

/* Reads --executor and --device. With auto it takes a GPU with double precision if the study is large enough to
 * repay its start-up, or kernels on the cores if these are faster. Returns an exit status. */
int sweep_device_choose(const cli_options *options, const thud_study *study, size_t jobs, sweep_device *device);

/* Reports on stderr what ran where. */
void sweep_device_report(const sweep_device *device);

/* ---- thud sweep as one rank of an MPI job. ---- */

/* Whether mpirun or a scheduler started this process as one of several; only reads the environment. */
bool ranks_launched(void);

/* Callbacks that every rank needs from the command. Each returns an exit status. */
typedef struct ranks_work {
    const void *context;
    int (*read)(const void *context, thud_study **study);
    int (*sweep)(const void *context, const thud_study *study, const thud_executor *executor); /* rank 0 */
    bool devices; /* the other ranks run their cases on devices */
    size_t jobs;  /* threads of each of them, which prepare cases */
} ranks_work;

/* Runs the study on all ranks; only rank 0 prints, unless another cannot read the study. */
int ranks_run(const ranks_work *work);

/* ---- Progress of a sweep on stderr: a bar on a terminal, plain lines elsewhere. ---- */

typedef struct sweep_progress {
    bool terminal; /* stderr is a terminal */
    bool shown;
    double next; /* s since the sweep began: when to print */
} sweep_progress;

sweep_progress sweep_progress_start(void);

/* Prints when it is time to; for thud_study_options, with the sweep_progress as context. */
void sweep_progress_show(void *context, const thud_study_progress *progress);

/* Removes the bar. */
void sweep_progress_finish(sweep_progress *progress);

/* Whether the user asked to stop. */
bool sweep_progress_stopped(void *context);

/* ---- Histories of the cases selected by `histories:`, which are run again for them. ---- */

/* Writes DIRECTORY/case-N/history.csv and impacts.csv for each; existing ones stay unless `anew`. Returns an exit
 * status. */
int sweep_histories(const thud_study *study, const char *directory, bool anew);

/* ---- thud export --fragility: the fragility curves of a study. ---- */

/* Writes the curves into the file that was asked for, and prints them. */
int export_fragility(const cli_options *options, thud_results *results, const thud_error *note);

/* ---- The page of one case of a study. The case is run again, with its history, and must give the stored results.
 * ---- */

/* Files go to DIRECTORY/case-N, the page to DIRECTORY/case-N.html unless -o says otherwise. Returns an exit
   status. */
int report_case(const cli_options *options, const char *directory);

/* ---- The path of the page of thud report, as text and as JSON. ---- */

void report_print_place(const cli_options *options, const char *kind, const char *path);

#endif
