/*
 * Bodies, rods and links of a scenario. Each item of the file becomes one part of the model, whatever is wrong with
 * it: so that the n-th part is the n-th item.
 */
#include <math.h>
#include <string.h>

#include "model/scenario/fields.h"

static void remember(thud_scenario *s, thud_names *names, const char *name) {
    if (!thud_names_add(names, name)) s->out_of_memory = true;
}

static void read_body(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    double mass = NAN, displacement = NAN, velocity = NAN;
    if (thud_fields_read(s, node, THUD_SECTION_BODY, &fields)) {
        mass = thud_fields_number(&fields, "mass");
        displacement = thud_fields_number(&fields, "displacement");
        velocity = thud_fields_number(&fields, "velocity");
    }
    const thud_body_id body = thud_model_add_body(s->model, node->key, mass);
    if (body.number >= 0) thud_model_set_start(s->model, body, displacement, velocity);
    remember(s, &s->bodies, node->key);
}

static void read_rod(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    thud_rod rod = {NAN, NAN, NAN, NAN, NAN, NAN};
    if (thud_fields_read(s, node, THUD_SECTION_ROD, &fields)) {
        double pivot[2];
        thud_fields_point(&fields, "pivot", pivot);
        rod = (thud_rod){
            .pivot_x = pivot[0],
            .pivot_y = pivot[1],
            .length = thud_fields_number(&fields, "length"),
            .mass = thud_fields_number(&fields, "mass"),
            .angle = thud_fields_number(&fields, "angle"),
            .angular_velocity = thud_fields_number(&fields, "angular_velocity"),
        };
    }
    thud_model_add_rod(s->model, node->key, &rod);
    remember(s, &s->rods, node->key);
}

void thud_scenario_read_bodies(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *bodies = thud_fields_parts(root, "bodies"), *rods = thud_fields_parts(root, "rods");
    s->bodies_unknown = thud_fields_is_faulty(root, "bodies");
    s->rods_unknown = thud_fields_is_faulty(root, "rods");
    if (s->rods_unknown) thud_fields_mark_faulty(root, "bodies"); /* that there are none is no surprise then */
    for (uint32_t i = 0; bodies && i < bodies->count; i++) read_body(s, &bodies->children[i]);
    for (uint32_t i = 0; rods && i < rods->count; i++) read_rod(s, &rods->children[i]);
}

/* neither a spring nor a dashpot; a ratio without a stiffness is left to the check */
static bool says_nothing(const thud_fields *f) {
    static const char *const keys[] = {"stiffness", "damping", "damping_ratio"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (thud_fields_given(f, keys[i]) || thud_fields_is_faulty(f, keys[i])) return false;
    return true;
}

/* 5 for 5 % is a common slip; whoever writes 500 %, or says so, means it */
static void check_ratio(thud_fields *f, double ratio) {
    const thud_yaml_node *node = thud_fields_node(f, "damping_ratio");
    if (!(ratio > 1) || !node || node->kind != THUD_YAML_TEXT || strchr(node->text, '%')) return;
    if (!thud_fields_boolean(f, "overdamped"))
        thud_fields_error(f, "damping_ratio",
                          "damping_ratio %.6g is %.6g %% of critical damping: write %.6g%%, or confirm it with "
                          "overdamped: true",
                          ratio, 100 * ratio, ratio);
}

static void read_link(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    thud_link link = {NAN, NAN, NAN};
    thud_body_id left = {THUD_NOTHING}, right = {THUD_NOTHING};
    if (thud_fields_read(s, node, THUD_SECTION_LINK, &fields)) {
        left = thud_fields_body(&fields, "left");
        right = thud_fields_body(&fields, "right");
        link = (thud_link){
            .stiffness = thud_fields_number(&fields, "stiffness"),
            .damping = thud_fields_number(&fields, "damping"),
            .damping_ratio = thud_fields_number(&fields, "damping_ratio"),
        };
        check_ratio(&fields, link.damping_ratio);
        if (says_nothing(&fields))
            thud_fields_error(&fields, "stiffness", "the link needs a stiffness, a damping or both");
    }
    thud_model_add_link(s->model, left, right, &link);
}

void thud_scenario_read_links(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *links = thud_fields_parts(root, "links");
    for (uint32_t i = 0; links && i < links->count; i++) read_link(s, &links->children[i]);
}
