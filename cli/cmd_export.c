/*
 * thud export: the results of a study as a table for other tools.
 */
#include <stdio.h>

#include "command.h"
#include "message.h"
#include "report/export.h"
#include "spare.h"
#include "store_report.h"

static const cli_option option_table[] = {
    {"hdf5", NULL, "an HDF5 file instead of CSV"},
    {"times", NULL, "with the wall time of each case, which differs from run to run"},
    {"json", NULL, "one JSON object on stdout"},
};

static int print(const cli_options *options, const thud_store_info *info) {
    const char *path = options->words[1];
    if (option_given(options, "json"))
        printf("{\"rows\": %zu, \"cases\": %zu, \"failed\": %zu}\n", info->done, info->total, info->failed);
    else if (info->done < info->total)
        printf("%s: %zu rows; %zu cases are missing\n", path, info->done, info->total - info->done);
    else printf("%s: %zu rows\n", path, info->done);
    return EXIT_DONE;
}

static int run(const cli_options *options) {
    thud_results *results = NULL;
    thud_note note;
    thud_failure failure;
    if (options->word_count < 2) return usage_error("expected a directory and a file: thud export DIR results.csv");
    if (options->word_count > 2) return usage_error("'%s' is one word too many", options->words[2]);
    int spared = spare_directory(options->words[1], options->words[0]);
    if (spared != EXIT_DONE) return spared;
    thud_status status = thud_results_open(options->words[0], &note, &results);
    if (status != THUD_OK) return store_error(status, note.text);
    bool times = option_given(options, "times");
    bool good = (option_given(options, "hdf5") ? thud_export_hdf5 : thud_export_csv)(
        results, &note, options->words[1], times, &failure);
    int printed = good ? print(options, thud_results_info(results)) : work_error("%s", failure.text);
    thud_results_close(results);
    return printed;
}

const cli_command command_export = {
    .name = "export",
    .synopsis = "DIR FILE [--hdf5] [--times] [--json]",
    .summary = "Write the results of a study as a table: CSV or HDF5",
    .details =
        "CSV: case, the axes, status (ok, or what failed), reason, the results with their units; rows in the "
        "order\n"
        "of the cases. Numbers read back to the same double; inf is infinite, nothing is not a number.\n"
        "HDF5: the same as sets /case, /axes/NAME, /status, /reason, /results/NAME, each with a unit.\n"
        "The file is the same to the bit however the study was run, unless --times is given. What is missing\n"
        "is left out.\n"
        "JSON: rows, cases, failed.",
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  printf 'scenario: ball.yaml\\nvary: {e: {path: contacts.0.restitution, from: 0, to: 1, count: 11}}\\n' "
        ">study.yaml\n"
        "  thud sweep study.yaml -o study\n"
        "  thud export study results.csv\n",
    .options = option_table,
    .option_count = sizeof option_table / sizeof option_table[0],
    .run = run,
};
