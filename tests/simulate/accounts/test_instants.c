/*
 * The instants of a history are those that were meant, and the last is the end, in every solver: 12 · 0.1 is more
 * than 1.2 in doubles, and 3 · 0.1 more than 0.3. A run of no duration has one row, that of the start.
 */
#include "simulate/scene.h"
#include "system/row.h"

typedef struct {
    double interval, end;
    size_t rows;
} grid;

/* products above the end, below it, right; intervals of no whole number per second; one beyond the end */
static const grid GRIDS[] = {{0.1, 1.2, 13},   {0.1, 0.7, 8}, {0.01, 0.29, 30},   {0.01, 0.57, 58},
                             {0.03, 0.57, 20}, {0.7, 2.1, 4}, {1.1, 3.3, 4},      {0.25, 1, 5},
                             {0.1, 0.75, 8},   {3, 2, 1},     {1.7 / 9, 1.7, 10}, {2.3 / 49, 2.3, 50}};
enum { GRID_COUNT = sizeof GRIDS / sizeof GRIDS[0], KINDS = 5 };

static const char *const KIND_NAMES[KINDS] = {"series", "record", "moreau", "rod", "system"};

static void run_model(int kind, const grid *g, record *seen) {
    scene *s = scene_open(g->end);
    if (kind == 3) {
        thud_model_add_rod(s->model, "rod", &(thud_rod){.length = 1, .mass = 1, .angle = 0.3});
    } else {
        thud_body body = scene_body(s, 1, 0, 0);
        scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", 0.1, 0.8, 0));
    }
    thud_model_set_gravity(s->model, 9.81);
    if (kind == 1) {
        thud_motion *ground = thud_motion_create(700, 0.005);
        for (size_t i = 0; i < ground->count; i++) ground->acceleration[i] = sin(0.3 * (double)i);
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = ground, .scale = 1});
        thud_motion_free(ground);
    }
    if (kind == 2) thud_model_set_solver(s->model, THUD_SOLVER_MOREAU, 0.013);
    thud_model_set_output(s->model, g->interval, false);
    scene_build(s);
    thud_observer observer = {.context = seen, .sample = keep_sample};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_OK);
    scene_close(s);
}

static void run_system(const grid *g, record *seen) {
    row ball = {.count = 1, .mass = {1}, .gravity = 9.81};
    thud_gap_contact newton = contact_of("newton", 0.8, 0);
    thud_system system = row_system(&ball, &newton);
    thud_system_options options = options_for(g->end);
    options.output_interval = g->interval;
    double q = -0.1, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    *seen = o.record;
}

/* the double next to the decimal number: products of these intervals have few digits */
static double meant(const grid *g, size_t i) {
    char text[64];
    snprintf(text, sizeof text, "%.15g", (double)i * g->interval);
    return strtod(text, NULL);
}

START_TEST(last_row_is_the_end) {
    const int kind = _i % KINDS;
    const grid *g = &GRIDS[_i / KINDS];
    record seen = {0};
    if (kind == 4) run_system(g, &seen);
    else run_model(kind, g, &seen);
    ck_assert_msg(seen.samples == g->rows, "%s, %g of %g s: %zu rows", KIND_NAMES[kind], g->interval, g->end,
                  seen.samples);
    const size_t last = g->rows - 1;
    if (fabs((double)last * g->interval - g->end) < 1e-12) ck_assert_double_eq(seen.time[last], g->end);
    const bool whole = 1 / nearbyint(1 / g->interval) == g->interval;
    /* along a record the rows bear the instants of its samples, which are products of its own step */
    const double slack = kind == 1 ? 1e-15 : 0;
    for (size_t i = 0; whole && i < g->rows; i++) ck_assert(fabs(seen.time[i] - meant(g, i)) <= slack);
}
END_TEST

/* no duration: one row, and the start has the peaks; a = g − k x/m = 3 − 10 by hand */
START_TEST(start_alone) {
    scene *s = scene_open(0);
    thud_body body = scene_body(s, 1, 0.1, 2);
    scene_spring(s, THUD_BODY_GROUND, body, 100, 0);
    thud_model_set_gravity(s->model, 3);
    if (_i == 1) thud_model_set_solver(s->model, THUD_SOLVER_MOREAU, 0.01);
    thud_model_set_output(s->model, 0.1, true);
    scene_build(s);
    record seen = {.without_contacts = true};
    thud_observer observer = {.context = &seen, .sample = keep_sample};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_OK);
    ck_assert_uint_eq(seen.samples, 1);
    ck_assert_double_eq(seen.time[0], 0);
    ck_assert_double_eq(seen.position[0], 0.1);
    ck_assert_double_eq(seen.acceleration[0], -7);
    const thud_body_summary *b = &s->summary->bodies[0];
    ck_assert_double_eq(b->max_displacement, 0.1);
    ck_assert_double_eq(b->max_velocity, 2);
    ck_assert_double_eq(b->max_acceleration, 7);
    if (_i == 0) {
        double difference = 1;
        thud_verification v;
        ck_assert_int_eq(thud_verify(s->model, NULL, NULL, &difference, &v), THUD_OK);
        ck_assert_double_eq(difference, 0);
        ck_assert_double_eq(v.max_difference, 0);
    }
    scene_close(s);
}
END_TEST

/* thrown at a wall that it touches: the speed of the first instant is the largest, though it lasts no time */
START_TEST(struck_at_the_start) {
    scene *s = scene_open(1);
    thud_body body = scene_body(s, 1, 0.1, 2);
    scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", 0.1, 0.5, 0));
    scene_run(s);
    ck_assert_uint_eq(s->count, 1);
    ck_assert_double_eq(s->summary->bodies[0].max_velocity, 2);
    ck_assert_double_eq(s->summary->bodies[0].final_velocity, -1);
    scene_close(s);
}
END_TEST

static bool keep_event(void *context, const thud_sample *sample) {
    double *speed = context;
    if (sample->event && isnan(*speed)) *speed = sample->velocity[0];
    return true;
}

/* the row of an impact is that of the instant before it, of bodies and of systems: 0.1 m of free fall, √(2 g h) by
 * hand */
START_TEST(event_and_jump) {
    const double fall = sqrt(2 * 9.81 * 0.1);
    double speed = NAN;
    thud_observer observer = {.context = &speed, .sample = keep_event};
    if (_i == 0) {
        scene *s = scene_open(0.2);
        scene_touch(s, scene_body(s, 1, 0, 0), THUD_BODY_GROUND, scene_contact("newton", 0.1, 0.8, 0));
        thud_model_set_gravity(s->model, 9.81);
        thud_model_set_output(s->model, 0.05, true);
        scene_build(s);
        ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_OK);
        scene_close(s);
    } else {
        row ball = {.count = 1, .mass = {1}, .gravity = 9.81};
        thud_gap_contact newton = contact_of("newton", 0.8, 0);
        thud_system system = row_system(&ball, &newton);
        thud_system_options options = options_for(0.2);
        options.output_interval = 0.05;
        options.output_events = true;
        double q = -0.1, v = 0;
        outcome o = {0};
        ck_assert_int_eq(thud_system_run(&system, &options, &q, &v, o.bodies, o.contacts, &observer, &o.summary),
                         THUD_OK);
    }
    assert_relative(speed, fall, 1e-12); /* events are located to rounding */
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("instants");
    tcase_add_loop_test(tests, last_row_is_the_end, 0, GRID_COUNT * KINDS);
    tcase_add_loop_test(tests, start_alone, 0, 2);
    tcase_add_test(tests, struck_at_the_start);
    tcase_add_loop_test(tests, event_and_jump, 0, 2);
    return run_suite("instants", tests);
}
