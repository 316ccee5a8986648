/* thud identify by what was measured: each part reads what it needs of the options and prints what it finds. */
#include "cli/identify/identify_parts.h"

#include <math.h>

#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "cli/overwrite.h"
#include "report/text/format.h"

int identify_data_error(const char *path, size_t line, const char *option, const thud_error *message,
                        thud_status status) {
    if (status == THUD_ERROR_MEMORY) return work_error("%s", message->text);
    if (status != THUD_ERROR_ARGUMENT && status != THUD_ERROR_SYNTAX) {
        if (path) return work_error("%s: %s", path, thud_status_text(status));
        return work_error("--%s: %s", option, thud_status_text(status));
    }
    if (!path) return usage_error("--%s: %s", option, message->text);
    file_message(path, message->line > 0 ? message->line : line, message->line > 0 ? message->column : 1, "error",
                 message->text);
    return EXIT_USAGE;
}

const thud_law *identify_law(const cli_options *options, const char *preset) {
    const char *name = option_value(options, "model");
    const thud_law *law = find_law(name ? name : preset);
    if (!law || law->structure->kind != THUD_FORCE_IMPULSIVE) return law;
    usage_error("--model '%s': its bodies are rigid, and contact takes no time; it has nothing to identify but e",
                law->name);
    return NULL;
}

bool identify_plot(const cli_options *options, const char **path) {
    *path = option_value(options, "plot");
    return check_overwrite_input(*path, options->word_count > 0 ? options->words[0] : NULL) == EXIT_DONE;
}

void identify_json_estimate(thud_json *json, const char *key, thud_estimate estimate) {
    char error[64];
    snprintf(error, sizeof error, "%s_error", key);
    thud_json_write(json, "%s: %g, %s: %g", key, estimate.value, error, estimate.error);
}

void identify_json_assumed(thud_json *json, const thud_measurement *m) {
    thud_json_write(json, "assumed_units: %s", *m->assumed ? m->assumed : NULL);
}

void identify_row(thud_table *table, const char *name, thud_estimate estimate, const char *unit) {
    thud_table_cells(table, "%s\t%s", name, thud_format_estimate(estimate.value, estimate.error, unit).text);
}

static void print_member(const char *key, double value) {
    if (!isnan(value)) printf(", %s: %.10g", key, value);
}

void identify_print_yaml(const identify_yaml *c) {
    printf("contacts:                               # name the bodies and give the gap\n"
           "  - {name: contact, left: LEFT, right: RIGHT, gap: 0, model: %s",
           c->model);
    print_member("stiffness", c->stiffness);
    print_member("exponent", c->exponent);
    print_member("restitution", c->restitution);
    print_member("damping", c->damping);
    if (c->separation) printf(", separation: %s", c->separation);
    printf("}\n");
}
