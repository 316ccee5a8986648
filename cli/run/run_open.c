/* The same model with all contacts open: its summary, and its history for the page. */
#include "cli/run/run_open.h"

#include <math.h>
#include <stdlib.h>

#include "cli/message.h"
#include "report/run/files.h"
#include "report/text/file.h"

typedef struct open_history {
    thud_history_file file;
    bool failed; /* the reason is reported when the file is completed */
} open_history;

static bool take_sample(void *context, const thud_sample *sample) {
    open_history *history = context;
    history->failed = history->failed || !thud_history_add(&history->file, sample);
    return !history->failed;
}

static bool begin(open_history *history, const char *directory, const thud_model *model, thud_error *failure) {
    char *folder = thud_path_join(directory, "open"), *path = folder ? thud_path_join(folder, "history.csv") : NULL;
    bool good =
        path ? thud_directory_create(folder, failure) && thud_history_open(&history->file, path, model, failure)
             : thud_fail_memory(failure);
    free(path);
    free(folder);
    return good;
}

static thud_status open_contacts(const thud_model *model, thud_simulation *simulation) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < thud_model_contact_count(model) && status == THUD_OK; i++) {
        thud_gap_contact contact;
        status = thud_model_contact_parameters(model, i, &contact);
        contact.gap = INFINITY;
        if (status == THUD_OK) status = thud_simulation_set_contact(simulation, i, &contact);
    }
    return status;
}

static thud_status simulate(const thud_model *model, const thud_run_options *run, const thud_observer *observer,
                            thud_simulation **simulation, thud_error *error) {
    thud_status status = thud_simulation_create(model, simulation);
    if (status == THUD_OK) status = open_contacts(model, *simulation);
    if (status == THUD_OK) status = thud_simulation_set_options(*simulation, run, error);
    if (status == THUD_OK) status = thud_simulation_run(*simulation, observer);
    return status;
}

int run_open(const thud_model *model, const thud_run_options *run, const char *directory,
             thud_simulation **simulation) {
    thud_error error = {0};
    open_history history = {0};
    const thud_observer observer = {.context = &history, .sample = take_sample};
    if (directory && !begin(&history, directory, model, &error)) return work_error("%s", error.text);
    const thud_status status = simulate(model, run, directory ? &observer : NULL, simulation, &error);
    const bool full = history.failed; /* the disk is full, which the commit reports */
    const bool written = !directory || ((status == THUD_OK || full) && thud_history_commit(&history.file, &error));
    if (!written) thud_history_abort(&history.file);
    if (status == THUD_OK && written) return EXIT_DONE;
    if (full || status == THUD_OK) return work_error("%s", error.text);
    const char *why = *simulation ? thud_simulation_summary(*simulation)->error.text : "";
    return work_error("with all contacts open: %s", *why ? why : thud_status_text(status));
}
