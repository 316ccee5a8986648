/*
 * Structures that pound against each other, as plain numbers: what both thud and its rivals are given in
 * bench_run.
 */
#include "run_case.h"

#include <math.h>
#include <stdio.h>

#include <thud/generate.h>
#include <thud/thud.h>

enum { STOREYS = 10 };

/* 20 s at 0.01 s, compatible with Eurocode 8, type 1, soil B */
static thud_motion *make_record(double ground_acceleration, uint64_t seed) {
    thud_motion *motion = NULL;
    thud_target target = {0};
    if (thud_ec8_init(&target.ec8, 1, 'B', ground_acceleration) != THUD_OK) return NULL;
    thud_compatible_options options = thud_compatible_options_default(&target);
    options.seed = seed;
    return thud_generate_compatible(&options, &motion, NULL) == THUD_OK ? motion : NULL;
}

void run_case_free(run_case *which) {
    thud_motion_free(which->ground);
    which->ground = NULL;
}

bool run_case_bridge(run_case *out) {
    const double mass = 1.2e6, stiffness = 5e7;
    *out = (run_case){.name = "bridge deck", .bodies = 1, .links = 1, .contacts = 2};
    out->mass[0] = mass;
    out->link[0] = (run_link){-1, 0, stiffness, 2 * 0.05 * sqrt(stiffness * mass), 0, 0};
    out->contact[0] =
        (run_contact){.left = 0, .right = -1, .gap = 0.03, .stiffness = 5e9, .hertz = true, .restitution = 0.6};
    out->contact[1] = out->contact[0];
    out->contact[1].left = -1;
    out->contact[1].right = 0;
    out->interval = 0.01;
    out->points = 2000;
    out->ground = make_record(0.3 * 9.80665, 2);
    return out->ground != NULL;
}

/* Li and Darby, section 3, aluminium: contact parameters from e = 0.46 and Tc = 0.3 ms */
bool run_case_damper(run_case *out) {
    const double frame = 1.35, ball = 0.11, clearance = 0.015;
    const double reduced = frame * ball / (frame + ball), e = 0.46, contact_time = 0.3e-3,
                 pi = 3.14159265358979323846;
    *out = (run_case){.name = "impact damper", .bodies = 2, .links = 1, .contacts = 2};
    out->mass[0] = frame;
    out->mass[1] = ball;
    out->displacement[0] = out->displacement[1] = 0.015;
    out->link[0] = (run_link){-1, 0, 865, 1.092, 0, 0};
    out->contact[0] = (run_contact){
        .left = 1,
        .right = 0,
        .gap = clearance / 2,
        .stiffness = reduced * (pi * pi + log(e) * log(e)) / (contact_time * contact_time),
        .damping = -2 * reduced * log(e) / contact_time,
    };
    out->contact[1] = out->contact[0];
    out->contact[1].left = 0;
    out->contact[1].right = 1;
    out->interval = 0.01;
    out->points = 500;
    return true;
}

/* two shear buildings, the second softer and lighter, that touch at every floor; bodies 0 to 9 and 10 to 19 upwards
 */
bool run_case_buildings(run_case *out) {
    const double mass[2] = {3e5, 2e5}, stiffness[2] = {4e8, 1.5e8};
    *out = (run_case){.name = "two buildings", .bodies = 2 * STOREYS, .links = 2 * STOREYS, .contacts = STOREYS};
    for (int i = 0; i < 2 * STOREYS; i++) {
        int building = i / STOREYS, storey = i % STOREYS;
        out->mass[i] = mass[building];
        out->link[i] = (run_link){storey == 0 ? -1 : i - 1, i, stiffness[building], 0, 0, 0};
    }
    for (int i = 0; i < STOREYS; i++)
        out->contact[i] = (run_contact){
            .left = i, .right = STOREYS + i, .gap = 0.02, .stiffness = 2e9, .hertz = true, .restitution = 0.6};
    /* about 5 % in the first modes of both */
    out->rayleigh_mass = 0.35;
    out->rayleigh_stiffness = 0.004;
    out->interval = 0.01;
    out->points = 2000;
    out->ground = make_record(0.3 * 9.80665, 2);
    return out->ground != NULL;
}

/* periods between 0.4 and 0.57 s, no two alike */
bool run_case_row(run_case *out, int buildings, bool hertz) {
    const double mass = 2e5, turn = 2 * 3.14159265358979323846;
    *out = (run_case){.name = "row", .bodies = buildings, .links = buildings, .contacts = buildings - 1};
    for (int i = 0; i < buildings; i++) {
        const double rate = turn / (0.4 + 0.17 * fmod(0.6180339887 * i, 1));
        out->mass[i] = mass;
        out->link[i] = (run_link){-1, i, mass * rate * rate, 2 * 0.05 * mass * rate, 0, 0};
        if (i == 0) continue;
        out->contact[i - 1] = (run_contact){.left = i - 1,
                                            .right = i,
                                            .gap = 0.02,
                                            .stiffness = hertz ? 2e9 : 2e8,
                                            .hertz = hertz,
                                            .restitution = 0.6,
                                            .damping = 1.4e6}; /* of which springs return as much */
    }
    out->interval = 0.01;
    out->points = 2000;
    out->ground = make_record(0.3 * 9.80665, 2);
    return out->ground != NULL;
}

static void add_contact(thud_model *model, const run_contact *contact, int number) {
    char name[16];
    snprintf(name, sizeof name, "contact %d", number);
    thud_gap_contact how = thud_gap_contact_default(thud_law_find(contact->hertz ? "gonthier" : "kelvin-voigt"));
    how.gap = contact->gap;
    how.stiffness = contact->stiffness;
    how.separation = THUD_SEPARATION_RETURN;
    if (contact->hertz) {
        how.restitution = contact->restitution;
        how.exponent = 1.5;
        how.damping = THUD_DAMPING_EXACT;
    } else {
        how.damping = THUD_DAMPING_GIVEN;
        how.damping_value = contact->damping;
    }
    thud_model_add_contact(model, name, (thud_body_id){contact->left}, (thud_body_id){contact->right}, &how);
}

/* strengths of a tenth of the weight at the base, falling to a third of that at the top */
bool run_case_yielding_buildings(run_case *out) {
    if (!run_case_buildings(out)) return false;
    out->name = "two buildings that yield";
    for (int i = 0; i < 2 * STOREYS; i++) {
        double weight = STOREYS * out->mass[i] * 9.80665, share = 1 - (double)(i % STOREYS) / STOREYS * 2 / 3;
        out->link[i].yield = 0.1 * weight * share;
        out->link[i].hardening = 0.05;
    }
    return true;
}

/* strengths of a fifth of the weight at the base */
bool run_case_frames(run_case *out) {
    enum { FIRST = 3, ALL = 5 };
    const double mass = 3e4, stiffness[2] = {3e7, 1.2e7};
    *out = (run_case){.name = "three storeys beside two", .bodies = ALL, .links = ALL, .contacts = ALL - FIRST};
    for (int i = 0; i < ALL; i++) {
        int building = i / FIRST, storey = i % FIRST, storeys = building == 0 ? FIRST : ALL - FIRST;
        double share = 1 - (double)storey / storeys / 2;
        out->mass[i] = mass;
        out->link[i] = (run_link){
            storey == 0 ? -1 : i - 1, i, stiffness[building], 0, 0.2 * storeys * mass * 9.80665 * share, 0.03};
    }
    for (int i = 0; i < ALL - FIRST; i++)
        out->contact[i] =
            (run_contact){.left = i, .right = FIRST + i, .gap = 0.02, .stiffness = 5e8, .damping = 1.5e6};
    out->rayleigh_mass = 0.35;
    out->rayleigh_stiffness = 0.002;
    out->interval = 0.01;
    out->points = 1200;
    out->ground = make_record(0.3 * 9.80665, 2);
    return out->ground != NULL;
}

thud_model *run_case_model(const run_case *which, double tolerance, bool sampled) {
    thud_model *model = thud_model_create();
    if (!model) return NULL;
    for (int i = 0; i < which->bodies; i++) {
        char name[16];
        snprintf(name, sizeof name, "body %d", i);
        thud_model_set_start(model, thud_model_add_body(model, name, which->mass[i]), which->displacement[i], 0);
    }
    for (int i = 0; i < which->links; i++) {
        thud_link link = {.stiffness = which->link[i].stiffness, .damping = which->link[i].damping};
        if (which->link[i].yield > 0)
            link.hysteresis = (thud_hysteresis){.model = THUD_HYSTERESIS_BILINEAR,
                                                .yield = which->link[i].yield,
                                                .hardening = which->link[i].hardening};
        thud_model_add_link(model, (thud_body_id){which->link[i].left}, (thud_body_id){which->link[i].right},
                            &link);
    }
    for (int i = 0; i < which->contacts; i++) add_contact(model, &which->contact[i], i);
    if (which->rayleigh_mass > 0)
        thud_model_set_rayleigh_damping(model, which->rayleigh_mass, which->rayleigh_stiffness);
    if (which->ground)
        thud_model_set_ground(model,
                              &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = which->ground, .scale = 1});
    thud_model_set_duration(model, which->points * which->interval);
    thud_model_set_output(model, sampled ? which->interval : 0, false);
    thud_model_set_tolerance(model, tolerance);
    thud_error problem;
    if (thud_model_build(model, &problem) == THUD_OK) return model;
    fprintf(stderr, "bench_run: %s: %s\n", which->name, problem.text);
    thud_model_free(model);
    return NULL;
}
