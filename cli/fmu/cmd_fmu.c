#define _XOPEN_SOURCE 700 /* readlink, access */

/*
 * thud fmu: a scenario as an FMU, for other simulators.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/run/scenario_input.h"
#include "fmu/export/export.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

#define LIBRARY "thud_fmu.so"
#define LICENCES "thud_fmu_licences.txt"

static const cli_option option_table[] = {
    {"-o", "FILE.fmu", "the FMU to write"},
    {"fmi", "VERSION", "FMI version: 3 (default) or 2"},
    {"exchange", NULL, "for model exchange, with the importer's integrator; default: co-simulation"},
    {"inputs", "LIST", "forces.BODY and ground, separated by commas; forces.* means one on each body"},
    {"outputs", "LIST", "names of output variables, as in bodies.*.velocity; default: all motions"},
    {"parameters", "LIST", "paths of the scenario that can be set before a run, as in contacts.*.gap"},
    FILE_LIMIT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

/* ---- the request ---- */

/* words with commas between them */
static int read_words(const cli_options *options, const char *name, fmu_words *words) {
    const char *at = option_value(options, name);
    while (at) {
        const size_t length = strcspn(at, ",");
        if (length == 0) return usage_error("--%s '%s': a name is missing", name, option_value(options, name));
        if (memchr(at, '\n', length)) return usage_error("--%s: a name has a line feed", name);
        if (!fmu_words_add(words, at, length)) return work_error("out of memory");
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return EXIT_DONE;
}

static int read_request(const cli_options *options, fmu_request *request) {
    request->exchange = option_given(options, "exchange");
    int status = read_words(options, "inputs", &request->inputs);
    if (status == EXIT_DONE) status = read_words(options, "outputs", &request->outputs);
    if (status == EXIT_DONE) status = read_words(options, "parameters", &request->parameters);
    return status;
}

static int read_version(const cli_options *options, int *version) {
    static const char *const names[] = {"2", "2.0", "3", "3.0"};
    size_t index = 2;
    if (!option_choice(options, "fmi", names, sizeof names / sizeof names[0], &index)) return EXIT_USAGE;
    *version = index < 2 ? 2 : 3;
    return EXIT_DONE;
}

static int check_words(const cli_options *options) {
    const char *path = option_value(options, "-o");
    if (options->word_count == 0) return usage_error("no scenario given: thud fmu SCENARIO.yaml -o FILE.fmu");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    if (!path) return usage_error("-o FILE.fmu is missing");
    const size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 4, ".fmu") != 0 || path[length - 5] == '/')
        return usage_error("-o '%s': the name of an FMU ends with .fmu", path);
    return EXIT_DONE;
}

/* the name of the file as a C identifier; to be freed */
static char *make_identifier(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(name) - strlen(".fmu");
    const bool digit = *name >= '0' && *name <= '9';
    char *identifier = malloc(length + 2);
    if (!identifier) return NULL;
    snprintf(identifier, length + 2, "%s%.*s", digit ? "_" : "", (int)length, name);
    for (char *c = identifier; *c; c++) {
        const bool good = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        if (!good) *c = '_';
    }
    return identifier;
}

/* ---- the library that lies in FMUs ---- */

/* a file in this folder, relative to that of the command; NULL if there is none */
static char *find_file(const char *folder, const char *name) {
    char own[4096];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0) return NULL;
    own[length] = '\0';
    *strrchr(own, '/') = '\0';
    const size_t size = strlen(own) + strlen(folder) + strlen(name) + 3;
    char *path = malloc(size);
    if (!path) return NULL;
    snprintf(path, size, "%s/%s/%s", own, folder, name);
    if (access(path, R_OK) == 0) return path;
    free(path);
    return NULL;
}

/* a part in a build, or in an installation */
static char *find_part(const char *name) {
    char *path = find_file("../fmu", name);
    return path ? path : find_file(THUD_FMU_FOLDER, name);
}

/* ---- the contents ---- */

static const char *describe_causality(fmu_causality causality) {
    static const char *const names[] = {"time", "parameter", "input", "output", "result"};
    return names[causality];
}

static size_t count_results(const fmu_variables *v) {
    size_t count = 0;
    for (size_t i = 0; i < v->count; i++) count += v->list[i].causality == FMU_LOCAL;
    return count;
}

static const char *name_kind(const fmu_export *e) {
    return e->request.exchange ? "model exchange" : "co-simulation";
}

static int print_contents(const fmu_export *e, const fmu_export_file *file) {
    printf("%s: FMI %d.0, %s, linux x86-64\n", file->path, file->version, name_kind(e));
    thud_table table = thud_table_start("llrl");
    for (size_t i = 0; i < e->variables.count; i++) {
        const fmu_variable *v = &e->variables.list[i];
        if (v->causality == FMU_LOCAL || v->causality == FMU_INDEPENDENT) continue;
        const bool starts = v->causality == FMU_FIXED && v->type == FMU_REAL;
        thud_table_cells(&table, "%s\t%s\t%s\t%s", describe_causality(v->causality), v->name,
                         v->type == FMU_BOOLEAN ? "false"
                         : starts               ? thud_format_short(v->start).text
                                                : "",
                         v->unit ? v->unit->name : "");
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    printf("and %zu %s; 'thud fmu --json' lists all\n", count_results(&e->variables),
           e->request.exchange ? "derivatives and indicators of events"
                               : "results of the run so far, as contacts.*.impacts");
    printf("with the scenario");
    for (size_t i = 0; i < e->bundle.count; i++) printf(", %s", e->bundle.files[i].name);
    printf(" and a library that needs only libc and libm\n");
    return EXIT_DONE;
}

static void print_json(const fmu_export *e, const fmu_export_file *file) {
    static const char *const types[] = {"real", "integer", "boolean"};
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{file: %s, fmi: %s, kinds: [%s], model_identifier: %s, token: %s, variables: [",
                    file->path, file->version == 2 ? "2.0" : "3.0", name_kind(e), file->identifier,
                    e->request.token);
    for (size_t i = 0; i < e->variables.count; i++) {
        const fmu_variable *v = &e->variables.list[i];
        const bool starts = v->causality == FMU_FIXED || v->causality == FMU_INPUT;
        thud_json_write(&json, "{name: %s, value_reference: %g, causality: %s, type: %s, unit: %s, start: %g}",
                        v->name, (double)i, describe_causality(v->causality), types[v->type],
                        v->unit ? v->unit->name : "", starts ? v->start : (double)NAN);
    }
    thud_json_write(&json, "], files: [");
    for (size_t i = 0; i < e->bundle.count; i++) thud_json_string(&json, e->bundle.files[i].name);
    thud_json_write(&json, "]}\n");
}

static int write_file(const cli_options *options, const fmu_export *e, fmu_export_file *file) {
    thud_error failure;
    if (!fmu_export_write(e, file, &failure)) return work_error("%s", failure.text);
    if (!option_given(options, "json")) return print_contents(e, file);
    print_json(e, file);
    return EXIT_DONE;
}

static int export(const cli_options *options, const fmu_export *e, int version) {
    const char *path = option_value(options, "-o");
    char *library = find_part(LIBRARY), *licences = find_part(LICENCES), *identifier = make_identifier(path);
    fmu_export_file file = {path, version, identifier, library, licences};
    int status = EXIT_FAILED;
    if (!identifier) status = work_error("out of memory");
    else if (!library)
        status = work_error("the library of FMUs, " LIBRARY ", is missing where this thud was built or installed");
    else status = write_file(options, e, &file);
    free(library);
    free(licences);
    free(identifier);
    return status;
}

static int prepare(const cli_options *options, fmu_export *e, char **text) {
    const char *path = options->words[0], *slash = strrchr(path, '/');
    int status = scenario_input_expand(path, text);
    if (status != EXIT_DONE) return status;
    const size_t length = !slash ? 0 : slash == path ? 1 : (size_t)(slash - path);
    char *folder = malloc(length + 1);
    if (!folder) return work_error("out of memory");
    memcpy(folder, path, length);
    folder[length] = '\0';
    thud_error error = {0};
    const thud_status prepared = fmu_export_prepare(e, *text, folder, &error);
    free(folder);
    if (prepared == THUD_OK) return EXIT_DONE;
    if (prepared == THUD_ERROR_MEMORY) return work_error("out of memory");
    const bool bad = is_bad_input(prepared) || prepared == THUD_ERROR_UNSUPPORTED || prepared == THUD_ERROR_FILE;
    return bad ? usage_error("%s", error.text) : work_error("%s", error.text);
}

static int run(const cli_options *options) {
    fmu_export e = {0};
    char *text = NULL;
    int version = 3;
    int status = check_words(options);
    if (status == EXIT_DONE) status = read_version(options, &version);
    if (status == EXIT_DONE) status = read_request(options, &e.request);
    if (status == EXIT_DONE) status = prepare(options, &e, &text);
    if (status == EXIT_DONE) status = export(options, &e, version);
    fmu_export_free(&e);
    free(text);
    return status;
}

const cli_command command_fmu = {
    .name = "fmu",
    .synopsis = "SCENARIO -o FILE.fmu [--fmi 3|2] [--exchange] [--inputs LIST] [--outputs LIST] [--parameters "
                "LIST] [--json]",
    .summary = "Write a scenario as an FMU, to run inside other programs",
    .details =
        "The file holds the scenario with its records, and a self-contained library. A program that imports it\n"
        "sets forces and an acceleration of the ground, takes steps of its own choice, and reads displacements,\n"
        "velocities, forces and the results so far. Impacts happen at their true instants, and a chattering ball\n"
        "comes to rest. An input keeps its value; with the parameter inputs.ramped it changes linearly until the\n"
        "end of the next step. See docs/fmu.md.\n"
        "JSON: file, fmi, kinds, model_identifier, token, variables (name, value_reference, causality,\n"
        "type, unit, start), files.",
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  thud fmu ball.yaml -o ball.fmu --inputs forces.ball --parameters contacts.*.gap\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
