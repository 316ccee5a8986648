/*
 * Expands a building: a body for each floor, from the bottom up, and a link below it.
 *
 * Stiffnesses are given, or follow from the period T of the first mode and its shape φ. The shear below floor i is
 * the inertia of the floors from it on, so that with ω = 2π/T, φ₀ = 0
 *
 *     kᵢ = ω² Σ_{j ≥ i} mⱼ φⱼ/(φᵢ − φᵢ₋₁) + Wᵢ/hᵢ,
 *
 * and φ, which has no node, is the first mode. The weight Wᵢ that a link carries is that of all floors above it. A
 * damping ratio is that of the first mode, by stiffness-proportional dashpots: cᵢ = 2ζω₁ φᵀMφ/(φᵀKφ) kᵢ, where K
 * is that of the springs alone. Without weights this is 2ζ/ω₁ kᵢ.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/modes.h>

#include "model/check.h"
#include "model/scenario/expand.h"

enum { STOREYS_MOST = 1000 };
static const double TWO_PI = 6.28318530717958647692;

typedef struct building {
    thud_scenario *scenario;
    thud_fields fields;
    const char *name;
    size_t count;
    double *mass, *stiffness, *height, *weight, *damping; /* [count]; NULL: not given */
    const thud_yaml_node *modal;                          /* the ratio of every mode, as written; NULL: not given */
    bool good;
} building;

/* ---- values ---- */

static const char *const lists[] = {"mass", "stiffness", "height", "weight", "yield", "damping", "shape"};

static bool is_misspelt(const thud_fields *f, const char *key) {
    return f->meant >> thud_schema_index(f->section, thud_schema_find(f->section, key)) & 1;
}

/* from `count`, or from the first list; 0 after an error */
static size_t find_count(building *b) {
    thud_fields *f = &b->fields;
    if (thud_fields_given(f, "count")) {
        const size_t count = thud_node_number(thud_fields_node(f, "count"), STOREYS_MOST);
        if (count == 0) thud_fields_error(f, "count", "count: expected a whole number from 1 to %d", STOREYS_MOST);
        return count;
    }
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const thud_yaml_node *node = thud_fields_node(f, lists[i]);
        if (!node || node->kind != THUD_YAML_LIST) continue;
        if (node->count >= 1 && node->count <= STOREYS_MOST) return node->count;
        thud_fields_error(f, lists[i], "%s: expected a number for each storey, %d at most", lists[i], STOREYS_MOST);
        return 0;
    }
    bool misspelt = is_misspelt(f, "count");
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) misspelt = misspelt || is_misspelt(f, lists[i]);
    if (!misspelt) thud_fields_error(f, "count", "count is missing, and no list gives it");
    return 0;
}

/* the node of storey i */
static const thud_yaml_node *pick(const building *b, const char *key, size_t i) {
    const thud_yaml_node *node = thud_fields_node(&b->fields, key);
    return node->kind == THUD_YAML_LIST ? &node->children[i] : node;
}

static double parse(building *b, const char *key, const thud_yaml_node *node) {
    thud_error error;
    double value;
    const thud_dimension dimension = thud_schema_find(THUD_SECTION_STOREYS, key)->dimension;
    if (node->kind == THUD_YAML_TEXT && thud_quantity_parse(node->text, dimension, &value, &error) == THUD_OK)
        return value;
    b->good = false;
    if (node->kind != THUD_YAML_TEXT)
        thud_messages_error(&b->scenario->messages, node->offset, "%s: expected a number, or a list of them", key);
    else
        thud_messages_error(&b->scenario->messages, node->offset, "%s '%.60s': expected %s", key, node->text,
                            error.text);
    return NAN;
}

/* a number for each storey; NULL if the key is missing, or after an error */
static double *take(building *b, const char *key) {
    const thud_yaml_node *node = thud_fields_node(&b->fields, key);
    if (!node) return NULL;
    if (node->kind == THUD_YAML_LIST && node->count != b->count) {
        thud_fields_error(&b->fields, key, "%s: %u value%s for %zu storeys", key, (unsigned)node->count,
                          node->count == 1 ? "" : "s", b->count);
        b->good = false;
        return NULL;
    }
    double *values = thud_arena_take(&b->scenario->arena, b->count * sizeof *values);
    if (!values) {
        b->scenario->out_of_memory = true;
        b->good = false;
        return NULL;
    }
    for (size_t i = 0; i < b->count; i++)
        values[i] = i > 0 && node->kind != THUD_YAML_LIST ? values[0] : parse(b, key, pick(b, key, i));
    return values;
}

/* checks that values are positive; values that are not numbers are already reported */
static void check_positive(building *b, const char *key, const double *values) {
    const bool listed = values && thud_fields_node(&b->fields, key)->kind == THUD_YAML_LIST;
    for (size_t i = 0; values && i < (listed ? b->count : 1); i++) {
        if (isnan(values[i]) || (values[i] > 0 && isfinite(values[i]))) continue;
        thud_messages_error(&b->scenario->messages, pick(b, key, i)->offset, "%s (%.6g given) must be positive",
                            key, values[i]);
        b->good = false;
    }
}

/* ---- derived values ---- */

/* from the weights of the floors to those that links carry */
static void sum_weights(building *b) {
    b->weight = take(b, "weight");
    for (size_t i = b->count; b->weight && i-- > 1;) b->weight[i - 1] += b->weight[i];
    if (b->weight && !thud_fields_given(&b->fields, "height")) {
        thud_fields_error(&b->fields, "weight", "a weight needs the height of its storey");
        b->good = false;
    }
}

static void shape_stiffness(building *b) {
    thud_fields *f = &b->fields;
    const double period = thud_fields_number(f, "period"), omega = TWO_PI / period;
    double *shape = take(b, "shape"), above = 0;
    const bool leans = b->weight && b->height;
    if (!(period > 0 && isfinite(period))) {
        if (!thud_fields_is_faulty(f, "period"))
            thud_fields_error(f, "period", "period (%.6g given) must be positive", period);
        b->good = false;
    }
    b->stiffness = thud_arena_take(&b->scenario->arena, 2 * b->count * sizeof *b->stiffness);
    if (!b->stiffness) b->scenario->out_of_memory = true;
    if (!b->stiffness || !b->good) return;
    /* without a shape a straight line, over the heights if given */
    double *phi = b->stiffness + b->count;
    for (size_t i = 0; i < b->count; i++)
        phi[i] = shape ? shape[i] : (i ? phi[i - 1] : 0) + (b->height ? b->height[i] : 1);
    for (size_t i = b->count; b->good && i-- > 0;) {
        const double rise = phi[i] - (i ? phi[i - 1] : 0);
        above += b->mass[i] * phi[i];
        b->stiffness[i] = omega * omega * above / rise + (leans ? b->weight[i] / b->height[i] : 0);
        if (rise > 0) continue;
        thud_messages_error(&b->scenario->messages, pick(b, "shape", i)->offset,
                            "shape: each floor must move further than the one below it in the first mode");
        b->good = false;
    }
}

/* ω of the first mode, rad/s, and its shape, which shape_stiffness stores after the stiffnesses */
static double first_mode(building *b, double *shape) {
    if (thud_fields_given(&b->fields, "period")) {
        memcpy(shape, b->stiffness + b->count, b->count * sizeof *shape);
        return TWO_PI / thud_fields_number(&b->fields, "period");
    }
    thud_model *model = thud_model_create();
    thud_modes *modes = NULL;
    thud_body_id below = THUD_GROUND;
    for (size_t i = 0; model && i < b->count; i++) {
        const thud_body_id floor = thud_model_add_body(model, NULL, b->mass[i]);
        thud_link link = {.stiffness = b->stiffness[i]};
        if (b->weight && b->height) {
            link.weight = b->weight[i];
            link.height = b->height[i];
        }
        thud_model_add_link(model, below, floor, &link);
        below = floor;
    }
    if (model) thud_model_set_duration(model, 0);
    thud_status status = model ? thud_model_build(model, NULL) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = thud_model_modes(model, &modes);
    if (status == THUD_ERROR_MEMORY) b->scenario->out_of_memory = true;
    const double omega = status == THUD_OK ? sqrt(modes->list[0].square) : NAN;
    for (size_t i = 0; status == THUD_OK && i < b->count; i++) shape[i] = modes->list[0].shape[i];
    thud_modes_free(modes);
    thud_model_free(model);
    return omega;
}

/* s: ratio of dashpots to springs, φᵀCφ = 2ζ ω₁ φᵀMφ; 0 for an unstable building, which is reported as such */
static double damping_factor(building *b, double ratio) {
    double *shape = thud_arena_take(&b->scenario->arena, b->count * sizeof *shape);
    if (!shape) b->scenario->out_of_memory = true;
    const double omega = shape ? first_mode(b, shape) : NAN;
    if (!b->weight) return 2 * ratio / omega;
    if (!(omega > 0)) return 0;
    double inertia = 0, spring = 0;
    for (size_t i = 0; i < b->count; i++) {
        const double rise = shape[i] - (i ? shape[i - 1] : 0);
        inertia += b->mass[i] * shape[i] * shape[i];
        spring += b->stiffness[i] * rise * rise;
    }
    return 2 * ratio * omega * inertia / spring;
}

/* {ratio: 5 %}: modal damping, which the bodies have */
static void find_modal(building *b, const thud_yaml_node *map) {
    const thud_yaml_node *node = map->count == 1 ? &map->children[0] : NULL;
    if (node && node->kind == THUD_YAML_TEXT && strcmp(node->key, "ratio") == 0) {
        b->modal = node;
        return;
    }
    thud_fields_error(&b->fields, "damping", "damping: expected a number for each storey, or {ratio: 5 %%}");
    b->good = false;
}

static void find_damping(building *b) {
    thud_fields *f = &b->fields;
    const thud_yaml_node *given = thud_fields_node(f, "damping");
    if (given && given->kind == THUD_YAML_MAP) find_modal(b, given);
    else b->damping = take(b, "damping");
    const char *both = thud_fields_given(f, "damping_ratio") ? "damping_ratio" : given ? "damping" : NULL;
    if (both && thud_yaml_has(b->scenario->root, "damping")) {
        thud_fields_error(f, both,
                          "the scenario has a damping for all structures, which replaces the %s of buildings: give "
                          "one of the two",
                          both);
        b->good = false;
    }
    if (!thud_fields_given(f, "damping_ratio")) return;
    const double ratio = thud_fields_number(f, "damping_ratio");
    if (thud_fields_given(f, "damping")) {
        thud_fields_error(f, "damping_ratio", "give either damping or damping_ratio");
        b->good = false;
    } else if (!(ratio >= 0 && ratio < 1)) {
        if (!thud_fields_is_faulty(f, "damping_ratio"))
            thud_fields_error(f, "damping_ratio", "damping_ratio (%.6g given) %s", ratio,
                              thud_check_ratio_reason(ratio));
        b->good = false;
    }
    if (!b->good) return;
    b->damping = thud_arena_take(&b->scenario->arena, b->count * sizeof *b->damping);
    if (!b->damping) b->scenario->out_of_memory = true;
    const double factor = damping_factor(b, ratio);
    for (size_t i = 0; b->damping && i < b->count; i++) b->damping[i] = factor * b->stiffness[i];
}

/* ---- bodies and links ---- */

static void add_number(building *b, thud_items *map, const char *key, const char *of, const double *values,
                       size_t i) {
    const bool given = values && thud_fields_given(&b->fields, of);
    const thud_yaml_node *at = given ? pick(b, of, i) : b->fields.node;
    if (values) thud_items_add(b->scenario, map, thud_node_text(b->scenario, at, key, "%.17g", values[i]));
}

/* as written in the file */
static void add_given(building *b, thud_items *map, const char *key, size_t i) {
    if (thud_fields_given(&b->fields, key)) thud_items_add(b->scenario, map, thud_node_copy(pick(b, key, i), key));
}

static void add_floor(building *b, thud_items *bodies, size_t i) {
    thud_items map = {0};
    const thud_yaml_node *at = b->fields.node;
    if (b->mass) add_given(b, &map, "mass", i);
    else thud_items_add(b->scenario, &map, thud_node_text(b->scenario, at, "mass", "1")); /* for a wrong list */
    if (b->modal && i == 0) thud_items_add(b->scenario, &map, thud_node_copy(b->modal, "damping_ratio"));
    thud_yaml_node floor = thud_node_text(b->scenario, at, NULL, "%.200s%zu", b->name, i + 1);
    floor = thud_node_map(at, floor.text, &map);
    floor.is_copy = i > 0 || !b->good; /* errors are already reported */
    thud_items_add(b->scenario, bodies, floor);
}

static void add_hysteresis(building *b, thud_items *map, size_t i) {
    thud_items inner = {0};
    const thud_yaml_node *given = thud_fields_node(&b->fields, "hysteresis");
    for (uint32_t k = 0; given && given->kind == THUD_YAML_MAP && k < given->count; k++) {
        const thud_yaml_node *child = &given->children[k];
        const bool listed = child->kind == THUD_YAML_LIST && child->count == b->count;
        thud_items_add(b->scenario, &inner, thud_node_copy(listed ? &child->children[i] : child, child->key));
    }
    if (given) thud_items_add(b->scenario, map, thud_node_map(given, "hysteresis", &inner));
    if (given || !thud_fields_given(&b->fields, "yield")) return;
    thud_items_add(b->scenario, &inner, thud_node_text(b->scenario, b->fields.node, "model", "bilinear"));
    add_given(b, &inner, "yield", i);
    add_given(b, &inner, "hardening", i);
    thud_items_add(b->scenario, map, thud_node_map(pick(b, "yield", i), "hysteresis", &inner));
}

static void add_link(building *b, thud_items *links, size_t i) {
    thud_items map = {0};
    thud_scenario *s = b->scenario;
    const thud_yaml_node *at = b->fields.node, *on = thud_fields_node(&b->fields, "on");
    if (thud_schema_find(THUD_SECTION_LINK, "name"))
        thud_items_add(s, &map, thud_node_text(s, at, "name", "%.200s-%zu", b->name, i + 1));
    if (i > 0) thud_items_add(s, &map, thud_node_text(s, at, "left", "%.200s%zu", b->name, i));
    else if (on) thud_items_add(s, &map, thud_node_copy(on, "left"));
    else thud_items_add(s, &map, thud_node_text(s, at, "left", "ground"));
    thud_items_add(s, &map, thud_node_text(s, at, "right", "%.200s%zu", b->name, i + 1));
    if (thud_fields_given(&b->fields, "stiffness")) add_given(b, &map, "stiffness", i);
    else add_number(b, &map, "stiffness", "period", b->stiffness, i);
    if (b->modal) {
        /* the modes of the building are damped as a whole */
    } else if (thud_fields_given(&b->fields, "damping")) add_given(b, &map, "damping", i);
    else add_number(b, &map, "damping", "damping_ratio", b->damping, i);
    add_given(b, &map, "height", i);
    add_number(b, &map, "weight", "weight", b->weight, i);
    add_hysteresis(b, &map, i);
    thud_yaml_node link = thud_node_map(at, NULL, &map);
    link.is_copy = i > 0;
    thud_items_add(s, links, link);
}

/* a map, with lists of one number per storey; links report other errors in it */
static void check_hysteresis(building *b) {
    thud_fields *f = &b->fields;
    const thud_yaml_node *given = thud_fields_node(f, "hysteresis");
    if (!given) return;
    if (given->kind != THUD_YAML_MAP)
        thud_fields_error(f, "hysteresis", "hysteresis: expected a map, as in {model: bilinear, yield: 400 kN}");
    else if (thud_fields_given(f, "yield"))
        thud_fields_error(f, "yield", "yield and hysteresis exclude each other; put the yield into the hysteresis");
    for (uint32_t k = 0; given->kind == THUD_YAML_MAP && k < given->count; k++) {
        const thud_yaml_node *child = &given->children[k];
        if (child->kind == THUD_YAML_LIST && child->count != b->count)
            thud_messages_error(&b->scenario->messages, child->offset, "%.40s: %u value%s for %zu storeys",
                                child->key, (unsigned)child->count, child->count == 1 ? "" : "s", b->count);
    }
}

/* reads all lists even if some are wrong, so that all errors are reported at once */
static void read_building(building *b) {
    thud_fields *f = &b->fields;
    const char *kind = thud_fields_one_of(f);
    b->count = find_count(b);
    b->good = b->count > 0 && kind && thud_fields_given(f, "mass");
    if (b->count == 0) return;
    b->mass = take(b, "mass");
    check_positive(b, "mass", b->mass);
    b->height = take(b, "height");
    check_positive(b, "height", b->height);
    sum_weights(b);
    check_positive(b, "yield", take(b, "yield"));
    if (thud_fields_given(f, "yield") && !thud_schema_find(THUD_SECTION_LINK, "hysteresis"))
        thud_fields_error(f, "yield", "storeys that yield are not there yet");
    check_hysteresis(b);
    if (thud_fields_given(f, "hardening") && !thud_fields_given(f, "yield"))
        thud_fields_error(f, "hardening", "hardening is for storeys that yield");
    if (thud_fields_given(f, "shape") && !thud_fields_given(f, "period"))
        thud_fields_error(f, "shape", "shape needs a period; explicit stiffnesses define the shape");
    if (kind && strcmp(kind, "period") == 0) shape_stiffness(b);
    else {
        b->stiffness = take(b, "stiffness");
        if (thud_fields_given(f, "damping_ratio")) check_positive(b, "stiffness", b->stiffness);
    }
    find_damping(b);
}

/* a signal of a result that buildings have */
static void add_watch(building *b, thud_items *watches, const char *name, const char *of, const char *key,
                      const char *value) {
    thud_items map = {0};
    thud_scenario *s = b->scenario;
    const thud_yaml_node *at = b->fields.node;
    thud_items_add(s, &map, thud_node_text(s, at, "of", "%s", of));
    thud_items_add(s, &map, thud_node_text(s, at, key, "%s", value));
    const thud_yaml_node named = thud_node_text(s, at, NULL, "%s", name);
    thud_items_add(s, watches, thud_node_map(at, named.text, &map));
}

static void add_watches(building *b, thud_items *watches) {
    char name[300], of[300];
    /* on another body it has no base shear */
    if (!thud_fields_given(&b->fields, "on")) {
        snprintf(name, sizeof name, "%.200s-base-shear", b->name);
        snprintf(of, sizeof of, "%.200s1", b->name);
        add_watch(b, watches, name, "base-shear", "right", of);
    }
    for (size_t i = 0; b->height && i < b->count && !b->scenario->out_of_memory; i++) {
        snprintf(name, sizeof name, "%.200s-%zu-drift", b->name, i + 1);
        snprintf(of, sizeof of, "%.200s-%zu", b->name, i + 1);
        add_watch(b, watches, name, "drift", "link", of);
    }
}

void thud_expand_storeys(thud_scenario *s, thud_yaml_node *node, thud_items *bodies, thud_items *links,
                         thud_items *watches) {
    building b = {.scenario = s, .name = node->key};
    if (!thud_fields_read(s, node, THUD_SECTION_STOREYS, &b.fields)) return;
    const size_t errors = s->messages.errors;
    read_building(&b);
    if (b.count == 0) return;
    /* bodies are made even with errors, so that others can refer to them */
    for (size_t i = 0; i < b.count && !s->out_of_memory; i++) add_floor(&b, bodies, i);
    for (size_t i = 0; i < b.count && !s->out_of_memory && s->messages.errors == errors && b.good; i++)
        add_link(&b, links, i);
    if (s->messages.errors == errors && b.good) add_watches(&b, watches);
}
