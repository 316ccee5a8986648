/* Output files of thud run, written during the run and completed at its end. */
#include "cli/run/run_output.h"

#include <stdio.h>
#include <stdlib.h>

#include "ground/bytes.h"
#include "report/run/model.h"

static bool open_history(run_output *output, const char *path, const thud_model *model, thud_error *failure) {
    return thud_history_open(&output->history, path, model, failure);
}

static bool open_ground(run_output *output, const char *path, const thud_model *model, thud_error *failure) {
    return !thud_ground_moves(model) || thud_ground_open(&output->ground, path, model, failure);
}

static bool open_ledger(run_output *output, const char *path, const thud_model *model, thud_error *failure) {
    return thud_ledger_open(&output->ledger, path, model, failure);
}

static bool open_hdf5(run_output *output, const char *path, const thud_model *model, thud_error *failure) {
    output->hdf5 = thud_history_hdf5_open(path, model, failure);
    return output->hdf5 != NULL;
}

/* opens one file of the directory with the function for its kind */
static bool open_file(run_output *output, const char *name, const thud_model *model, thud_error *failure,
                      bool (*open)(run_output *, const char *, const thud_model *, thud_error *)) {
    char *path = thud_path_join(output->directory, name);
    bool good = path ? open(output, path, model, failure) : thud_fail_memory(failure);
    free(path);
    return good;
}

static bool open_figures(run_output *output, const thud_model *model, thud_error *failure) {
    output->figures = thud_run_figures_create(model);
    return output->figures || thud_fail_memory(failure);
}

static bool open_loops(run_output *output, const thud_model *model, thud_error *failure) {
    output->loops = thud_loops_create(model);
    output->link_loops = thud_link_loops_create(model);
    return (output->loops && output->link_loops) || thud_fail_memory(failure);
}

bool run_output_open(run_output *output, const thud_model *model, thud_error *failure) {
    if (!output->directory) return true;
    bool good = thud_directory_create(output->directory, failure) &&
                open_file(output, "history.csv", model, failure, open_history) &&
                open_file(output, "ground.csv", model, failure, open_ground) &&
                open_file(output, "impacts.csv", model, failure, open_ledger) &&
                open_loops(output, model, failure) &&
                (!output->want_hdf5 || open_file(output, "history.h5", model, failure, open_hdf5)) &&
                (!output->want_figures || open_figures(output, model, failure));
    if (!good) run_output_abort(output);
    return good;
}

static bool take_sample(void *context, const thud_sample *sample) {
    run_output *output = context;
    bool good = !output->directory || thud_history_add(&output->history, sample);
    thud_overlaps_add(output->overlaps, sample);
    good = good && thud_ground_add(&output->ground, sample->time);
    good = good && (!output->hdf5 || thud_history_hdf5_add_sample(output->hdf5, sample));
    good = good && (!output->figures || thud_run_figures_add_sample(output->figures, sample));
    output->failed = output->failed || !good;
    return good && !progress_interrupted();
}

static bool take_impact(void *context, const thud_impact_entry *entry) {
    run_output *output = context;
    output->progress.impacts++;
    bool good = !output->directory || thud_ledger_add(&output->ledger, entry);
    good = good && (!output->loops || thud_loops_add_impact(output->loops, entry));
    good = good && (!output->hdf5 || thud_history_hdf5_add_impact(output->hdf5, entry));
    good = good && (!output->figures || thud_run_figures_add_impact(output->figures, entry));
    output->failed = output->failed || !good;
    return good && !progress_interrupted();
}

static bool take_contact(void *context, const thud_contact_sample *sample) {
    run_output *output = context;
    bool good = thud_loops_add_sample(output->loops, sample);
    output->failed = output->failed || !good;
    return good;
}

static bool take_link(void *context, const thud_link_sample *sample) {
    run_output *output = context;
    bool good = thud_link_loops_add(output->link_loops, sample);
    output->failed = output->failed || !good;
    return good;
}

static bool take_progress(void *context, double time) {
    run_output *output = context;
    return progress_reached(&output->progress, time);
}

thud_observer run_output_observer(run_output *output) {
    return (thud_observer){
        .context = output,
        .sample = take_sample,
        .impact = take_impact,
        .progress = take_progress,
        .contact = output->loops ? take_contact : NULL,
        .link = output->link_loops ? take_link : NULL,
    };
}

static bool write_loops(const run_output *output, const thud_run_report *report, const char *path,
                        thud_error *failure) {
    (void)report;
    return thud_loops_write(output->loops, path, failure);
}

/* only with results of links; removes the file of an earlier run */
static bool write_link_loops(const run_output *output, const thud_run_report *report, const char *path,
                             thud_error *failure) {
    if (report->summary->link_count > 0) return thud_link_loops_write(output->link_loops, path, failure);
    remove(path);
    return true;
}

/* if nothing moved the ground, removes the file of an earlier run, and the unfinished one of a killed run */
static bool write_ground(run_output *output, const thud_model *model, thud_error *failure) {
    if (thud_ground_moves(model)) return thud_ground_commit(&output->ground, failure);
    thud_output none;
    char *path = thud_path_join(output->directory, "ground.csv");
    bool good = path ? thud_output_open_inside(&none, path, failure) : thud_fail_memory(failure);
    if (good) thud_output_abort(&none);
    if (good) remove(path);
    free(path);
    return good;
}

static bool write_model(const run_output *output, const thud_run_report *report, const char *path,
                        thud_error *failure) {
    (void)output;
    return thud_model_write_json(path, report, failure);
}

/* a pipe cannot be read again: then there is no copy, and that of an earlier run is removed */
static bool write_scenario(const run_output *output, const thud_run_report *report, const char *path,
                           thud_error *failure) {
    (void)report;
    if (output->scenario && !thud_bytes_is_input(output->scenario) && thud_file_is_regular(output->scenario))
        return thud_file_copy(output->scenario, path, failure);
    remove(path);
    return true;
}

static bool write_summary(const run_output *output, const thud_run_report *report, const char *path,
                          thud_error *failure) {
    (void)output;
    return thud_summary_write(path, report, failure);
}

/* writes one complete file of the directory */
static bool write_file(const run_output *output, const thud_run_report *report, const char *name,
                       thud_error *failure,
                       bool (*write)(const run_output *, const thud_run_report *, const char *, thud_error *)) {
    char *path = thud_path_join(output->directory, name);
    bool good = path ? write(output, report, path, failure) : thud_fail_memory(failure);
    free(path);
    return good;
}

static bool commit_hdf5(run_output *output, thud_error *failure) {
    thud_history_hdf5 *file = output->hdf5;
    output->hdf5 = NULL;
    return !file || thud_history_hdf5_commit(file, failure);
}

bool run_output_commit(run_output *output, const thud_run_report *report, thud_error *failure) {
    if (!output->directory) return true;
    bool good = thud_history_commit(&output->history, failure) && write_ground(output, report->model, failure) &&
                thud_ledger_commit(&output->ledger, failure) && commit_hdf5(output, failure) &&
                write_file(output, report, "loops.csv", failure, write_loops) &&
                write_file(output, report, "link_loops.csv", failure, write_link_loops) &&
                write_file(output, report, "model.json", failure, write_model) &&
                write_file(output, report, "scenario.yaml", failure, write_scenario) &&
                write_file(output, report, "summary.json", failure, write_summary);
    if (good && output->failed) good = thud_fail_memory(failure);
    good = good && (!output->figures || thud_run_figures_draw(output->figures, report, output->directory, failure));
    run_output_abort(output);
    return good;
}

void run_output_abort(run_output *output) {
    thud_history_abort(&output->history);
    thud_ground_abort(&output->ground);
    thud_ledger_abort(&output->ledger);
    thud_history_hdf5_abort(output->hdf5);
    thud_run_figures_free(output->figures);
    thud_loops_free(output->loops);
    thud_link_loops_free(output->link_loops);
    output->hdf5 = NULL;
    output->figures = NULL;
    output->loops = NULL;
    output->link_loops = NULL;
}
