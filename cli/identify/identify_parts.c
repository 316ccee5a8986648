/* Parts of thud identify by kind of measurement: each reads its options and prints its results. */
#include "cli/identify/identify_parts.h"

#include <math.h>

#include "cli/files.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "numeric/constant.h"
#include "report/text/format.h"
#include "report/text/print.h"

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
    usage_error("--model '%s': its bodies are rigid and the contact is instantaneous, so only e can be identified",
                law->name);
    return NULL;
}

bool identify_plot(const cli_options *options, const char **path) {
    *path = option_value(options, "plot");
    int status = check_overwrite_input(*path, NULL);
    for (size_t i = 0; i < options->word_count && status == EXIT_DONE; i++)
        status = check_overwrite_input(*path, options->words[i]);
    return status == EXIT_DONE;
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

/* ---- structures ---- */

const char *const identify_not_of_structures[] = {"model",      "tc",   "de",      "dtc",   "v",      "n",
                                                  "separation", "drop", "gravity", "error", "filter", NULL};

int identify_refusal(const char *path, const thud_measurement *m, thud_status status, const thud_error *error) {
    char text[THUD_ERROR_TEXT + 8];
    if (status != THUD_ERROR_ARGUMENT) return work_error("%s: %s", path, thud_status_text(status));
    snprintf(text, sizeof text, "the %s", error->text);
    file_message(path, m->line, 1, "error", text);
    return EXIT_USAGE;
}

/* errors assume independent frequency and damping */
void identify_link(const thud_mode *mode, double mass, thud_estimate *stiffness, thud_estimate *damping) {
    double omega = 2 * THUD_PI * mode->frequency.value, by_f = mode->frequency.error / mode->frequency.value;
    double by_z = mode->damping_ratio.error / mode->damping_ratio.value;
    stiffness->value = mass * omega * omega;
    stiffness->error = 2 * stiffness->value * by_f;
    damping->value = 2 * mode->damping_ratio.value * mass * omega;
    damping->error = damping->value * hypot(by_f, by_z);
}

int identify_print_link(double stiffness, double damping) {
    thud_print_to(stdout,
                  "links:                                  # name the body\n"
                  "  - {left: ground, right: BODY, stiffness: %.10g",
                  stiffness);
    if (!isnan(damping)) thud_print_to(stdout, ", damping: %.10g", damping);
    printf("}\n");
    return EXIT_DONE;
}

void identify_json_mode(thud_json *json, const char *key, const thud_mode *mode) {
    const thud_estimate none = {NAN, NAN};
    thud_json_write(json, "%s: {", key);
    identify_json_estimate(json, "frequency", mode->points ? mode->frequency : none);
    identify_json_estimate(json, "damping_ratio", mode->points ? mode->damping_ratio : none);
    thud_json_write(json, "points: %g}", (double)mode->points);
}

void identify_mode_row(thud_table *table, const char *name, const char *points, const thud_mode *mode) {
    if (mode->points == 0) thud_table_cells(table, "%s\tnot determined by this record\t\t", name);
    else
        thud_table_cells(table, "%s\tf = %s\tζ = %s\t%zu %s", name,
                         thud_format_estimate(mode->frequency.value, mode->frequency.error, "Hz").text,
                         thud_format_estimate(mode->damping_ratio.value, mode->damping_ratio.error, "").text,
                         mode->points, points);
}

/* ---- contacts ---- */

static void print_member(const char *key, double value) {
    if (!isnan(value)) thud_print_to(stdout, ", %s: %.10g", key, value);
}

void identify_print_yaml(const identify_yaml *c) {
    printf("contacts:                               # name the bodies and give the gap\n"
           "  - {name: contact, left: LEFT, right: RIGHT, gap: 0, model: %s",
           c->model);
    print_member("stiffness", c->stiffness);
    print_member("exponent", c->exponent);
    if (c->by_speed) printf(", restitution: %s", c->by_speed);
    else print_member("restitution", c->restitution);
    print_member("damping", c->damping);
    if (c->separation) printf(", separation: %s", c->separation);
    printf("}\n");
}
