/*
 * thud status: the progress of a study.
 */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/study/study_parts.h"

static const cli_option option_table[] = {
    {"json", NULL, "one JSON object on stdout"},
};

static int run(const cli_options *options) {
    if (options->word_count == 0) return usage_error("no directory given: thud status DIR");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    return store_report(options->words[0], option_given(options, "json"), NULL, NULL);
}

const cli_command command_status = {
    .name = "status",
    .synopsis = "DIR [--json]",
    .summary = "Show the progress of a study: cases done, failed and why",
    .details = "It works while a sweep is running. Every row is read; a damaged row, or a result that is not "
               "finite, is an\n"
               "error.\n"
               "JSON: title, directory, thud_version, cases, done, failed, not_finite, wall_seconds (of all cases "
               "together)\n"
               "and failures with status, reason, cases and first.",
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  printf 'scenario: ball.yaml\\nvary: {e: {path: contacts.0.restitution, from: 0, to: 1, count: 11}}\\n' "
        ">study.yaml\n"
        "  thud sweep study.yaml -o study\n"
        "  thud status study\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
