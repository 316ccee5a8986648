/*
 * Time stepping with impacts at the level of velocities: what closed forms say of it for bodies that are both free,
 * under forces, with observers that stop it, and where it refuses.
 */
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>

#include "simulate/dice.h"
#include "simulate/scene.h"

static thud_model *read(const char *text) {
    thud_model *model = NULL;
    ck_assert_int_eq(thud_scenario_parse(text, strlen(text), "", NULL, NULL, &model), THUD_OK);
    return model;
}

static thud_status run(thud_model *model, const thud_observer *observer, thud_simulation **simulation) {
    ck_assert_int_eq(thud_simulation_create(model, simulation), THUD_OK);
    return thud_simulation_run(*simulation, observer);
}

/* m1 = 1 at 1 m/s against m2 = 2 at rest, e = 0.5: v1 = 0 and v2 = 0.5; then on to a wall, e = 1, from 0.5 m
 * further, and back. Without forces a step changes no velocity but by impacts: rounding of some operations */
START_TEST(two_free_bodies_and_a_wall) {
    thud_model *model =
        read("bodies: {one: {mass: 1, velocity: 1}, two: {mass: 2}}\n"
             "contacts:\n"
             "  - {name: between, left: one, right: two, gap: 0.1, model: newton, restitution: 0.5}\n"
             "  - {name: wall, left: two, right: ground, gap: 0.5, model: newton, restitution: 1}\n"
             "solver: moreau\nstep: 1e-3\nduration: 1.3\n");
    thud_simulation *simulation;
    ck_assert_int_eq(run(model, NULL, &simulation), THUD_OK);
    const thud_summary *s = thud_simulation_summary(simulation);
    ck_assert_uint_eq(s->contacts[0].impacts, 1);
    ck_assert_uint_eq(s->contacts[1].impacts, 1);
    ck_assert_double_eq_tol(s->bodies[0].final_velocity, 0, 1e-14);
    ck_assert_double_eq_tol(s->bodies[1].final_velocity, -0.5, 1e-14);
    /* ½ μ (1 − e²) v² with μ = 2/3 */
    ck_assert_double_eq_tol(s->contacts[0].energy_lost, 0.25, 1e-14);
    ck_assert_double_eq_tol(s->contacts[1].energy_lost, 0, 1e-14);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

typedef struct count {
    size_t samples, impacts, calls, stop_at;
    double last, force;
} count;

static bool take_sample(void *context, const thud_sample *sample) {
    count *c = context;
    c->samples++;
    c->last = sample->time;
    c->force = sample->force[0];
    return true;
}

static bool take_impact(void *context, const thud_impact_entry *entry) {
    count *c = context;
    ck_assert(entry->approach_speed > 0);
    return ++c->impacts != c->stop_at;
}

static bool stop_at_once(void *context, double time) {
    count *c = context;
    (void)time;
    c->calls++;
    return false;
}

static bool go_on(void *context, double time) {
    count *c = context;
    ck_assert_double_ge(time, c->last);
    c->last = time;
    c->calls++;
    return true;
}

/* a body between two walls under a force A sin ωt: with no impact yet, v = A (1 − cos ωt)/(m ω); the rule of the
 * middle has an error of (ω h)²/12 of it, 3e-6 */
START_TEST(pushed) {
    thud_model *model =
        read("bodies: {mass: {mass: 2}}\n"
             "contacts: [{name: stop, left: mass, right: ground, gap: 1, model: newton, restitution: 0.5}]\n"
             "forces: [{on: mass, sine: {amplitude: 3, frequency: 1}}]\n"
             "solver: moreau\nstep: 1e-3\nduration: 0.3\noutput: {interval: 0.05}\n");
    thud_simulation *simulation;
    count c = {0};
    const thud_observer observer = {.context = &c, .sample = take_sample, .impact = take_impact};
    ck_assert_int_eq(run(model, &observer, &simulation), THUD_OK);
    const double w = 2 * acos(-1);
    ck_assert_double_eq_tol(thud_simulation_summary(simulation)->bodies[0].final_velocity,
                            3 / (2 * w) * (1 - cos(w * 0.3)), 2e-5);
    ck_assert_uint_eq(c.samples, 7); /* 0, 0.05, …, 0.3 */
    ck_assert_double_eq_tol(c.last, 0.3, 1e-12);
    ck_assert_uint_eq(c.impacts, 0);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

static const char BALL[] =
    "bodies: {ball: {mass: 1}}\ngravity: 9.81\n"
    "contacts: [{name: floor, left: ball, right: ground, gap: 0.1, model: newton, restitution: 0.8}]\n"
    "solver: moreau\nstep: 1e-3\nduration: 2\n";

static scene *row_of(unsigned seed, bool mirrored, bool with_contacts);
static void step_by(scene *s, double h);

/* who observes may end it: at the second impact, or when it is asked how far it is */
START_TEST(stopped) {
    thud_model *model = read(BALL);
    thud_simulation *simulation;
    count c = {.stop_at = 2};
    const thud_observer second = {.context = &c, .impact = take_impact};
    ck_assert_int_eq(run(model, &second, &simulation), THUD_ERROR_STOPPED);
    ck_assert_uint_eq(c.impacts, 2);
    /* the first at √(2 · 0.1/9.81) = 0.143 s, the second 1.6 of that later; within a few steps */
    ck_assert_double_eq_tol(thud_simulation_summary(simulation)->duration, 2.6 * sqrt(0.2 / 9.81), 5e-3);
    thud_simulation_free(simulation);
    /* one that lets it go on is asked again every 4,096 steps */
    count patient = {0};
    const thud_observer other = {.context = &patient, .progress = go_on};
    scene *long_run = row_of(1, false, true);
    step_by(long_run, 1e-4);
    ck_assert_int_eq(thud_simulation_run(long_run->simulation, &other), THUD_OK);
    ck_assert_uint_eq(patient.calls, 5); /* of 20,000 steps */
    scene_close(long_run);
    const thud_observer impatient = {.context = &c, .progress = stop_at_once};
    ck_assert_int_eq(run(model, &impatient, &simulation), THUD_ERROR_STOPPED);
    ck_assert_uint_eq(c.calls, 1);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

/* it comes to rest on the floor, and its reaction is its weight */
START_TEST(at_rest) {
    char text[sizeof BALL + 64];
    snprintf(text, sizeof text, "%soutput: {interval: 0.5}\n", BALL);
    memcpy(strstr(text, "duration: 2"), "duration: 9", 11);
    thud_model *model = read(text);
    thud_simulation *simulation;
    count c = {0};
    const thud_observer observer = {.context = &c, .sample = take_sample};
    ck_assert_int_eq(run(model, &observer, &simulation), THUD_OK);
    ck_assert_uint_eq(c.samples, 19);
    ck_assert_double_eq_tol(c.force, 9.81, 1e-11); /* P/h: rounding of a speed of 0.01 m/s, by h */
    const thud_summary *s = thud_simulation_summary(simulation);
    ck_assert_double_eq_tol(s->bodies[0].final_velocity, 0, 1e-12);
    ck_assert_double_eq_tol(fabs(s->bodies[0].final_displacement), 0.1,
                            2e-3); /* it sinks in by a step of its speed */
    ck_assert_double_gt(s->contacts[0].stick_time, 5);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

/* ---- random rows of bodies ---- */

enum { ROWS = 60, BODIES = 3 };

/* bodies in a row with springs and dashpots to each other and to the ground, a record, a force, and contacts
 * between them and with walls on both sides; `mirrored`: the same seen from behind */
static scene *row_of(unsigned seed, bool mirrored, bool with_contacts) {
    dice d = dice_of(seed);
    scene *s = scene_open(2);
    double sign = mirrored ? -1 : 1;
    for (int i = 0; i < BODIES; i++) {
        double mass = roll(&d, 1, 3), x = roll(&d, -1e-3, 1e-3), v = roll(&d, -1, 1);
        scene_body(s, mass, sign * x, sign * v);
    }
    for (int i = 0; i < BODIES; i++) {
        double k = roll(&d, 50, 500), c = roll(&d, 0, 2);
        int to = i > 0 && choose(&d, 2) == 0 ? i - 1 : THUD_BODY_GROUND;
        scene_spring(s, mirrored ? i : to, mirrored ? to : i, k, c);
    }
    thud_motion *motion = thud_motion_create(70, 0.023);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = sign * roll(&d, -3, 3);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    double amplitude = sign * roll(&d, 1, 5);
    scene_force(s, 1, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = amplitude * sign});
    thud_motion_free(motion);
    thud_model_set_gravity(s->model, sign * roll(&d, -1, 1));
    for (int i = 0; i <= BODIES && with_contacts; i++) {
        thud_gap_contact c = scene_contact("newton", roll(&d, 5e-3, 5e-2), roll(&d, 0, 1), 0);
        int left = i == 0 ? THUD_BODY_GROUND : i - 1, right = i == BODIES ? THUD_BODY_GROUND : i;
        scene_touch(s, mirrored ? right : left, mirrored ? left : right, c);
    }
    scene_build(s);
    return s;
}

static void step_by(scene *s, double h) {
    thud_run_options options = s->model->run;
    options.solver = THUD_SOLVER_MOREAU;
    options.solver_step = h;
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, &options, NULL), THUD_OK);
    scene_run(s);
}

/* θ = 1/2 does on every step the work that it accounts for: input − dissipated − lost − stored is rounding, of a
 * dozen operations for each of 2,000 steps and 3 bodies, which add up at random */
START_TEST(energy_balances_on_every_step) {
    size_t impacts = 0;
    for (unsigned seed = 0; seed < ROWS; seed++) {
        scene *s = row_of(seed, false, true);
        step_by(s, 1e-3);
        ck_assert_msg(fabs(s->summary->energy.residual) < 1e-13, "seed %u: %.3g", seed,
                      s->summary->energy.residual);
        ck_assert_double_gt(s->summary->energy.dissipated, 0);
        for (size_t i = 0; i < s->summary->contact_count; i++) impacts += s->summary->contacts[i].impacts;
        scene_close(s);
    }
    ck_assert_uint_gt(impacts, 5 * ROWS);
}
END_TEST

/* from behind everything is the same with the other sign, to the bit: contacts have no preferred side */
START_TEST(seen_from_behind) {
    for (unsigned seed = 0; seed < ROWS; seed++) {
        scene *s = row_of(seed, false, true), *m = row_of(seed, true, true);
        step_by(s, 1e-3);
        step_by(m, 1e-3);
        for (size_t i = 0; i < BODIES; i++) {
            const thud_body_summary *a = &s->summary->bodies[i], *b = &m->summary->bodies[i];
            ck_assert_double_eq(a->final_displacement, -b->final_displacement);
            ck_assert_double_eq(a->final_velocity, -b->final_velocity);
            ck_assert_double_eq(a->max_displacement, b->max_displacement);
            ck_assert_double_eq(a->max_velocity, b->max_velocity);
            ck_assert_double_eq(a->max_acceleration, b->max_acceleration);
        }
        ck_assert_uint_eq(s->count, m->count);
        for (size_t i = 0; i < s->count; i++) {
            ck_assert_double_eq(s->entries[i].impulse, m->entries[i].impulse);
            ck_assert_double_eq(s->entries[i].energy_lost, m->entries[i].energy_lost);
        }
        scene_close(m);
        scene_close(s);
    }
}
END_TEST

/* without contacts the rule of the middle converges to the exact steps along the record, by four at half the step
 */
START_TEST(second_order_along_a_record) {
    for (unsigned seed = 0; seed < ROWS / 6; seed++) {
        scene *s = row_of(seed, false, false);
        scene_run(s);
        double right[BODIES], off[2] = {0};
        for (size_t i = 0; i < BODIES; i++) right[i] = s->summary->bodies[i].final_displacement;
        for (int half = 0; half < 2; half++) {
            step_by(s, half == 0 ? 1e-3 : 5e-4);
            for (size_t i = 0; i < BODIES; i++)
                off[half] = fmax(off[half], fabs(s->summary->bodies[i].final_displacement - right[i]));
        }
        /* the next term of the error is (ω h)² of it, 30 rad/s at most; breaks of the record lie on its steps */
        ck_assert_msg(fabs(off[0] / off[1] - 4) < 0.05, "seed %u: %.3g, then %.3g", seed, off[0], off[1]);
        scene_close(s);
    }
}
END_TEST

/* a body that nothing holds moves with gravity alone, whatever the ground does below it: its absolute acceleration;
 * the quotient of a speed of some m/s, with its rounding, by h */
START_TEST(free_above_a_shaking_ground) {
    scene *s = scene_open(1);
    scene_body(s, 2, 0, 0);
    thud_motion *motion = thud_motion_create(40, 0.03);
    dice d = dice_of(1);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = roll(&d, -3, 3);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    thud_motion_free(motion);
    thud_model_set_gravity(s->model, 0.7);
    scene_build(s);
    step_by(s, 1e-3);
    ck_assert_double_eq_tol(s->summary->bodies[0].max_acceleration, 0.7, 4 * 0x1p-52 / 1e-3);
    scene_close(s);
}
END_TEST

/* more steps than a run may have are refused before the first */
START_TEST(too_many_steps) {
    scene *s = row_of(1, false, true);
    thud_run_options options = s->model->run;
    options.solver = THUD_SOLVER_MOREAU;
    options.solver_step = 1e-12;
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, &options, NULL), THUD_OK);
    scene_try(s);
    ck_assert_int_eq(s->status, THUD_ERROR_PROGRESS);
    ck_assert_uint_eq(s->summary->solver.steps, 0);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("moreau");
    tcase_add_test(tests, two_free_bodies_and_a_wall);
    tcase_add_test(tests, pushed);
    tcase_add_test(tests, stopped);
    tcase_add_test(tests, at_rest);
    tcase_add_test(tests, energy_balances_on_every_step);
    tcase_add_test(tests, seen_from_behind);
    tcase_add_test(tests, second_order_along_a_record);
    tcase_add_test(tests, free_above_a_shaking_ground);
    tcase_add_test(tests, too_many_steps);
    return run_suite("moreau", tests);
}
