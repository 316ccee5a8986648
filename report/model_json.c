#include "report/model_json.h"

#include <math.h>

#include "model/impulsive.h"
#include "model/model.h"
#include "report/contact_law.h"
#include "report/file.h"
#include "report/json.h"
#include "simulate/balance.h"

double thud_model_residual_limit(const thud_model *model) { return thud_balance_limit(model->tolerance); }

static const char *body_name(const thud_model *model, thud_body body) {
    return body == THUD_GROUND ? NULL : model->bodies[body].name;
}

static void write_bodies(thud_json *json, const thud_model *model) {
    thud_json_key(json, "bodies");
    thud_json_begin_array(json);
    for (size_t i = 0; i < model->body_count; i++) {
        thud_json_begin_object(json);
        thud_json_member_string(json, "name", model->bodies[i].name);
        thud_json_member_number(json, "mass", model->bodies[i].mass);
        thud_json_end_object(json);
    }
    thud_json_end_array(json);
}

static void write_rods(thud_json *json, const thud_model *model) {
    thud_json_key(json, "rods");
    thud_json_begin_array(json);
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        thud_json_begin_object(json);
        thud_json_member_string(json, "name", model->rods[i].name);
        thud_json_member_number(json, "mass", rod->mass);
        thud_json_member_number(json, "length", rod->length);
        thud_json_member_number(json, "pivot_x", rod->pivot_x);
        thud_json_member_number(json, "pivot_y", rod->pivot_y);
        thud_json_end_object(json);
    }
    thud_json_end_array(json);
}

/* the ground is null */
static void write_links(thud_json *json, const thud_model *model) {
    thud_json_key(json, "links");
    thud_json_begin_array(json);
    for (size_t i = 0; i < model->link_count; i++) {
        const thud_model_link *link = &model->links[i];
        thud_json_begin_object(json);
        thud_json_member_string(json, "left", body_name(model, link->left));
        thud_json_member_string(json, "right", body_name(model, link->right));
        thud_json_member_number(json, "stiffness", link->given.stiffness);
        thud_json_member_number(json, "damping", link->damping);
        thud_json_end_object(json);
    }
    thud_json_end_array(json);
}

static void write_ends(thud_json *json, const thud_model *model, const thud_model_contact *contact) {
    if (contact->of_rods) {
        thud_json_member_string(json, "tip", model->rods[contact->left].name);
        thud_json_member_string(json, "rod", model->rods[contact->right].name);
        return;
    }
    thud_json_member_string(json, "left", body_name(model, contact->left));
    thud_json_member_string(json, "right", body_name(model, contact->right));
}

/* a gap that never closes is null, and so is what a law does not have */
static void write_contact(thud_json *json, const thud_model *model, const thud_model_contact *contact) {
    const thud_gap_contact *given = &contact->given;
    bool impulsive = thud_contact_is_impulsive(given);
    thud_json_begin_object(json);
    thud_json_member_string(json, "name", contact->name);
    write_ends(json, model, contact);
    thud_json_member_number(json, "gap", given->gap);
    thud_json_member_string(json, "model", given->law->name);
    thud_json_member_boolean(json, "impulsive", impulsive);
    thud_json_member_number(json, "restitution", given->restitution);
    thud_contact_law_write(json, given);
    thud_json_member_number(json, "stiffness", impulsive ? NAN : given->stiffness);
    thud_json_member_number(json, "exponent", impulsive ? NAN : given->exponent);
    thud_json_end_object(json);
}

static void write_contacts(thud_json *json, const thud_model *model) {
    thud_json_key(json, "contacts");
    thud_json_begin_array(json);
    for (size_t i = 0; i < model->contact_count; i++) write_contact(json, model, &model->contacts[i]);
    thud_json_end_array(json);
}

bool thud_model_write_json(const char *path, const thud_model *model, thud_failure *failure) {
    static const char *const signals[] = {"none", "record", "sine", "step"};
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    thud_json json = thud_json_start(output.stream);
    thud_json_begin_object(&json);
    thud_json_member_string(&json, "title", model->title);
    thud_json_member_string(&json, "version", thud_version());
    thud_json_member_number(&json, "duration", model->duration);
    thud_json_member_number(&json, "gravity", model->gravity);
    thud_json_member_string(&json, "ground", signals[model->ground.kind]);
    thud_json_member_string(&json, "solver", model->solver == THUD_SOLVER_MOREAU ? "moreau" : "events");
    thud_json_member_number(&json, "tolerance", model->tolerance);
    thud_json_member_number(&json, "impact_threshold", model->impact_threshold);
    thud_json_member_number(&json, "residual_limit", thud_model_residual_limit(model));
    write_bodies(&json, model);
    write_rods(&json, model);
    write_links(&json, model);
    write_contacts(&json, model);
    thud_json_end_object(&json);
    thud_json_finish(&json);
    return thud_output_commit(&output, failure);
}
