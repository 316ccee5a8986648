/*
 * Structures given by matrices in files, and the names of their degrees of freedom, which become bodies. Errors
 * inside a file are reported with their own places.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "model/scenario/fields.h"
#include "model/scenario/matrix_file.h"
#include "ground/bytes.h"

typedef struct structure {
    thud_fields fields;
    const char **names;
    size_t count;
    double *mass, *stiffness, *damping, *influence, *displacement, *velocity;
} structure;

static void *take(structure *t, size_t count, size_t size) {
    void *block = thud_arena_take(&t->fields.scenario->arena, count * size);
    if (!block) t->fields.scenario->out_of_memory = true;
    return block;
}

/* ---- names ---- */

static bool is_taken(const structure *t, const char *name, size_t index) {
    const thud_names *bodies = &t->fields.scenario->bodies;
    if (thud_names_find(bodies, name) < bodies->count) return true;
    for (size_t i = 0; i < index; i++)
        if (strcmp(t->names[i], name) == 0) return true;
    return false;
}

static void read_names(structure *t) {
    thud_fields *f = &t->fields;
    const thud_yaml_node *list = thud_fields_node(f, "names");
    if (!list) return;
    if (list->kind != THUD_YAML_LIST || list->count == 0 || list->count > THUD_MATRICES_MOST) {
        thud_fields_error(f, "names", "names: expected a list of 1 to %d names, as in [a1, a2, a3]",
                          THUD_MATRICES_MOST);
        return;
    }
    t->names = take(t, list->count, sizeof *t->names);
    if (!t->names) return;
    bool good = true;
    for (uint32_t i = 0; i < list->count; i++) {
        const thud_yaml_node *node = &list->children[i];
        const bool text = node->kind == THUD_YAML_TEXT && node->count > 0;
        t->names[i] = text ? node->text : "";
        const bool ground = text && strcmp(node->text, "ground") == 0;
        if (text && !ground && !is_taken(t, node->text, i)) continue;
        if (ground) thud_messages_error(&f->scenario->messages, node->offset, "names: the ground always exists; choose another name");
        else if (text)
            thud_messages_error(&f->scenario->messages, node->offset, "names: '%.60s' is already in use",
                                node->text);
        else thud_messages_error(&f->scenario->messages, node->offset, "names: expected a name here");
        good = false;
    }
    if (good) t->count = list->count;
    else thud_fields_mark_faulty(f, "names");
}

/* ---- numbers ---- */

/* one value for all, or a list with one for each; NULL if missing or wrong */
static double *read_list(structure *t, const char *key, thud_dimension dimension) {
    thud_fields *f = &t->fields;
    const thud_yaml_node *node = thud_fields_node(f, key);
    if (!node) return NULL;
    const bool listed = node->kind == THUD_YAML_LIST;
    double *values = NULL;
    if (listed && node->count != t->count)
        thud_fields_error(f, key, "%s: %u value%s for %zu names", key, (unsigned)node->count,
                          node->count == 1 ? "" : "s", t->count);
    else if (node->kind == THUD_YAML_MAP)
        thud_fields_error(f, key, "%s: expected a number, or a list with one for each name", key);
    else values = take(t, t->count, sizeof *values);
    for (size_t i = 0; values && i < t->count; i++) {
        const thud_yaml_node *one = listed ? &node->children[i] : node;
        thud_error error = {.text = "a number"};
        if (one->kind == THUD_YAML_TEXT && thud_quantity_parse(one->text, dimension, &values[i], &error) == THUD_OK)
            continue;
        thud_messages_error(&f->scenario->messages, one->offset, "%s '%.60s': expected %s", key,
                            one->kind == THUD_YAML_TEXT ? one->text : "", error.text);
        thud_fields_mark_faulty(f, key);
        values = NULL;
    }
    return values;
}

static bool parse(structure *t, const char *key, const char *path, const thud_bytes *bytes, double **matrix) {
    thud_fields *f = &t->fields;
    thud_error error;
    const thud_status status = thud_matrix_parse(bytes->data, bytes->size, t->count, matrix, &error);
    if (status == THUD_OK) return true;
    thud_fields_mark_faulty(f, key);
    if (status == THUD_ERROR_MEMORY) f->scenario->out_of_memory = true;
    else thud_messages_record(&f->scenario->messages, thud_fields_node(f, key)->offset, false, path, &error);
    return false;
}

/* a stand-in for a wrong matrix: its numbers are NAN, so the check does not report it again, but still checks the
 * others */
static double *stand_in(structure *t) {
    double *matrix = malloc(t->count * t->count * sizeof *matrix);
    if (!matrix) t->fields.scenario->out_of_memory = true;
    for (size_t i = 0; matrix && i < t->count * t->count; i++) matrix[i] = NAN;
    return matrix;
}

/* to be freed; NULL if missing */
static double *read_matrix(structure *t, const char *key) {
    thud_fields *f = &t->fields;
    thud_scenario *s = f->scenario;
    if (!thud_fields_given(f, key)) return thud_fields_is_faulty(f, key) ? stand_in(t) : NULL;
    const char *name = thud_fields_text(f, key);
    char *path = name ? thud_scenario_resolve(thud_fields_node(f, key)->complete ? "" : s->folder, name) : NULL;
    thud_bytes bytes = {0};
    thud_error error;
    double *matrix = NULL;
    bool done = false;
    if (name && !path) s->out_of_memory = true;
    if (path && thud_bytes_load(path, &bytes, &error) == THUD_OK) {
        if (s->contents) *s->contents = thud_hash_bytes(*s->contents, bytes.data, bytes.size);
        done = parse(t, key, path, &bytes, &matrix);
    } else if (path) thud_fields_error(f, key, "cannot read '%.200s': %s", path, error.text);
    free(bytes.data);
    free(path);
    return done ? matrix : stand_in(t);
}

/* ---- the whole ---- */

/* NAN if wrong, as for other bodies */
static double start_of(const structure *t, const char *key, size_t i) {
    const double *values = key[0] == 'd' ? t->displacement : t->velocity;
    if (values) return values[i];
    return thud_fields_is_faulty(&t->fields, key) ? NAN : 0;
}

static void add(structure *t) {
    thud_scenario *s = t->fields.scenario;
    const thud_matrices given = {.count = t->count,
                                 .names = t->names,
                                 .mass = t->mass,
                                 .stiffness = t->stiffness,
                                 .damping = t->damping,
                                 .influence = t->influence};
    const thud_body_id first = thud_model_add_matrices(s->model, &given);
    for (size_t i = 0; i < t->count && first.number >= 0; i++) {
        thud_model_set_start(s->model, (thud_body_id){first.number + (int)i}, start_of(t, "displacement", i),
                             start_of(t, "velocity", i));
        if (!thud_names_add(&s->bodies, t->names[i])) s->out_of_memory = true;
    }
}

static void read_structure(thud_scenario *s, thud_yaml_node *node) {
    structure t = {0};
    if (thud_fields_read(s, node, THUD_SECTION_STRUCTURE, &t.fields)) read_names(&t);
    if (t.count > 0) {
        t.mass = read_matrix(&t, "mass");
        t.stiffness = read_matrix(&t, "stiffness");
        t.damping = read_matrix(&t, "damping");
        t.influence = read_list(&t, "influence", THUD_DIMENSION_NONE);
        t.displacement = read_list(&t, "displacement", THUD_DIMENSION_LENGTH);
        t.velocity = read_list(&t, "velocity", THUD_DIMENSION_SPEED);
    }
    if (t.count > 0 && !s->out_of_memory) add(&t);
    else s->bodies_unknown = true; /* their names are not judged */
    free(t.mass);
    free(t.stiffness);
    free(t.damping);
}

void thud_scenario_read_structures(thud_scenario *s, thud_fields *root) {
    thud_yaml_node *node = thud_fields_node(root, "structure");
    if (!node) return;
    if (node->kind != THUD_YAML_LIST) {
        read_structure(s, node);
    } else {
        for (uint32_t i = 0; i < node->count; i++) read_structure(s, &node->children[i]);
    }
    if (s->bodies_unknown) thud_fields_mark_faulty(root, "bodies"); /* missing bodies are then a consequence */
}
