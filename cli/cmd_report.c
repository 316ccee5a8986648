/*
 * thud report: the page of a run, one HTML file that opens from disk.
 */
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "message.h"
#include "report/file.h"
#include "report/json.h"
#include "report/page_run.h"

static const cli_option option_table[] = {
    {"-o", "FILE", "where the page goes; default DIR/report.html"},
    {"json", NULL, "one JSON object on stdout"},
};

static bool holds(const char *directory, const char *name) {
    char *path = thud_path_join(directory, name);
    bool there = path && thud_file_is_regular(path);
    free(path);
    return there;
}

static void print_place(const cli_options *options, const char *kind, const char *path) {
    if (!option_given(options, "json")) {
        printf("%s\n", path);
        return;
    }
    thud_json json = thud_json_start(stdout);
    thud_json_begin_object(&json);
    thud_json_member_string(&json, "kind", kind);
    thud_json_member_string(&json, "report", path);
    thud_json_end_object(&json);
    thud_json_finish(&json);
}

static int report_run(const cli_options *options, const char *directory) {
    thud_failure failure;
    const char *given = option_value(options, "-o");
    char *path = given ? NULL : thud_path_join(directory, "report.html");
    if (!given && !path) return work_error("out of memory");
    bool good = thud_page_run_write(directory, given ? given : path, &failure);
    if (good) print_place(options, "run", given ? given : path);
    free(path);
    return good ? EXIT_DONE : work_error("%s", failure.text);
}

static int run(const cli_options *options) {
    if (options->word_count == 0) return usage_error("no directory given: thud report DIR");
    if (options->word_count > 1) return usage_error("'%s' is one word too many", options->words[1]);
    const char *directory = options->words[0];
    if (holds(directory, "summary.json")) return report_run(options, directory);
    return usage_error("'%s' holds no run: there is no summary.json, which thud run -o writes", directory);
}

const cli_command command_report = {
    .name = "report",
    .synopsis = "DIR [-o FILE] [--json]",
    .summary = "Write the page of a run: one HTML file that needs no network",
    .details = "DIR is where thud run -o put its files. JSON: kind and report, where the page is.",
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  thud run ball.yaml -o ball\n"
        "  thud report ball\n",
    .options = option_table,
    .option_count = sizeof option_table / sizeof option_table[0],
    .run = run,
};
