/*
 * thud laws: the catalogue, or one of its laws.
 */
#include <stdio.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/reference.h"

static const cli_option option_table[] = {
    {"plot", "FILE.svg", "draw force over penetration, of a law or of all structures; also .pdf, .png, .eps"},
    {"json", NULL, "one JSON object on stdout"},
    {"markdown", NULL, "the whole catalogue as a page, as in docs/laws.md"},
};

static void print_json(const thud_law *only) {
    thud_json json = thud_json_start(stdout);
    if (only) {
        thud_catalogue_json(&json, only);
    } else {
        thud_json_write(&json, "{laws: [");
        for (size_t i = 0; i < thud_law_count(); i++) thud_catalogue_json(&json, thud_law_at(i));
        thud_json_write(&json, "]}");
    }
    thud_json_write(&json, "\n");
}

/* `law` is NULL for the whole catalogue */
static int draw(const char *plot, const thud_law *law) {
    thud_error failure;
    if (!plot) return EXIT_DONE;
    if (law && law->structure->kind == THUD_FORCE_IMPULSIVE)
        return usage_error("--plot: %s has no force to draw, because velocities jump", law->name);
    int status = check_overwrite_input(plot, NULL);
    if (status != EXIT_DONE) return status;
    return thud_law_draw(plot, law, &failure) ? EXIT_DONE : work_error("%s", failure.text);
}

static int run(const cli_options *options) {
    const char *plot = option_value(options, "plot");
    bool as_json = option_given(options, "json"), as_markdown = option_given(options, "markdown");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    if (as_markdown && (as_json || plot || options->word_count > 0))
        return usage_error("--markdown prints the whole catalogue and takes no other arguments");
    const thud_law *law = NULL;
    if (options->word_count == 1 && !(law = find_law(options->words[0]))) return EXIT_USAGE;
    int status = draw(plot, law);
    if (status != EXIT_DONE) return status;
    if (as_json) {
        print_json(law);
    } else if (as_markdown) {
        thud_catalogue_markdown(stdout);
    } else if (!(law ? thud_catalogue_show(stdout, law) : thud_catalogue_list(stdout))) {
        return work_error("out of memory");
    }
    return EXIT_DONE;
}

const cli_command command_laws = {
    .name = "laws",
    .synopsis = "[MODEL] [--plot FILE.svg] [--json | --markdown]",
    .summary = "List the contact laws, or show one in full: force, rule, exact relation, parameters, source",
    .details = NULL,
    .examples = "  thud laws\n"
                "  thud laws flores\n"
                "  thud laws flores --plot flores.svg\n"
                "  thud laws --json\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
