/*
 * thud scenario: the keys of scenario and study files.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/message.h"
#include "cli/run/scenario_input.h"
#include "report/text/reference.h"

static const cli_option option_table[] = {
    {"expand", NULL, "print FILE without shorthand: storeys and repeated items as bodies, links and contacts"},
    {"json", NULL, "one JSON object on stdout"},
    {"markdown", NULL, "print the page docs/scenario.md, or docs/study.md"},
    {"schema", NULL, "print a JSON Schema, with which editors complete and check such files"},
    {"studies", NULL, "list the keys of study files"},
};

static int expand(const cli_options *options, int others) {
    char *text = NULL;
    if (options->word_count == 0) return usage_error("no scenario given: thud scenario SCENARIO.yaml --expand");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    if (others > 0 || option_given(options, "studies")) return usage_error("--expand excludes all other options");
    int status = scenario_input_expand(options->words[0], &text);
    if (status == EXIT_DONE) fputs(text, stdout);
    free(text);
    return status;
}

static int run(const cli_options *options) {
    const bool as_json = option_given(options, "json"), as_markdown = option_given(options, "markdown"),
               as_schema = option_given(options, "schema");
    if (option_given(options, "expand")) return expand(options, as_json + as_markdown + as_schema);
    if (options->word_count > 0)
        return usage_error("unexpected argument '%s'; a file needs --expand", options->words[0]);
    const thud_reference which = option_given(options, "studies") ? THUD_REFERENCE_STUDY : THUD_REFERENCE_SCENARIO;
    if (as_json + as_markdown + as_schema > 1)
        return usage_error("--json, --markdown and --schema exclude each other");
    if (as_json || as_schema) {
        thud_json json = thud_json_start(stdout);
        (as_schema ? thud_file_schema : thud_scenario_reference_json)(which, &json);
        thud_json_write(&json, "\n");
    } else if (as_markdown) {
        thud_scenario_reference_markdown(which, stdout);
    } else if (!thud_scenario_reference_list(which, stdout)) {
        return work_error("out of memory");
    }
    return EXIT_DONE;
}

const cli_command command_scenario = {
    .name = "scenario",
    .synopsis = "[--studies] [--json | --markdown | --schema] | FILE --expand",
    .summary = "List the keys of scenario and study files, with their values, defaults and meaning",
    .details = NULL,
    .examples = "  thud scenario\n"
                "  thud scenario --studies\n"
                "  thud scenario --schema\n"
                "  printf 'storeys: {a: {count: 3, mass: 200 t, period: 0.5 s}}\\nduration: 1\\n' >tower.yaml\n"
                "  thud scenario tower.yaml --expand\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
