/*
 * From the text of a scenario to a model that is ready to run. YAML becomes a tree, the tree becomes a model
 * through the table of keys, the model is checked, and all messages are reported in the order of the file.
 */
#include <thud/scenario.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "model/scenario/expand.h"
#include "model/scenario/fields.h"
#include "model/scenario/foreign.h"
#include "ground/bytes.h"

/* two numbers of a list */
static bool read_two(thud_fields *f, const char *key, thud_dimension dimension, double two[2]) {
    const thud_yaml_node *list = thud_fields_node(f, key);
    bool good = list->kind == THUD_YAML_LIST && list->count == 2;
    for (uint32_t i = 0; good && i < 2; i++) {
        const thud_yaml_node *node = &list->children[i];
        good = node->kind == THUD_YAML_TEXT && thud_quantity_parse(node->text, dimension, &two[i], NULL) == THUD_OK;
    }
    if (!good)
        thud_fields_error(f, key, "%s: expected two values, as in %s", key, *key == 'm' ? "[1, 3]" : "[0.8, 0.2]");
    return good;
}

/* a and b, or a ratio for two modes or periods */
static void read_rayleigh(thud_fields *f, thud_model *model) {
    const bool modes = thud_fields_given(f, "modes"), periods = thud_fields_given(f, "periods");
    double two[2];
    if (!thud_fields_given(f, "ratio")) {
        if (modes || periods)
            thud_fields_error(f, modes ? "modes" : "periods",
                              "%s need a ratio, as in {ratio: 5 %%, modes: [1, 3]}",
                              modes ? "modes" : "periods");
        thud_model_set_rayleigh_damping(model, thud_fields_number(f, "mass"), thud_fields_number(f, "stiffness"));
        return;
    }
    const double ratio = thud_fields_number(f, "ratio");
    if (thud_fields_given(f, "mass") || thud_fields_given(f, "stiffness"))
        thud_fields_error(f, "ratio", "give either a ratio, or mass and stiffness");
    else if (modes == periods)
        thud_fields_error(f, "ratio",
                          "a ratio needs %s, as in {ratio: 5 %%, modes: [1, 3]} or {ratio: 5 %%, periods: "
                          "[0.8, 0.2]}",
                          modes ? "modes and periods exclude each other" : "modes or periods");
    else if (periods && read_two(f, "periods", THUD_DIMENSION_TIME, two))
        thud_model_set_rayleigh_periods(model, ratio, two);
    else if (modes && read_two(f, "modes", THUD_DIMENSION_NONE, two)) {
        size_t numbers[2];
        for (int i = 0; i < 2; i++)
            numbers[i] = two[i] >= 1 && two[i] == floor(two[i]) && two[i] < 1e6 ? (size_t)two[i] : 0;
        if (numbers[0] == 0 || numbers[1] == 0 || numbers[0] == numbers[1])
            thud_fields_error(f, "modes", "modes: expected two different modes, counted from 1");
        else thud_model_set_rayleigh_modes(model, ratio, numbers);
    }
}

static void read_damping(thud_fields *root, thud_model *model) {
    thud_fields fields, rayleigh;
    if (!thud_fields_inner(root, "damping", &fields)) return;
    const char *kind = thud_fields_one_of(&fields);
    if (!kind) return;
    if (strcmp(kind, "ratio") == 0) thud_model_set_modal_damping(model, thud_fields_number(&fields, "ratio"));
    else if (thud_fields_inner(&fields, "rayleigh", &rayleigh)) read_rayleigh(&rayleigh, model);
}

static void read_output(thud_fields *root, thud_model *model) {
    thud_fields fields;
    if (thud_fields_inner(root, "output", &fields))
        thud_model_set_output(model, thud_fields_number(&fields, "interval"),
                              thud_fields_boolean(&fields, "events"));
}

static void read_solver(thud_fields *root, thud_model *model) {
    static const thud_solver solvers[] = {THUD_SOLVER_EVENTS, THUD_SOLVER_MOREAU};
    const size_t choice = thud_fields_choice(root, "solver");
    const bool stepped = thud_fields_given(root, "step");
    const double step = stepped ? thud_fields_number(root, "step") : 0;
    if (choice >= sizeof solvers / sizeof solvers[0]) return; /* already reported, and the step is then meaningless */
    if (solvers[choice] == THUD_SOLVER_MOREAU && !stepped && !thud_fields_is_faulty(root, "step"))
        thud_fields_error(root, "step", "solver: moreau needs a step");
    thud_model_set_solver(model, solvers[choice], step);
}

static void read_whole(thud_fields *root, thud_model *model) {
    if (thud_fields_given(root, "title")) thud_model_set_title(model, thud_fields_text(root, "title"));
    thud_model_set_gravity(model, thud_fields_number(root, "gravity"));
    if (thud_fields_given(root, "duration")) thud_model_set_duration(model, thud_fields_number(root, "duration"));
    thud_model_set_tolerance(model, thud_fields_number(root, "tolerance"));
    thud_model_set_impact_threshold(model, thud_fields_number(root, "impact_threshold"));
    thud_model_set_precision(model, thud_fields_number(root, "precision"));
    read_solver(root, model);
    read_damping(root, model);
    read_output(root, model);
}

/* reads all sections, then checks the model */
static void read_root(thud_scenario *s) {
    thud_fields root;
    if (!s->root) {
        s->messages.unquoted = true; /* only comments, of an unknown file */
        thud_messages_error(&s->messages, 0, "the file is empty");
        return;
    }
    if (thud_yaml_has(s->root, "scenario") && !thud_yaml_has(s->root, "bodies") &&
        !thud_yaml_has(s->root, "storeys") && !thud_yaml_has(s->root, "structure") &&
        !thud_yaml_has(s->root, "rods")) {
        thud_messages_error(&s->messages, s->root->offset, "this is a study: thud sweep runs it");
        return;
    }
    if (s->root->kind == THUD_YAML_MAP && thud_expand_is_needed(s->root) && !thud_expand_tree(s)) return;
    if (!thud_fields_read(s, s->root, THUD_SECTION_ROOT, &root)) return;
    s->sections = &root;
    read_whole(&root, s->model);
    thud_scenario_read_bodies(s, &root);
    thud_scenario_read_structures(s, &root);
    thud_scenario_read_supports(s, &root);
    thud_scenario_read_rods(s, &root);
    thud_scenario_read_links(s, &root);
    thud_scenario_read_laws(s, &root);
    thud_scenario_read_contacts(s, &root);
    thud_scenario_read_ground(s, &root);
    thud_scenario_read_forces(s, &root);
    thud_scenario_read_watches(s, &root);
    thud_scenario_read_drawings(s, &root);
    if (s->out_of_memory || s->messages.out_of_memory) return;
    const thud_status checked = thud_check_model(s->model, thud_scenario_report_problem, s);
    s->is_sound = checked == THUD_OK;
    if (checked == THUD_ERROR_MEMORY) s->out_of_memory = true;
    if (!s->expanded || s->messages.errors > 0) return;
    *s->expanded = thud_expand_write(s->root);
    if (!*s->expanded) s->out_of_memory = true;
}

void thud_scenario_read_tree(thud_scenario *s) {
    thud_yaml_node *root = s->root;
    read_root(s);
    s->root = root;
    thud_names_free(&s->bodies);
    thud_names_free(&s->rods);
    thud_names_free(&s->supports);
    thud_arena_free(&s->arena);
}

thud_status thud_scenario_settle(thud_scenario *s) {
    if (s->out_of_memory || s->messages.out_of_memory) {
        thud_messages_error(&s->messages, THUD_WHOLE_FILE, "there is not enough memory for the scenario");
        return THUD_ERROR_MEMORY;
    }
    if (s->messages.errors > 0) return THUD_ERROR_ARGUMENT;
    thud_error error;
    const thud_status status =
        s->is_sound ? thud_model_make_ready(s->model, &error) : thud_model_build(s->model, &error);
    if (status != THUD_OK)
        thud_messages_error(&s->messages, thud_scenario_place(s, error.subject), "%s", error.text);
    return status;
}

static thud_status read_text(thud_scenario *s) {
    const thud_source *source = &s->messages.source;
    thud_yaml *yaml;
    thud_yaml_fault fault;
    const thud_status status = thud_yaml_parse(source->text, source->size, &yaml, &fault);
    if (status != THUD_OK) {
        thud_messages_yaml(&s->messages, THUD_SECTION_ROOT, status, &fault);
        return status;
    }
    s->root = thud_yaml_root(yaml);
    thud_scenario_read_tree(s);
    const thud_status settled = thud_scenario_settle(s);
    thud_yaml_free(yaml);
    return settled;
}

static thud_status read_source(thud_source source, const char *folder, thud_error_report *report, void *context,
                               char **expanded, thud_model **model) {
    thud_scenario s = {
        .folder = folder, .messages = {.source = source}, .expanded = expanded, .model = thud_model_create()};
    const thud_status status = s.model ? read_text(&s) : THUD_ERROR_MEMORY;
    thud_messages_report(&s.messages, report, context);
    thud_messages_free(&s.messages);
    if (status == THUD_OK) *model = s.model;
    else thud_model_free(s.model);
    return status;
}

thud_status thud_scenario_parse(const char *text, size_t size, const char *folder, thud_error_report *report,
                                void *context, thud_model **model) {
    THUD_PLAIN_ENVIRONMENT;
    if (!model || (!text && size > 0)) return THUD_ERROR_ARGUMENT;
    const thud_source source = {"(text)", text ? text : "", size};
    return read_source(source, folder ? folder : "", report, context, NULL, model);
}

char *thud_scenario_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    const size_t length = !slash ? 0 : slash == path ? 1 : (size_t)(slash - path);
    char *folder = malloc(length + 1);
    if (!folder) return NULL;
    memcpy(folder, path, length);
    folder[length] = '\0';
    return folder;
}

static thud_status read_file(const char *path, thud_error_report *report, void *context, char **expanded,
                             thud_model **model) {
    thud_error error;
    thud_bytes bytes = {0};
    char *folder = thud_scenario_folder(path);
    thud_status status = folder ? thud_bytes_load_or_input(path, &bytes, &error) : thud_error_memory(&error);
    if (status == THUD_OK)
        status = read_source((thud_source){path, bytes.data, bytes.size}, folder, report, context, expanded, model);
    else if (report) report(context, &error);
    free(bytes.data);
    free(folder);
    return status;
}

thud_status thud_scenario_read(const char *path, thud_error_report *report, void *context, thud_model **model) {
    THUD_PLAIN_ENVIRONMENT;
    if (!path || !model) return THUD_ERROR_ARGUMENT;
    return read_file(path, report, context, NULL, model);
}

thud_status thud_scenario_expand(const char *path, thud_error_report *report, void *context, char **text) {
    THUD_PLAIN_ENVIRONMENT;
    if (!path || !text) return THUD_ERROR_ARGUMENT;
    thud_model *model = NULL;
    char *expanded = NULL;
    const thud_status status = read_file(path, report, context, &expanded, &model);
    thud_model_free(model);
    if (status == THUD_OK) *text = expanded;
    else free(expanded);
    return status;
}
