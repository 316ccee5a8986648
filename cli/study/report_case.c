/* The page of one case of a study. The case is run again, with its history, and must give the stored results. */
#include "cli/study/study_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "cli/run/run_output.h"
#include "cli/run/scenario_input.h"
#include "model/model.h"
#include "report/page/pages.h"
#include "report/text/file.h"
#include "study/store/store_read.h"
#include "study/study.h"

enum { ROWS = 1000 }; /* rows of the history if the scenario does not say */

/* A case, and its output paths. */
typedef struct case_work {
    const thud_study *study;
    size_t number;
    const char *directory; /* directory of the study */
    char *folder;          /* DIR/case-N */
    char *page;            /* DIR/case-N.html */
    char title[1024];
} case_work;

/* ---- the study file, and whether it matches the store ---- */

/* the path of the study file, as given or as stored; NULL after an error */
static const char *find_study(const cli_options *options, const char *directory, const thud_store_info *info) {
    const char *given = option_value(options, "study");
    if (given) return given;
    if (!info->study || !*info->study)
        usage_error("'%s/results.db' does not record its study; give --study STUDY.yaml", directory);
    else if (!thud_file_is_regular(info->study))
        usage_error("'%s', the study of '%s/results.db', is no longer there; give --study STUDY.yaml", info->study,
                    directory);
    else return info->study;
    return NULL;
}

/* with another version of thud only the results are compared */
static int check_study(const thud_study *study, const char *path, const char *directory,
                       const thud_store_info *info) {
    if (strcmp(info->version, thud_version()) != 0 || info->hash == thud_study_hash(study)) return EXIT_DONE;
    return usage_error(
        "'%s', its scenario or a record has changed since '%s/results.db' was written, or it is another study",
        path, directory);
}

/* a store may name any file, so its content is not shown */
static int read_named(const char *path, const char *directory, thud_study **study) {
    thud_status status = thud_study_read(path, NULL, NULL, study);
    if (status == THUD_OK) return EXIT_DONE;
    if (status == THUD_ERROR_MEMORY) return work_error("%s", thud_status_text(status));
    return usage_error("'%s', the study of '%s/results.db', cannot be read as a study; give --study STUDY.yaml",
                       path, directory);
}

/* whether the store was made with --spread */
static bool has_spread(const thud_columns *columns) {
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(columns->list[i].name, "spread.agreed_until") == 0) return true;
    return false;
}

static int read_study(const cli_options *options, const char *directory, thud_study **study) {
    thud_results *reader = NULL;
    thud_error note;
    thud_status opened = thud_results_open(directory, &note, &reader);
    if (opened != THUD_OK) return store_error(opened, note.text);
    const thud_store_info *info = thud_results_info(reader);
    const char *path = find_study(options, directory, info);
    int status = !path                            ? EXIT_USAGE
                 : option_given(options, "study") ? study_input_read(path, study)
                                                  : read_named(path, directory, study);
    if (status == EXIT_DONE && has_spread(thud_results_columns(reader)) && thud_study_add_spread(*study) != THUD_OK)
        status = work_error("out of memory");
    if (status == EXIT_DONE) status = check_study(*study, path, directory, info);
    thud_results_close(reader);
    return status;
}

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static bool same_results(const thud_results *reader, const double *values) {
    const thud_columns *columns = thud_results_columns(reader);
    /* results are numbered consecutively: thud_columns_read checks it */
    for (size_t i = 0; i < columns->count; i++)
        if (columns->list[i].kind == THUD_COLUMN_RESULT &&
            !same(thud_results_number(reader, i), values[columns->list[i].index]))
            return false;
    return true;
}

static size_t count_results(const thud_columns *columns) {
    size_t count = 0;
    for (size_t i = 0; i < columns->count; i++) count += columns->list[i].kind == THUD_COLUMN_RESULT;
    return count;
}

/* the store has the same results for this case, or none */
static int compare(const case_work *work, const double *values) {
    thud_results *reader = NULL;
    thud_error note;
    thud_results_row row;
    bool found = true, agrees = true;
    thud_status status = thud_results_open(work->directory, &note, &reader);
    if (status != THUD_OK) return store_error(status, note.text);
    agrees = count_results(thud_results_columns(reader)) == thud_study_result_count(work->study);
    while (agrees && found) {
        status = thud_results_next(reader, &row, &found);
        if (status != THUD_OK) break;
        if (!found || row.case_index < work->number) continue;
        if (row.case_index != work->number) break;
        /* a device gives other last digits than a core, which this page is of */
        const bool by_device = row.executor && strncmp(row.executor, "opencl", 6) == 0;
        if (by_device)
            warn("case %zu was run by %s; the numbers of its page come from a CPU core", work->number,
                 row.executor);
        else agrees = same_results(reader, values);
        break;
    }
    thud_results_close(reader);
    if (status != THUD_OK) return store_error(status, note.text);
    if (agrees) return EXIT_DONE;
    return work_error("case %zu gives other results than '%s/results.db', which came from another version of thud "
                      "or another machine",
                      work->number, work->directory);
}

/* "Bridge: case 7 (gap medium, e 0.6)" */
static void make_title(case_work *work) {
    const char *title = thud_study_title(work->study);
    size_t used = (size_t)snprintf(work->title, sizeof work->title, "%.400s%scase %zu", title ? title : "",
                                   title && *title ? ": " : "", work->number);
    for (size_t i = 0; i < thud_study_axis_count(work->study) && used < sizeof work->title - 300; i++) {
        thud_axis_value value;
        if (thud_study_value(work->study, work->number, i, &value) != THUD_OK) continue;
        used +=
            (size_t)snprintf(work->title + used, sizeof work->title - used, "%s%.100s %.100s", i == 0 ? " (" : ", ",
                             thud_study_axis_name(work->study, i), value.label ? value.label : value.text);
    }
    if (thud_study_axis_count(work->study) > 0 && used < sizeof work->title - 1) strcat(work->title, ")");
}

/* runs the case with its history, under its name */
static int simulate(case_work *work, const thud_model *model) {
    make_title(work);
    run_output output = {.directory = work->folder};
    thud_simulation *simulation = NULL;
    thud_error failure;
    thud_run_options run = thud_model_run_options(model);
    if (!(run.output_interval > 0)) run.output_interval = run.duration / ROWS;
    thud_status status = thud_simulation_create(model, &simulation);
    if (status == THUD_OK) status = thud_simulation_set_options(simulation, &run, NULL);
    if (status != THUD_OK) {
        thud_simulation_free(simulation);
        return work_error("%s", thud_status_text(status));
    }
    bool good = thud_directory_create_inside(work->folder, &failure) && run_output_open(&output, model, &failure);
    if (good) {
        output.progress = progress_start(run.duration);
        thud_observer observer = run_output_observer(&output);
        status = thud_simulation_run(simulation, &observer);
        progress_finish(&output.progress);
        thud_run_report report = {
            .model = model, .title = work->title, .options = &run, .summary = thud_simulation_summary(simulation)};
        good = run_output_commit(&output, &report, &failure);
        /* a run that stopped early gets its page, with the reason; a failure without a reason does not */
        if (good && status != THUD_OK && !*report.summary->error.text)
            good = thud_fail(&failure, "%s", thud_status_text(status));
    }
    thud_simulation_free(simulation);
    if (!good) return work_error("%s", failure.text);
    return progress_interrupted() ? work_error("interrupted") : EXIT_DONE;
}

static int run_case(case_work *work) {
    thud_worker *worker = NULL;
    thud_case_result result;
    thud_status status = thud_worker_create(work->study, &worker);
    if (status == THUD_OK) status = thud_worker_run(worker, work->number, NULL, &result);
    int done = status == THUD_OK ? EXIT_DONE : work_error("%s", thud_status_text(status));
    if (done == EXIT_DONE && !thud_worker_model(worker))
        done = work_error("case %zu cannot be run: %s", work->number, result.error.text);
    if (done == EXIT_DONE) done = compare(work, result.values);
    if (done == EXIT_DONE) done = simulate(work, thud_worker_model(worker));
    thud_worker_free(worker);
    return done;
}

static int write_page(const cli_options *options, const case_work *work) {
    thud_error failure;
    const char *given = option_value(options, "-o");
    char *file = given ? thud_path_resolved(given) : NULL;
    if (given && !file) return work_error("out of memory");
    const bool good = thud_page_run_write(work->folder, given ? file : work->page, &failure);
    free(file);
    if (!good) return work_error("%s", failure.text);
    report_print_place(options, "case", given ? given : work->page);
    return *failure.text ? work_error("%s", failure.text) : EXIT_DONE;
}

static char *name_of_case(const char *directory, size_t number, const char *ending) {
    char name[64];
    snprintf(name, sizeof name, "case-%zu%s", number, ending);
    return thud_path_join(directory, name);
}

int report_case(const cli_options *options, const char *directory) {
    thud_study *study = NULL;
    case_work work = {.directory = directory};
    int status = read_study(options, directory, &study);
    if (status != EXIT_DONE) {
        thud_study_free(study);
        return status;
    }
    size_t most = thud_study_case_count(study) - 1;
    if (!option_count(options, "case", 0, most, &work.number)) status = EXIT_USAGE;
    work.study = study;
    work.folder = name_of_case(directory, work.number, "");
    work.page = name_of_case(directory, work.number, ".html");
    if (status == EXIT_DONE && (!work.folder || !work.page)) status = work_error("out of memory");
    if (status == EXIT_DONE) status = run_case(&work);
    if (status == EXIT_DONE) status = write_page(options, &work);
    free(work.folder);
    free(work.page);
    thud_study_free(study);
    return status;
}
