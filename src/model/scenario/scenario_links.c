/*
 * Links of a scenario. The model and the exponent are read first, because the parameters of the hysteresis and the
 * unit of the damping depend on them.
 */
#include <math.h>
#include <string.h>

#include "link/hysteresis.h"
#include "model/scenario/fields.h"

/* neither a spring nor a dashpot; the check handles a ratio without a stiffness */
static bool says_nothing(const thud_fields *f) {
    static const char *const keys[] = {"stiffness", "damping", "damping_ratio", "hysteresis"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (thud_fields_given(f, keys[i]) || thud_fields_is_faulty(f, keys[i])) return false;
    return true;
}

/* 5 for 5 % is a common mistake; 500 %, or `overdamped`, is intended */
static void check_ratio(thud_fields *f, double ratio) {
    const thud_yaml_node *node = thud_fields_node(f, "damping_ratio");
    if (!(ratio > 1) || !node || node->kind != THUD_YAML_TEXT || strchr(node->text, '%')) return;
    if (!thud_fields_boolean(f, "overdamped"))
        thud_fields_error(f, "damping_ratio",
                          "damping_ratio %.6g is %.6g %% of critical damping: write %.6g%%, or confirm it with "
                          "overdamped: true",
                          ratio, 100 * ratio, ratio);
}

/* parameters that the model does not take are reported, and not read */
static void read_parameter(thud_fields *f, size_t number, thud_hysteresis *h) {
    const thud_hysteresis_parameter *p = &thud_hysteresis_parameters[number];
    const char *model = thud_hysteresis_name(h->model);
    const bool given = thud_fields_given(f, p->key);
    if (!thud_hysteresis_takes(h->model, number)) {
        if (given) thud_fields_error(f, p->key, "%s takes no %s", model, p->key);
    } else if (given) {
        *thud_hysteresis_value(h, number) = thud_fields_number(f, p->key);
    } else if (p->required && !thud_fields_is_faulty(f, p->key)) {
        thud_fields_error(f, p->key, "%s is missing: %s needs it", p->key, model);
    }
}

static thud_hysteresis read_hysteresis(thud_fields *link) {
    thud_fields f;
    const thud_hysteresis none = {.model = THUD_HYSTERESIS_NONE};
    if (!thud_fields_inner(link, "hysteresis", &f)) return none;
    const char *name = thud_fields_choice(&f, "model") == SIZE_MAX ? NULL : thud_fields_text(&f, "model");
    if (!name) {
        for (size_t i = 0; i < THUD_HYSTERESIS_PARAMETERS; i++)
            thud_fields_mark_faulty(&f, thud_hysteresis_parameters[i].key);
        return none;
    }
    thud_hysteresis h = thud_hysteresis_default(thud_hysteresis_find(name));
    for (size_t i = 0; i < THUD_HYSTERESIS_PARAMETERS; i++) read_parameter(&f, i, &h);
    return h;
}

/* c, whose unit depends on the exponent of the velocity: N/(m/s)^α */
static double read_damping(thud_fields *f, double exponent) {
    if (!(exponent > 0 && exponent <= 2)) { /* the unit is unknown */
        thud_fields_mark_faulty(f, "damping");
        return 0;
    }
    if (exponent == 1) return thud_fields_number(f, "damping");
    return thud_fields_number_of(f, "damping", (thud_dimension){1, 1 - exponent, exponent - 2, 0});
}

static thud_link read_parameters(thud_fields *f) {
    thud_link link = {
        .stiffness = thud_fields_number(f, "stiffness"),
        .damping_ratio = thud_fields_number(f, "damping_ratio"),
        .damping_exponent = thud_fields_number(f, "damping_exponent"),
        .hysteresis = read_hysteresis(f),
        .height = thud_fields_number(f, "height"),
        .weight = thud_fields_number(f, "weight"),
        .name = thud_fields_text(f, "name"),
    };
    /* in C, zero means one */
    if (link.damping_exponent == 0)
        thud_fields_error(f, "damping_exponent", "damping_exponent (0 given) must be above 0 and at most 2");
    link.damping = read_damping(f, link.damping_exponent);
    return link;
}

static void read_link(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    thud_link link = {NAN, NAN, NAN, .damping_exponent = NAN};
    thud_body_id left = {THUD_NOTHING}, right = {THUD_NOTHING};
    if (thud_fields_read(s, node, THUD_SECTION_LINK, &fields)) {
        left = thud_fields_body(&fields, "left");
        right = thud_fields_body(&fields, "right");
        link = read_parameters(&fields);
        check_ratio(&fields, link.damping_ratio);
        if (says_nothing(&fields))
            thud_fields_error(&fields, "stiffness", "the link needs a stiffness, a damping or both");
    }
    thud_model_add_link(s->model, left, right, &link);
}

void thud_scenario_read_links(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *links = thud_fields_parts(root, "links");
    for (uint32_t i = 0; links && i < links->count; i++) {
        s->messages.once = links->children[i].is_copy;
        read_link(s, &links->children[i]);
    }
    s->messages.once = false;
}
