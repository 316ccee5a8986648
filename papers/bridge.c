/*
 * The bridge of Chanda, Banerjee & Das 2016, sections 3 and 4: a deck on columns between two rigid abutments,
 * under an earthquake.
 */
#include "bridge.h"

#include <math.h>

const int BRIDGE_COLUMNS[BRIDGE_STRUCTURES] = {6, 9, 12};
const double BRIDGE_GAP[BRIDGE_GAPS] = {0.01, 0.03, 0.05, INFINITY};
const double BRIDGE_E[BRIDGE_RESTITUTIONS] = {0.2, 0.4, 0.6, 0.8, 1};

double bridge_mass(void) { return BRIDGE_LENGTH * BRIDGE_WIDTH * BRIDGE_THICKNESS * BRIDGE_DENSITY; }

/* 12 E I/H³ with I = πr⁴/4 */
double bridge_column(void) {
    return 12 * BRIDGE_MODULUS * PAPER_PI * pow(BRIDGE_RADIUS, 4) / 4 / pow(BRIDGE_HEIGHT, 3);
}

thud_motion *bridge_earthquake(uint64_t seed) {
    thud_target target = {0};
    thud_motion *motion;
    thud_error error;
    paper_need(thud_ec8_init(&target.ec8, 1, BRIDGE_SOIL, BRIDGE_ACCELERATION * 9.80665), "spectrum");
    thud_compatible_options options = thud_compatible_options_default(&target);
    options.seed = seed;
    if (thud_generate_compatible(&options, &motion, &error) != THUD_OK) paper_fail("%s", error.text);
    return motion;
}

static bool follow(void *context, const thud_sample *sample) {
    bridge_response *r = context;
    if (!sample->event) course_add(&r->grid, sample->time, 1e3 * sample->displacement[0]);
    course_add(&r->displacement, sample->time, 1e3 * sample->displacement[0]);
    course_add(&r->velocity, sample->time, sample->velocity[0]);
    course_add(&r->acceleration, sample->time, sample->acceleration[0]);
    return true;
}

static bool book(void *context, const thud_impact_entry *entry) {
    bridge_response *r = context;
    r->largest_jump = fmax(r->largest_jump, entry->approach_speed + entry->separation_speed);
    r->last_impact = fmax(r->last_impact, entry->time);
    return true;
}

static thud_model *model_of(const thud_motion *motion, bridge_reading reading, int columns, double gap, double e) {
    thud_model *model = thud_model_create();
    thud_body_id deck = thud_model_add_body(model, "deck", bridge_mass());
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("newton"));
    thud_motion ground = *motion;
    thud_model_add_link(model, THUD_GROUND, deck,
                        &(thud_link){.stiffness = columns * bridge_column(), .damping_ratio = BRIDGE_DAMPING});
    stop.gap = gap;
    stop.restitution = e;
    thud_model_add_contact(model, "east", deck, THUD_GROUND, &stop);
    if (reading == BRIDGE_TWO_ABUTMENTS) thud_model_add_contact(model, "west", THUD_GROUND, deck, &stop);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = &ground, .scale = 1});
    thud_model_set_duration(model, BRIDGE_DURATION);
    return model;
}

bridge_response bridge_solve(const thud_motion *motion, bridge_reading reading, int columns, double gap, double e,
                             bool curves) {
    bridge_response r = {0};
    thud_observer observer = {.context = &r, .impact = book, .sample = curves ? follow : NULL};
    thud_model *model = model_of(motion, reading, columns, gap, e);
    if (curves) thud_model_set_output(model, 0.005, true);
    paper_run run = paper_run_model(model, &observer);
    const thud_body_summary *deck = &run.summary->bodies[0];
    r.impacts = run.summary->impacts;
    r.max_displacement = 1e3 * deck->max_displacement;
    r.max_velocity = deck->max_velocity;
    r.max_acceleration = deck->max_acceleration;
    for (int i = 0; i < (reading == BRIDGE_TWO_ABUTMENTS ? 2 : 1); i++)
        r.stick_time += run.summary->contacts[i].stick_time;
    paper_run_end(&run);
    return r;
}

void bridge_free(bridge_response *r) {
    course_free(&r->grid);
    course_free(&r->displacement);
    course_free(&r->velocity);
    course_free(&r->acceleration);
}
