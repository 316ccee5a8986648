/*
 * The axes of a study: their paths, and the source of their values.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"
#include "study/study.h"

void *thud_study_take(thud_study_reading *r, size_t count, size_t size) {
    void *out = size == 0 || count <= SIZE_MAX / size ? thud_arena_take(&r->study->arena, count * size) : NULL;
    if (!out) r->file.out_of_memory = true;
    else memset(out, 0, count * size);
    return out;
}

const char *thud_study_keep(thud_study_reading *r, const char *text) {
    const char *out = thud_arena_text(&r->study->arena, text, strlen(text));
    if (!out) r->file.out_of_memory = true;
    return out ? out : "";
}

/* ---- paths ---- */

/* the start of a text in the file, after its quote */
static size_t text_offset(const thud_study_reading *r, const thud_yaml_node *node) {
    const thud_source *source = &r->file.messages.source;
    const bool quoted = node->offset < source->size && strchr("'\"", source->text[node->offset]);
    return node->offset + quoted;
}

/* the kind of an axis's values, from the key that its path leads to */
static void take_kind(thud_study_reading *r, thud_axis *axis, const thud_draft_place *place) {
    axis->key = place->key;
    const thud_model_contact *contact =
        place->first < r->model->contact_count ? &r->model->contacts[place->first] : NULL;
    double exponent = contact ? contact->given.exponent : 1;
    thud_dimension damping = thud_dimension_damping(0);
    if (contact && contact->given.law) (void)thud_law_damping_dimension(contact->given.law, exponent, &damping);
    switch (place->key->kind) {
    case THUD_VALUE_RESTITUTION:
    case THUD_VALUE_QUANTITIES:
    case THUD_VALUE_QUANTITY: axis->dimension = place->key->dimension; break;
    case THUD_VALUE_POINT: axis->dimension = THUD_DIMENSION_LENGTH; break;
    case THUD_VALUE_INTEGER: axis->is_integer = true; break;
    case THUD_VALUE_STIFFNESS: axis->dimension = thud_dimension_stiffness(isnan(exponent) ? 1 : exponent); break;
    case THUD_VALUE_DAMPING: axis->dimension = damping; break;
    case THUD_VALUE_FILE: axis->is_file = axis->is_text = true; break;
    default: axis->is_text = true; break;
    }
}

/* the numbers of the scenario that the values multiply */
static bool take_scaled(thud_study_reading *r, thud_axis *axis, const thud_draft_place *places, size_t count) {
    double *scaled = thud_study_take(r, count, sizeof *scaled);
    bool good = scaled && !axis->is_text && !axis->is_integer;
    for (size_t i = 0; i < count && good; i++) {
        const thud_yaml_node *node = places[i].node;
        good = node->kind == THUD_YAML_TEXT && node->count > 0 &&
               thud_quantity_parse(node->text, axis->dimension, &scaled[i], NULL) == THUD_OK;
    }
    if (scaled && !good)
        thud_messages_error(&r->file.messages, axis->path_offset,
                            "scale: the scenario has no number at '%.80s' to multiply", axis->path);
    axis->scaled = scaled;
    axis->dimension = THUD_DIMENSION_NONE;
    return good;
}

static bool read_path(thud_study_reading *r, thud_axis *axis, thud_fields *f) {
    const bool scales = thud_fields_given(f, "scale");
    const char *key = scales ? "scale" : "path";
    if (!thud_fields_given(f, key)) return true;
    if (scales && thud_fields_given(f, "path")) {
        thud_fields_error(f, "scale", "path and scale exclude each other");
        return false;
    }
    const char *path = thud_fields_text(f, key);
    if (!path) return false;
    axis->path = thud_study_keep(r, path);
    axis->path_offset = text_offset(r, thud_fields_node(f, key));
    thud_draft_fault fault;
    size_t count = 0;
    const thud_status status = thud_draft_open(r->draft, axis->path, &fault);
    if (status == THUD_ERROR_MEMORY) r->file.out_of_memory = true;
    else if (status != THUD_OK)
        thud_messages_error(&r->file.messages, axis->path_offset + fault.at, "%s", fault.text);
    if (status != THUD_OK) return false;
    thud_draft_place *places = thud_draft_find(r->draft, axis->path, &count);
    if (!places) r->file.out_of_memory = true;
    else take_kind(r, axis, &places[0]);
    const bool good = count > 0 && (!scales || take_scaled(r, axis, places, count));
    free(places);
    return good;
}

/* ---- sources of values ---- */

typedef struct source {
    const char *key;
    const char *what;      /* for messages */
    const char *others[4]; /* keys that go with it */
} source;

static const source SOURCES[] = {
    {"values", "values", {"labels"}},
    {"from", "a range", {"to", "count", "spacing"}},
    {"samples", "samples", {"count", "sampling", "seed"}},
    {"files", "files", {"labels"}},
    {"value", "a derived axis", {NULL}},
};
enum { SOURCE_COUNT = sizeof SOURCES / sizeof SOURCES[0] };

static bool goes_with(const source *s, const char *key) {
    for (size_t i = 0; i < 4 && s->others[i]; i++)
        if (strcmp(s->others[i], key) == 0) return true;
    return false;
}

static void refuse_others(thud_fields *f, const source *chosen) {
    static const char *const keys[] = {"labels", "to", "count", "spacing", "sampling", "seed"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (thud_fields_given(f, keys[i]) && !goes_with(chosen, keys[i]))
            thud_fields_error(f, keys[i], "%s does not apply to %s", keys[i], chosen->what);
}

static const source *choose_source(thud_fields *f) {
    const char *key = thud_fields_one_of(f);
    for (size_t i = 0; key && i < SOURCE_COUNT; i++)
        if (strcmp(SOURCES[i].key, key) == 0) {
            refuse_others(f, &SOURCES[i]);
            return &SOURCES[i];
        }
    return NULL;
}

static bool wants_numbers(thud_fields *f, const thud_axis *axis, const char *key) {
    if (!axis->is_text) return true;
    thud_fields_error(f, key, "%s takes words; list them in values", axis->path);
    return false;
}

static bool read_values(thud_study_reading *r, thud_axis *axis, thud_fields *f, const char *key) {
    if (strcmp(key, "values") == 0) return thud_study_read_items(r, axis, f);
    if (strcmp(key, "files") == 0) return thud_study_read_files(r, axis, f);
    if (!wants_numbers(f, axis, key)) return false;
    if (strcmp(key, "from") == 0) return thud_study_read_range(r, axis, f);
    return thud_study_read_samples(r, axis, f);
}

static void read_base(thud_study_reading *r, thud_axis *axis, thud_fields *f, const source *from) {
    const bool placed = read_path(r, axis, f);
    axis->count = 0;
    if (placed && from && !read_values(r, axis, f, from->key)) axis->count = 0;
}

/* ---- derived axes ---- */

typedef struct names {
    const thud_study *study;
    size_t self;
} names;

static size_t look_up(void *context, const char *name, thud_expression_fault *fault) {
    const names *n = context;
    const char *near = NULL;
    for (size_t i = 0; i < n->study->axis_count; i++) {
        const thud_axis *axis = &n->study->axes[i];
        if (thud_text_nearest(name, &axis->name, 1) == 0 && i != n->self && !near) near = axis->name;
        if (strcmp(axis->name, name) != 0) continue;
        if (i < n->self && !axis->is_text) return i;
        snprintf(fault->text, sizeof fault->text,
                 axis->is_text  ? "'%.60s' is not an axis of numbers"
                 : i == n->self ? "'%.60s' cannot be derived from itself"
                                : "'%.60s' is derived too, and must come before",
                 name);
        return SIZE_MAX;
    }
    if (near)
        snprintf(fault->text, sizeof fault->text, "no axis is called '%.60s'; did you mean '%.60s'?", name, near);
    else snprintf(fault->text, sizeof fault->text, "no axis is called '%.60s'", name);
    return SIZE_MAX;
}

static void read_derived(thud_study_reading *r, size_t index, thud_fields *f) {
    thud_axis *axis = &r->study->axes[index];
    axis->kind = THUD_AXIS_DERIVED;
    const char *text = thud_fields_text(f, "value");
    const bool placed = read_path(r, axis, f);
    if (!text || !placed || !wants_numbers(f, axis, "value")) return;
    axis->formula = thud_study_keep(r, text);
    axis->formula_offset = text_offset(r, thud_fields_node(f, "value"));
    thud_expression_fault fault = {.text = ""};
    names n = {r->study, index};
    const thud_status status = thud_expression_parse(axis->formula, look_up, &n, &axis->expression, &fault);
    if (status == THUD_ERROR_MEMORY) r->file.out_of_memory = true;
    else if (status != THUD_OK)
        thud_messages_error(&r->file.messages, axis->formula_offset + fault.at, "value: %s", fault.text);
}

/* an axis without a path that no other axis uses */
static void check_use(thud_study_reading *r, size_t index) {
    const thud_study *study = r->study;
    const thud_axis *axis = &study->axes[index];
    if (axis->path) return;
    for (size_t i = study->base_count; i < study->axis_count; i++)
        if (!study->axes[i].expression || thud_expression_uses(study->axes[i].expression, index)) return;
    thud_messages_error(&r->file.messages, axis->offset, "'%.60s' has no path, and nothing is derived from it",
                        axis->name);
}

/* two axes must not set one value; places record their axis */
static void claim_places(thud_study_reading *r, size_t index) {
    const thud_axis *axis = &r->study->axes[index];
    const size_t end = r->study->scenario_bytes.size + 1;
    size_t count = 0;
    if (!axis->key) return;
    thud_draft_place *places = thud_draft_find(r->draft, axis->path, &count);
    if (!places) r->file.out_of_memory = true;
    for (size_t i = 0; places && i < count; i++) {
        thud_yaml_node *node = places[i].node;
        if (node->offset < end) {
            node->offset = (uint32_t)(end + index);
            continue;
        }
        thud_messages_error(&r->file.messages, axis->path_offset, "'%.60s' sets the same value as '%.60s'",
                            axis->name, r->study->axes[node->offset - end].name);
        break;
    }
    free(places);
}

/* ---- all of them ---- */

static bool is_derived(const thud_yaml_node *node) {
    for (uint32_t i = 0; node->kind == THUD_YAML_MAP && i < node->count; i++)
        if (strcmp(node->children[i].key, "value") == 0) return true;
    return false;
}

static void check_twice(thud_study_reading *r, const thud_yaml_node *list, uint32_t index) {
    for (uint32_t i = 0; i < index; i++)
        if (strcmp(list->children[i].key, list->children[index].key) == 0) {
            thud_messages_error(&r->file.messages, list->children[index].key_offset, "'%.60s' is defined twice",
                                list->children[index].key);
            return;
        }
}

static void read_one(thud_study_reading *r, thud_yaml_node *node, size_t index, bool derived) {
    thud_axis *axis = &r->study->axes[index];
    thud_fields f;
    *axis = (thud_axis){.name = thud_study_keep(r, node->key), .offset = node->key_offset};
    if (strlen(axis->name) > 200)
        thud_messages_error(&r->file.messages, axis->offset, "the name of an axis is longer than 200 bytes");
    if (!thud_fields_read(&r->file, node, THUD_SECTION_AXIS, &f)) return;
    const source *from = choose_source(&f);
    if (derived) read_derived(r, index, &f);
    else read_base(r, axis, &f, from);
}

/* base axes, then derived ones; all names are known before any axis is read, so that every reference is found */
static thud_yaml_node **sort_nodes(thud_study_reading *r, thud_yaml_node *list) {
    thud_study *study = r->study;
    thud_yaml_node **nodes = thud_study_take(r, list->count, sizeof(thud_yaml_node *));
    if (!nodes) return NULL;
    for (int derived = 0; derived < 2; derived++) {
        for (uint32_t i = 0; i < list->count; i++) {
            if (is_derived(&list->children[i]) != derived) continue;
            study->axes[study->axis_count].name = list->children[i].key;
            nodes[study->axis_count++] = &list->children[i];
        }
        if (!derived) study->base_count = study->axis_count;
    }
    return nodes;
}

void thud_study_read_axes(thud_study_reading *r, thud_fields *root) {
    thud_study *study = r->study;
    thud_yaml_node *list = thud_fields_parts(root, "vary");
    if (!list) {
        if (thud_fields_given(root, "vary") && !thud_fields_is_faulty(root, "vary"))
            thud_fields_error(root, "vary", "nothing varies");
        return;
    }
    study->axes = thud_study_take(r, list->count, sizeof *study->axes);
    if (!study->axes) return;
    for (uint32_t i = 0; i < list->count; i++) check_twice(r, list, i);
    thud_yaml_node **nodes = sort_nodes(r, list);
    if (!nodes) return;
    for (size_t i = 0; i < study->axis_count; i++) read_one(r, nodes[i], i, i >= study->base_count);
    for (size_t i = 0; i < study->base_count; i++) check_use(r, i);
    for (size_t i = 0; i < study->axis_count; i++) claim_places(r, i);
}
