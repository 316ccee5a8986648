/*
 * thud lab: interactive impacts in the browser. The page is built into the command after `make lab`.
 */
#include <stdio.h>

#include "cli/command.h"
#include "cli/message.h"
#include "report/page/lab.h"
#include "report/text/file.h"
#include "report/text/json.h"

static const cli_option option_table[] = {
    {"-o", "FILE", "path of the page; default thud-lab.html"},
    {"json", NULL, "one JSON object on stdout"},
};

static void print_place(const cli_options *options, const char *path) {
    if (!option_given(options, "json")) {
        printf("%s\n", path);
        return;
    }
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{lab: %s}\n", path);
}

static int run(const cli_options *options) {
    thud_error failure;
    thud_output output;
    const char *given = option_value(options, "-o"), *path = given ? given : "thud-lab.html";
    if (options_limit_words(options, 0) != EXIT_DONE) return EXIT_USAGE;
    if (thud_page_lab_size == 0)
        return work_error("this thud was built without the lab: run 'make lab', then 'make'");
    if (!thud_output_open(&output, path, &failure)) return work_error("%s", failure.text);
    fwrite(thud_page_lab, 1, thud_page_lab_size, output.stream); /* the commit detects incomplete writes */
    if (!thud_output_commit(&output, &failure)) return work_error("%s", failure.text);
    print_place(options, path);
    return EXIT_DONE;
}

const cli_command command_lab = {
    .name = "lab",
    .synopsis = "[-o FILE] [--json]",
    .summary = "Write the lab: interactive impacts in the browser, in one HTML file that needs no network",
    .details = "The page computes with this library. Open it from disk; docs/lab.md describes it.\n"
               "JSON: lab, the path of the page.",
    .examples = "  thud lab\n"
                "  thud lab -o lab.html && xdg-open lab.html\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
