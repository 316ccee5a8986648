/* The model of a run for reports: names of coordinates, properties of contacts, and model.json. */

#include "report/run/model.h"

#include <math.h>
#include <string.h>

#include <thud/impact.h>

#include "contact/balance.h"
#include "model/impulsive.h"
#include "model/model.h"
#include "report/text/file.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/print.h"

static const thud_coordinate_quantity of_bodies[] = {
    {"displacement", "m"},
    {"velocity", "m/s"},
    {"acceleration", "m/s²"},
};

static const thud_coordinate_quantity of_rods[] = {
    {"angle", "rad"},
    {"angular velocity", "rad/s"},
    {"angular acceleration", "rad/s²"},
};

size_t thud_coordinate_count(const thud_model *model) {
    return thud_model_body_count(model) + thud_model_rod_count(model);
}

bool thud_coordinate_is_rod(const thud_model *model, size_t index) { return index >= thud_model_body_count(model); }

const char *thud_coordinate_name(const thud_model *model, size_t index) {
    size_t bodies = thud_model_body_count(model);
    return index < bodies ? thud_model_body_name(model, index) : thud_model_rod_name(model, index - bodies);
}

const thud_coordinate_quantity *thud_coordinate_quantities(const thud_model *model, size_t index) {
    return thud_coordinate_is_rod(model, index) ? of_rods : of_bodies;
}

/* in the dimensionless frame, where rules and the exact damping do not depend on speed and mass */
static thud_impact_options options_of(const thud_gap_contact *given) {
    thud_impact_options options = thud_impact_options_default(given->law);
    options.restitution = given->restitution;
    options.exponent = given->exponent;
    options.damping = given->damping;
    options.separation = given->separation;
    return options;
}

const char *thud_contact_damping_kind(const thud_gap_contact *given) {
    thud_impact_options options = options_of(given);
    return thud_damping_kind(&options);
}

double thud_contact_free_restitution(const thud_gap_contact *given) {
    thud_impact_options options = options_of(given);
    thud_impact hit;
    if (given->restitution_curve.kind != THUD_RESTITUTION_CONSTANT) return NAN; /* not a single number */
    if (given->law->structure->kind == THUD_FORCE_IMPULSIVE) return given->restitution;
    if (given->damping == THUD_DAMPING_GIVEN || given->restitution_speed > 0) return NAN;
    return thud_impact_solve(&options, &hit) == THUD_OK ? hit.restitution : NAN;
}

void thud_contact_law_write(thud_json *json, const thud_gap_contact *given) {
    thud_json_write(json, "damping_kind: %s, e_free: %g", thud_contact_damping_kind(given),
                    thud_contact_free_restitution(given));
}

static bool is_same_curve(const thud_restitution_curve *a, const thud_restitution_curve *b) {
    bool same = a->kind == b->kind && a->count == b->count && a->a == b->a && a->b == b->b && a->least == b->least;
    for (size_t i = 0; same && i < a->count; i++)
        same = a->speed[i] == b->speed[i] && a->restitution[i] == b->restitution[i];
    return same;
}

static bool is_same(const thud_gap_contact *a, const thud_gap_contact *b) {
    return a->law == b->law && a->damping == b->damping && a->restitution == b->restitution &&
           a->exponent == b->exponent && a->indentation == b->indentation &&
           a->restitution_speed == b->restitution_speed &&
           is_same_curve(&a->restitution_curve, &b->restitution_curve) &&
           thud_law_separation(a->law, a->separation) == thud_law_separation(b->law, b->separation);
}

static bool is_first(const thud_model *model, size_t contact) {
    for (size_t i = 0; i < contact; i++)
        if (is_same(&model->contacts[i].given, &model->contacts[contact].given)) return false;
    return true;
}

enum { LAWS_MOST = 8, NAMES_MOST = 3 };

/* the first few names of contacts with the law */
static void print_names(const thud_model *model, size_t first, FILE *stream) {
    size_t count = 0;
    for (size_t i = first; i < model->contact_count; i++) {
        if (!is_same(&model->contacts[i].given, &model->contacts[first].given)) continue;
        if (count < NAMES_MOST) fprintf(stream, "%s%s", count > 0 ? ", " : "", model->contacts[i].name);
        count++;
    }
    if (count > NAMES_MOST) fprintf(stream, " and %zu more", count - NAMES_MOST);
}

static void print_law(const thud_gap_contact *given, FILE *stream) {
    const char *kind = thud_contact_damping_kind(given);
    double free = thud_contact_free_restitution(given);
    fprintf(stream, ": %s", given->law->name);
    if (strcmp(kind, "given") == 0) fprintf(stream, ", damping given: e depends on masses and speed");
    else if (strcmp(kind, "none") != 0) fprintf(stream, ", %s damping", kind);
    if (given->indentation == THUD_INDENTATION_PERMANENT) fprintf(stream, ", permanent indentation");
    const thud_restitution_curve *curve = &given->restitution_curve;
    if (curve->kind == THUD_RESTITUTION_POWER)
        thud_print_to(stream, ", e = 1 − a v^b with a = %.6g, b = %.6g", curve->a, curve->b);
    else if (curve->kind == THUD_RESTITUTION_POINTS)
        thud_print_to(stream, ", e from %.6g at %.6g m/s to %.6g at %.6g m/s", curve->restitution[0],
                      curve->speed[0], curve->restitution[curve->count - 1], curve->speed[curve->count - 1]);
    if (given->restitution_speed > 0)
        fprintf(stream, ", c for e = %s at %s", thud_format_restitution(given->restitution).text,
                thud_format_quantity(given->restitution_speed, "m/s").text);
    if (!isnan(free)) fprintf(stream, ", returns e = %s", thud_format_restitution(free).text);
    if (fabs(free - given->restitution) > 1e-6)
        fprintf(stream, " in a free impact, %s for the %s asked for",
                thud_format_deviation(free, given->restitution).text,
                thud_format_restitution(given->restitution).text);
    fprintf(stream, "\n");
}

void thud_contact_laws_print(const thud_model *model, FILE *stream) {
    size_t printed = 0;
    for (size_t i = 0; i < model->contact_count && printed < LAWS_MOST; i++) {
        if (!is_first(model, i)) continue;
        fprintf(stream, "  %-8s ", printed++ == 0 ? "law" : "");
        print_names(model, i, stream);
        print_law(&model->contacts[i].given, stream);
    }
}

double thud_residual_limit(const thud_run_report *report) {
    return thud_balance_limit(thud_run_options_of(report).tolerance);
}

static const char *body_name(const thud_model *model, thud_body body) {
    if (thud_body_is_support(body)) return thud_model_support_name(model, thud_support_index(body));
    return body == THUD_BODY_GROUND ? NULL : model->bodies[body].name;
}

static void write_bodies(thud_json *json, const thud_model *model) {
    thud_json_write(json, "bodies: [");
    for (size_t i = 0; i < model->body_count; i++) {
        thud_json_write(json, "{name: %s, mass: %g}", model->bodies[i].name, model->bodies[i].mass);
    }
    thud_json_write(json, "]");
}

static const char *const SIGNALS[] = {"none", "record", "sine", "step"};

static void write_rods(thud_json *json, const thud_model *model) {
    thud_json_write(json, "rods: [");
    for (size_t i = 0; i < model->rod_count; i++) {
        const thud_rod *rod = &model->rods[i].given;
        thud_json_write(json, "{name: %s, mass: %g, length: %g, pivot_x: %g, pivot_y: %g", model->rods[i].name,
                        rod->mass, rod->length, rod->pivot_x, rod->pivot_y);
        if (model->rods[i].on >= 0) thud_json_write(json, "on: %s", model->bodies[model->rods[i].on].name);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
}

/* ends of links and contacts other than bodies and the ground; without its own motion a support has the
   ground's */
static void write_supports(thud_json *json, const thud_model *model) {
    thud_json_write(json, "supports: [");
    for (size_t i = 0; i < model->support_count; i++) {
        const thud_support *support = &model->supports[i].given;
        const thud_signal_kind kind = support->acceleration.kind;
        thud_json_write(json, "{name: %s, motion: %s, delay: %g, displacement: %g, velocity: %g}",
                        model->supports[i].name, kind == THUD_SIGNAL_NONE ? "ground" : SIGNALS[kind],
                        support->delay, support->displacement, support->velocity);
    }
    thud_json_write(json, "]");
}

/* the ground is null */
static void write_sides(thud_json *json, const thud_model *model, thud_body left, thud_body right) {
    thud_json_write(json, "left:");
    thud_json_string(json, body_name(model, left));
    thud_json_write(json, "right:");
    thud_json_string(json, body_name(model, right));
}

static void write_links(thud_json *json, const thud_model *model) {
    thud_json_write(json, "links: [");
    for (size_t i = 0; i < model->link_count; i++) {
        const thud_model_link *link = &model->links[i];
        thud_json_write(json, "{name: %s, hysteresis:", link->name);
        thud_json_string(json, thud_hysteresis_name(link->given.hysteresis.model));
        write_sides(json, model, link->left, link->right);
        thud_json_write(json, "stiffness: %g, damping: %g", link->given.stiffness, link->damping);
        if (link->given.height > 0) thud_json_write(json, "height: %g", link->given.height);
        const thud_hysteresis *hysteresis = &link->given.hysteresis;
        if (hysteresis->model == THUD_HYSTERESIS_HYPERBOLIC) thud_json_write(json, "gap: %g", hysteresis->gap);
        if (hysteresis->slack > 0) thud_json_write(json, "slack: %g", hysteresis->slack);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
}

/* the body with which a point moves most: it is drawn there */
static thud_body main_body(const thud_model *model, thud_body end) {
    if (!thud_is_point(end)) return end;
    const thud_model_point *point = &model->points[thud_point_index(end)];
    size_t most = 0;
    for (size_t i = 1; i < point->count; i++)
        if (fabs(point->terms[i].factor) > fabs(point->terms[most].factor)) most = i;
    return point->terms[most].body;
}

/* bodies and factors of a point */
static void write_factors(thud_json *json, const thud_model *model, const char *key, thud_body end) {
    if (!thud_is_point(end)) return;
    const thud_model_point *point = &model->points[thud_point_index(end)];
    thud_json_write(json, "%s: {", key);
    for (size_t i = 0; i < point->count; i++) {
        const char *name = body_name(model, point->terms[i].body);
        thud_json_write(json, "%s: %g", name ? name : "ground", point->terms[i].factor);
    }
    thud_json_write(json, "}");
}

static void write_ends(thud_json *json, const thud_model *model, const thud_model_contact *contact) {
    if (contact->of_rods) {
        thud_json_write(json, "tip: %s, rod: %s", model->rods[contact->left].name,
                        model->rods[contact->right].name);
        return;
    }
    if (contact->of_tip)
        thud_json_write(json, "tip: %s, tip_left: %d", model->rods[contact->tip].name, contact->tip_left);
    write_sides(json, model, main_body(model, contact->left), main_body(model, contact->right));
    write_factors(json, model, "left_factors", contact->left);
    write_factors(json, model, "right_factors", contact->right);
}

/* a gap that never closes is null, and so are values that a law does not have */
static void write_contact(thud_json *json, const thud_model *model, const thud_model_contact *contact) {
    const thud_gap_contact *given = &contact->given;
    bool impulsive = thud_contact_is_impulsive(given);
    thud_json_write(json, "{name: %s", contact->name);
    write_ends(json, model, contact);
    thud_json_write(json, "gap: %g, model: %s, impulsive: %d, restitution: %g", given->gap, given->law->name,
                    impulsive, given->restitution);
    thud_contact_law_write(json, given);
    if (given->restitution_speed > 0) thud_json_write(json, "restitution_speed: %g", given->restitution_speed);
    thud_json_write(json, "stiffness: %g, exponent: %g}", impulsive ? NAN : given->stiffness,
                    impulsive ? NAN : given->exponent);
}

static void write_contacts(thud_json *json, const thud_model *model) {
    thud_json_write(json, "contacts: [");
    for (size_t i = 0; i < model->contact_count; i++) write_contact(json, model, &model->contacts[i]);
    thud_json_write(json, "]");
}

/* damping of the whole structure, instead of its links */
static void write_damping(thud_json *json, const thud_model *model) {
    if (model->damping == THUD_STRUCTURE_DAMPING_MODAL && !isnan(model->modal_ratio))
        thud_json_write(json, "damping: {ratio: %g}", model->modal_ratio);
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH)
        thud_json_write(json, "damping: {mass: %g, stiffness: %g}", model->rayleigh_mass,
                        model->rayleigh_stiffness);
}

/* how structures are drawn, if the scenario says so */
static void write_drawings(thud_json *json, const thud_model *model) {
    if (model->drawings.count == 0) return;
    thud_json_write(json, "draw: [");
    for (size_t i = 0; i < model->drawings.count; i++) {
        const thud_drawing *drawing = &model->drawings.items[i];
        thud_json_write(json, "{name: %s, kind: %s, bodies: [", drawing->name, drawing->kind);
        for (size_t k = 0; k < drawing->count; k++) thud_json_string(json, model->bodies[drawing->bodies[k]].name);
        thud_json_write(json, "]");
        if (drawing->width > 0) thud_json_write(json, "width: %g", drawing->width);
        if (drawing->height > 0) thud_json_write(json, "height: %g", drawing->height);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
}

bool thud_model_write_json(const char *path, const thud_run_report *report, thud_error *failure) {
    const thud_model *model = report->model;
    const thud_run_options run = thud_run_options_of(report);
    thud_output output;
    if (!thud_output_open_inside(&output, path, failure)) return false;
    thud_json json = thud_json_start(output.stream);
    thud_json_write(&json,
                    "{title: %s, version: %s, duration: %g, gravity: %g, ground: %s, solver: %s, tolerance: %g, "
                    "impact_threshold: %g, residual_limit: %g",
                    report->title ? report->title : model->title, thud_version(), run.duration, model->gravity,
                    SIGNALS[model->ground.kind], run.solver == THUD_SOLVER_MOREAU ? "moreau" : "events",
                    run.tolerance, run.impact_threshold, thud_residual_limit(report));
    thud_ground_write(&json, model);
    write_damping(&json, model);
    write_bodies(&json, model);
    write_rods(&json, model);
    write_supports(&json, model);
    write_links(&json, model);
    write_contacts(&json, model);
    write_drawings(&json, model);
    thud_json_write(&json, "}\n");
    return thud_output_commit(&output, failure);
}
