/*
 * thud export: the results of a study as a table for other tools.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/run/run_output.h"
#include "cli/study/study_parts.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include "report/study/export.h"
#include "report/study/sensitivity.h"

static const cli_option option_table[] = {
    {"hdf5", NULL, "write an HDF5 file instead of CSV"},
    {"plot", "FILE.svg",
     "draw a result over the first axis, with a line per value of the second; also .pdf, .png, .eps"},
    {"quantity", "NAME", "result to draw; default: the largest displacement of the first body"},
    {"fragility", NULL,
     "write fragility curves instead of rows: for every threshold of collect:, one per combination of design "
     "values"},
    {"hazard", "FILE.csv",
     "annual rates of intensities of the level, as rows `intensity, rate`: with --fragility, how often in a year "
     "each "
     "threshold is exceeded"},
    {"level", "AXIS", "intensity axis of the curves; default: the axis that scales a load"},
    {"sensitivity", NULL,
     "write rank correlations of results with axes instead of rows; --plot draws a tornado of --quantity"},
    {"pool", "AXIS,...", "axes of the design over which cases are counted together"},
    {"times", NULL, "include the wall time of each case and who ran it, which differ between runs"},
    {"json", NULL, "one JSON object on stdout"},
};

static void print_json(const thud_store_info *info, const thud_study_notes *notes) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{rows: %g, cases: %g, failed: %g", (double)info->done, (double)info->total,
                    (double)info->failed);
    thud_study_notes_write(notes, &json);
    thud_json_write(&json, "}\n");
}

static int print(const cli_options *options, const thud_store_info *info) {
    const char *path = options->words[1];
    thud_study_notes notes;
    const int status = store_notes(options->words[0], &notes);
    if (status != EXIT_DONE) return status;
    if (option_given(options, "json")) {
        print_json(info, &notes);
        return EXIT_DONE;
    }
    if (info->done < info->total)
        printf("%s: %zu rows; %zu cases are missing\n", path, info->done, info->total - info->done);
    else printf("%s: %zu rows\n", path, info->done);
    thud_study_notes_print(&notes, info->done, stdout);
    return EXIT_DONE;
}

/* a misleading file extension would open the table in the wrong program */
static int check_ending(const char *path, bool hdf5) {
    static const char *const endings[2][3] = {{".csv", ".txt", ".dat"}, {".h5", ".hdf5", ".hdf"}};
    const char *slash = strrchr(path, '/'), *ending = strrchr(slash ? slash : path, '.');
    if (!ending) return EXIT_DONE;
    for (int i = 0; i < 3; i++) {
        if (strcmp(ending, endings[hdf5][i]) == 0) return EXIT_DONE;
        if (!hdf5 && strcmp(ending, endings[1][i]) == 0)
            return usage_error("'%s' would be a CSV file: --hdf5 writes HDF5", path);
    }
    return usage_error("'%s': a table is written as %s", path,
                       hdf5 ? ".h5, .hdf5 or .hdf" : ".csv, .txt or .dat, or with --hdf5 as .h5");
}

/* names of files, before anything is read */
static int check_files(const cli_options *options) {
    const char *plot = option_value(options, "plot");
    if (options->word_count < 2) return usage_error("expected a directory and a file: thud export DIR results.csv");
    if (options_limit_words(options, 2) != EXIT_DONE) return EXIT_USAGE;
    if (option_given(options, "quantity") && !plot && !option_given(options, "sensitivity"))
        return usage_error("--quantity needs --plot");
    static const char *const of_rows[] = {"hdf5", "quantity", "times", "sensitivity", NULL};
    static const char *const of_curves[] = {"level", "pool", "hazard", NULL};
    static const char *const beside_ranks[] = {"hdf5", "times", "level", "pool", "hazard", NULL};
    const bool curves = option_given(options, "fragility"), ranks = option_given(options, "sensitivity");
    int refused = options_refuse(options,
                                 curves  ? of_rows
                                 : ranks ? beside_ranks
                                         : of_curves,
                                 curves  ? "--fragility"
                                 : ranks ? "--sensitivity"
                                         : "a table of rows");
    if (refused != EXIT_DONE) return refused;
    int status = check_overwrite_directory(options->words[1], options->words[0]);
    if (status == EXIT_DONE) status = check_ending(options->words[1], option_given(options, "hdf5"));
    return status == EXIT_DONE ? check_overwrite_both(plot, NULL, "FILE", options->words[1]) : status;
}

/* the column to draw */
static int find_quantity(const cli_options *options, const thud_columns *columns, size_t *quantity) {
    const char *name = option_value(options, "quantity");
    *quantity = thud_study_quantity(columns, name);
    const bool needed = option_given(options, "plot") || option_given(options, "sensitivity");
    if (*quantity != SIZE_MAX || !needed) return EXIT_DONE;
    if (!name) return usage_error("--plot: the study has no results to draw");
    const char **names = malloc((columns->count + 1) * sizeof *names);
    size_t count = 0;
    if (!names) return work_error("out of memory");
    for (size_t i = 0; i < columns->count; i++)
        if (columns->list[i].kind == THUD_COLUMN_RESULT) names[count++] = columns->list[i].name;
    cli_hint hint = hint_nearest(name, names, count);
    free(names);
    return usage_error("--quantity: the study has no result '%s'%s", name, hint.text);
}

static int write_files(const cli_options *options, thud_results *results, const thud_error *note,
                       thud_error *doubt) {
    const char *plot = option_value(options, "plot");
    size_t quantity;
    thud_error failure;
    int status = find_quantity(options, thud_results_columns(results), &quantity);
    if (status != EXIT_DONE) return status;
    bool good = (option_given(options, "hdf5") ? thud_export_hdf5 : thud_export_csv)(
        results, note, options->words[1], option_given(options, "times"), &failure);
    if (good) *doubt = failure;
    if (good && plot) good = thud_study_draw(plot, options->words[0], quantity, &failure);
    return good ? EXIT_DONE : library_error(NULL, &failure);
}

/* correlations instead of rows */
static int write_sensitivity(const cli_options *options, thud_results *results, const thud_error *note) {
    const char *plot = option_value(options, "plot");
    thud_influences set;
    thud_error failure;
    size_t quantity;
    const int status = find_quantity(options, thud_results_columns(results), &quantity);
    if (status != EXIT_DONE) return status;
    const thud_status found = thud_influences_find(results, &set);
    bool good = found == THUD_OK;
    if (!good) thud_fail(&failure, "%s", found == THUD_ERROR_MEMORY ? "out of memory" : note->text);
    if (good && set.count == 0)
        good = thud_fail(&failure, "no axis of numbers varies, so there are no correlations");
    good = good && thud_sensitivity_write_csv(options->words[1], results, &set, &failure) &&
           (!plot || thud_sensitivity_draw(plot, results, &set, quantity, &failure));
    if (good && option_given(options, "json")) {
        thud_json json = thud_json_start(stdout);
        thud_json_write(&json, "{");
        thud_sensitivity_write_json(&json, results, &set);
        thud_json_write(&json, "}\n");
    } else if (good) {
        printf("%s: %zu rank correlations\n", options->words[1], set.count);
        if (!thud_sensitivity_print(stdout, results, &set, quantity)) good = thud_fail_memory(&failure);
    }
    thud_influences_clear(&set);
    return good ? EXIT_DONE : work_error("%s", failure.text);
}

static int run(const cli_options *options) {
    thud_results *results = NULL;
    thud_error note;
    int done = check_files(options);
    if (done != EXIT_DONE) return done;
    thud_status status = thud_results_open(options->words[0], &note, &results);
    if (status != THUD_OK) return store_error(status, note.text);
    thud_error doubt = {.text = ""};
    const bool curves = option_given(options, "fragility"), ranks = option_given(options, "sensitivity");
    if (option_given(options, "hdf5")) hdf5_exit_watch();
    done = curves  ? export_fragility(options, results, &note)
           : ranks ? write_sensitivity(options, results, &note)
                   : write_files(options, results, &note, &doubt);
    hdf5_exit_forget();
    if (done == EXIT_FAILED && option_given(options, "hdf5")) hdf5_exit_early();
    if (done == EXIT_DONE && !curves && !ranks) done = print(options, thud_results_info(results));
    if (done == EXIT_DONE && *doubt.text) done = work_error("%s", doubt.text);
    thud_results_close(results);
    return done;
}

const cli_command command_export = {
    .name = "export",
    .synopsis = "DIR FILE [--hdf5] [--plot FILE.svg [--quantity NAME]] [--times] [--json] | "
                "--fragility [--level AXIS] [--pool AXIS,...]",
    .summary = "Write the results of a study as a table: CSV or HDF5",
    .details =
        "CSV: case, the axes, status (ok, or what failed), reason, the results with their units; rows in the "
        "order\n"
        "of the cases. Numbers read back to the same double; inf is infinite, an empty cell is NaN.\n"
        "HDF5: the same as sets /case, /axes/NAME, /status, /reason, /results/NAME, each with a unit.\n"
        "The file is the same to the bit however the study was run, except with --times. Missing cases are\n"
        "skipped.\n"
        "--fragility: the share of cases beyond each threshold, over random samples and records (files, seeds), "
        "and\n"
        "the lognormal curve P = Φ(ln(x/median)/dispersion) by maximum likelihood, with 95 % intervals. CSV: one\n"
        "row per curve and level.\n"
        "JSON: rows, cases, failed; fragility: level, unit, confidence, counted_over, pooled_over and curves, each "
        "with\n"
        "threshold, meaning, design, levels, cases, exceed, missing, median, median_interval, dispersion,\n"
        "dispersion_interval, log_likelihood and note.",
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  printf 'scenario: ball.yaml\\nvary: {e: {path: contacts.0.restitution, from: 0, to: 1, count: 11}}\\n' "
        ">study.yaml\n"
        "  thud sweep study.yaml -o study\n"
        "  thud export study results.csv --plot impacts.svg --quantity impacts\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
