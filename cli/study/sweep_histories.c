#define _XOPEN_SOURCE 700 /* access */

/* Histories of the cases selected by `histories:`, which are run again for them. */
#include "cli/study/study_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/message.h"
#include "report/run/files.h"
#include "report/text/file.h"

/* The files of one case. They contain the names of its model, which exists only once the case has begun. */
typedef struct case_files {
    const thud_worker *worker;
    const char *directory; /* directory of the case */
    thud_history_file history;
    thud_ledger_file ledger;
    bool open, failed;
    thud_error failure;
} case_files;

static bool open_history(case_files *files, const char *path, const thud_model *model) {
    return thud_history_open(&files->history, path, model, &files->failure);
}

static bool open_ledger(case_files *files, const char *path, const thud_model *model) {
    return thud_ledger_open(&files->ledger, path, model, &files->failure);
}

static bool open_file(case_files *files, const char *name,
                      bool (*open)(case_files *, const char *, const thud_model *)) {
    char *path = thud_path_join(files->directory, name);
    bool good = path ? open(files, path, thud_worker_model(files->worker)) : thud_fail_memory(&files->failure);
    free(path);
    return good;
}

static bool open_once(case_files *files) {
    if (!files->open && !files->failed) {
        files->open = thud_directory_create_inside(files->directory, &files->failure) &&
                      open_file(files, "impacts.csv", open_ledger) && open_file(files, "history.csv", open_history);
        files->failed = !files->open;
    }
    return files->open;
}

static bool take_sample(void *context, const thud_sample *sample) {
    case_files *files = context;
    return open_once(files) && thud_history_add(&files->history, sample) && !sweep_progress_stopped(NULL);
}

static bool take_impact(void *context, const thud_impact_entry *entry) {
    case_files *files = context;
    return open_once(files) && thud_ledger_add(&files->ledger, entry) && !sweep_progress_stopped(NULL);
}

static bool go_on(void *context, double time) {
    (void)context;
    (void)time;
    return !sweep_progress_stopped(NULL);
}

/* the history comes last, so that its presence implies both files. A case that fails has a history up to the
 * failure; without a model it has none. */
static int finish(case_files *files) {
    bool good = !thud_worker_model(files->worker) || open_once(files);
    if (sweep_progress_stopped(NULL)) {
        thud_ledger_abort(&files->ledger);
        thud_history_abort(&files->history);
        return work_error("interrupted; the same command continues from there");
    }
    if (good && files->open)
        good = thud_ledger_commit(&files->ledger, &files->failure) &&
               thud_history_commit(&files->history, &files->failure);
    thud_ledger_abort(&files->ledger);
    thud_history_abort(&files->history);
    return good ? EXIT_DONE : work_error("%s", files->failure.text);
}

static int write_case(thud_worker *worker, size_t index, const char *directory) {
    case_files files = {.worker = worker, .directory = directory};
    thud_observer observer = {.context = &files, .sample = take_sample, .impact = take_impact, .progress = go_on};
    thud_case_result result;
    thud_status status = thud_worker_run(worker, index, &observer, &result);
    int finished = finish(&files);
    return status == THUD_OK ? finished : work_error("%s", thud_status_text(status));
}

static bool is_there(const char *directory) {
    char *path = thud_path_join(directory, "history.csv");
    bool there = path && access(path, F_OK) == 0;
    free(path);
    return there;
}

static int write_wanted(const thud_study *study, thud_worker **worker, size_t index, const char *directory,
                        bool anew) {
    char name[32];
    snprintf(name, sizeof name, "case-%zu", index);
    char *path = thud_path_join(directory, name);
    int status = EXIT_DONE;
    if (!path) return work_error("out of memory");
    if (anew || !is_there(path)) {
        thud_status made = *worker ? THUD_OK : thud_worker_create(study, worker);
        status = made == THUD_OK ? write_case(*worker, index, path) : work_error("%s", thud_status_text(made));
    }
    free(path);
    return status;
}

int sweep_histories(const thud_study *study, const char *directory, bool anew) {
    thud_worker *worker = NULL;
    int status = EXIT_DONE;
    for (size_t i = 0; status == EXIT_DONE && i < thud_study_case_count(study); i++)
        if (thud_study_wants_history(study, i)) status = write_wanted(study, &worker, i, directory, anew);
    thud_worker_free(worker);
    return status;
}
