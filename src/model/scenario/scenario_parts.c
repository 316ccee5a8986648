/*
 * Bodies and rods of a scenario. Each item of the file becomes one part of the model, even if it is wrong, so that
 * the n-th part is the n-th item.
 */
#include <math.h>
#include <string.h>

#include "model/scenario/fields.h"

static void remember(thud_scenario *s, thud_names *names, const char *name) {
    if (!thud_names_add(names, name)) s->out_of_memory = true;
}

static void read_body(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    double mass = NAN, displacement = NAN, velocity = NAN, ratio = NAN;
    if (thud_fields_read(s, node, THUD_SECTION_BODY, &fields)) {
        mass = thud_fields_number(&fields, "mass");
        displacement = thud_fields_number(&fields, "displacement");
        velocity = thud_fields_number(&fields, "velocity");
        ratio = thud_fields_number(&fields, "damping_ratio");
    }
    const thud_body_id body = thud_model_add_body(s->model, node->key, mass);
    if (body.number >= 0) thud_model_set_start(s->model, body, displacement, velocity);
    if (!isnan(ratio)) thud_model_set_body_damping(s->model, body, ratio);
    remember(s, &s->bodies, node->key);
}

static void read_rod(thud_scenario *s, thud_yaml_node *node) {
    thud_fields fields;
    thud_rod rod = {NAN, NAN, NAN, NAN, NAN, NAN};
    const bool readable = thud_fields_read(s, node, THUD_SECTION_ROD, &fields);
    if (readable) {
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
    const thud_rod_id added = thud_model_add_rod(s->model, node->key, &rod);
    if (readable && thud_fields_given(&fields, "on"))
        thud_model_hang_rod(s->model, added, thud_fields_body(&fields, "on"));
    remember(s, &s->rods, node->key);
}

void thud_scenario_read_bodies(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *bodies = thud_fields_parts(root, "bodies");
    (void)thud_fields_parts(root, "rods");
    if (s->bodies_amiss) thud_fields_mark_faulty(root, "bodies");
    s->bodies_unknown = thud_fields_is_faulty(root, "bodies");
    s->rods_unknown = thud_fields_is_faulty(root, "rods");
    if (s->rods_unknown) thud_fields_mark_faulty(root, "bodies"); /* missing bodies are then a consequence */
    for (uint32_t i = 0; bodies && i < bodies->count; i++) {
        s->messages.once = bodies->children[i].is_copy;
        read_body(s, &bodies->children[i]);
    }
    s->messages.once = false;
}

/* after all bodies that they may hang on are known */
void thud_scenario_read_rods(thud_scenario *s, thud_fields *root) {
    const thud_yaml_node *rods = thud_fields_is_faulty(root, "rods") ? NULL : thud_fields_parts(root, "rods");
    for (uint32_t i = 0; rods && i < rods->count; i++) read_rod(s, &rods->children[i]);
}
