/*
 * thud report: the page of a run or a study, one HTML file that opens from disk.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/study/study_parts.h"
#include "report/page/pages.h"
#include "report/text/file.h"
#include "report/text/json.h"

static const cli_option option_table[] = {
    {"-o", "FILE", "path of the page; default DIR/report.html"},
    {"case", "N", "write the page of one case, which is run again: DIR/case-N.html, with its files in DIR/case-N"},
    {"study", "FILE", "with --case: the study file of DIR, if it has moved"},
    FILE_LIMIT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

static bool holds(const char *directory, const char *name) {
    char *path = thud_path_join(directory, name);
    bool there = path && thud_file_is_regular(path);
    free(path);
    return there;
}

void report_print_place(const cli_options *options, const char *kind, const char *path) {
    if (!option_given(options, "json")) {
        printf("%s\n", path);
        return;
    }
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{kind: %s, report: %s}\n", kind, path);
}

typedef bool page_writer(const char *directory, const char *path, thud_error *failure);

static int write_page(const cli_options *options, const char *directory, const char *kind, page_writer *write) {
    thud_error failure;
    const char *given = option_value(options, "-o");
    char *path = given ? thud_path_resolved(given) : thud_path_join(directory, "report.html");
    if (!path) return work_error("out of memory");
    bool good = write(directory, path, &failure);
    if (good) report_print_place(options, kind, given ? given : path);
    free(path);
    return good && !*failure.text ? EXIT_DONE : library_error(NULL, &failure);
}

static int run(const cli_options *options) {
    if (options->word_count == 0) return usage_error("no directory given: thud report DIR");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    const char *directory = options->words[0];
    if (option_given(options, "study") && !option_given(options, "case"))
        return usage_error("--study needs --case N");
    const char *given = option_value(options, "-o");
    int spared = given ? check_overwrite_directory(given, directory) : EXIT_DONE;
    if (spared != EXIT_DONE) return spared;
    if (option_given(options, "case")) return report_case(options, directory);
    if (holds(directory, "results.db") || holds(directory, "shards"))
        return write_page(options, directory, "study", thud_page_study_write);
    if (holds(directory, "summary.json")) return write_page(options, directory, "run", thud_page_run_write);
    return usage_error("'%s' contains neither a run (summary.json) nor a study (results.db)", directory);
}

const cli_command command_report = {
    .name = "report",
    .synopsis = "DIR [-o FILE] [--case N [--study FILE]] [--json]",
    .summary = "Write the page of a run or a study: one HTML file that needs no network",
    .details = "DIR is the output folder of thud run -o or thud sweep -o. JSON: kind (run, study or case) and "
               "report, the\n"
               "path of the page. See docs/report.md.",
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  thud run ball.yaml -o ball\n"
        "  thud report ball\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
