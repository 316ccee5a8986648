/*
 * Runs in steps, call by call: inputs against loads of the model and closed forms, what may go on after what, bytes
 * that are not those of a state, calls that are wrong.
 */
#include <math.h>

#include "simulate/scene.h"

static thud_body_id body(thud_body number) { return (thud_body_id){number}; }

/* ---- inputs ---- */

/* two bodies on springs, the first one before a stop */
static scene *oscillators(double duration, double gap) {
    scene *s = scene_open(duration);
    scene_spring(s, THUD_BODY_GROUND, scene_body(s, 2, 0, 0), 300, 1);
    scene_spring(s, 0, scene_body(s, 1, 0, 0.2), 200, 0.5);
    scene_touch(s, 0, THUD_BODY_GROUND, scene_contact("gonthier", gap, 0.6, 1e6));
    scene_touch(s, THUD_BODY_GROUND, 1, scene_contact("newton", gap, 0.6, 0));
    return s;
}

enum { PIECES = 40 };
static double level(int i) { return i == 0 ? 0 : 8 * sin(1.7 * i) + 3 * cos(0.3 * i); }

/* the same straight lines as a load of the model and as ramps */
static void check_ramps(bool of_ground) {
    const double dt = 0.05;
    thud_motion *motion = thud_motion_create(PIECES + 1, dt);
    for (int i = 0; i <= PIECES; i++) motion->acceleration[i] = level(i);
    const thud_signal signal = {.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1};
    scene *loaded = oscillators(PIECES * dt, 0.01), *driven = oscillators(PIECES * dt, 0.01);
    if (of_ground) thud_model_set_ground(loaded->model, &signal);
    else scene_force(loaded, 1, &signal);
    thud_motion_free(motion);
    scene_run(loaded);
    scene_build(driven);
    ck_assert_int_eq(thud_simulation_start(driven->simulation, NULL), THUD_OK);
    for (int i = 1; i <= PIECES; i++) {
        thud_status status =
            of_ground ? thud_simulation_set_ground(driven->simulation, level(i), THUD_INPUT_RAMPED)
                      : thud_simulation_set_force(driven->simulation, body(1), level(i), THUD_INPUT_RAMPED);
        ck_assert_int_eq(status, THUD_OK);
        ck_assert_int_eq(thud_simulation_advance(driven->simulation, dt * i), THUD_OK);
    }
    const thud_summary *a = loaded->summary, *b = driven->summary;
    ck_assert_uint_gt(a->impacts, 5);
    ck_assert_uint_eq(a->impacts, b->impacts);
    /* contacts leave out 1e-11 in each of their steps, and a few dozen impacts magnify it */
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq_tol(a->bodies[i].final_displacement, b->bodies[i].final_displacement, 1e-9);
        ck_assert_double_eq_tol(a->bodies[i].max_velocity, b->bodies[i].max_velocity, 1e-9);
    }
    ck_assert_double_eq_tol(a->energy.input, b->energy.input, 1e-9 * a->energy.input);
    ck_assert_double_le(fabs(b->energy.residual), 1e-9);
    scene_close(loaded);
    scene_close(driven);
}

START_TEST(ramps_are_straight_lines) {
    check_ramps(false);
    check_ramps(true);
}
END_TEST

/* x = F t²/2m while it is held; a ramp from F to G over h adds F h²/2m + (G − F) h²/6m to what the speed does */
START_TEST(held_and_ramped_by_hand) {
    scene *s = scene_open(1);
    const double m = 4, f = 6, g = -2;
    thud_sample now;
    scene_body(s, m, 0, 0);
    scene_build(s);
    ck_assert_int_eq(thud_simulation_start(s->simulation, NULL), THUD_OK);
    thud_simulation_set_force(s->simulation, body(0), f, THUD_INPUT_HELD);
    thud_simulation_state(s->simulation, &now);
    ck_assert_double_eq_tol(now.acceleration[0], f / m, 1e-15); /* at once */
    thud_simulation_advance(s->simulation, 0.5);
    thud_simulation_advance(s->simulation, 1); /* it stays */
    thud_simulation_state(s->simulation, &now);
    ck_assert_double_eq_tol(now.displacement[0], f / m / 2, 1e-15);
    thud_simulation_set_force(s->simulation, body(0), g, THUD_INPUT_RAMPED);
    thud_simulation_state(s->simulation, &now);
    ck_assert_double_eq_tol(now.acceleration[0], f / m, 1e-15); /* not yet */
    thud_simulation_advance(s->simulation, 3);                  /* beyond the duration of the model */
    thud_simulation_state(s->simulation, &now);
    const double h = 2, x = f / m / 2, v = f / m;
    ck_assert_double_eq_tol(now.displacement[0], x + v * h + f * h * h / 2 / m + (g - f) * h * h / 6 / m, 1e-14);
    ck_assert_double_eq_tol(now.velocity[0], v + (f + g) / 2 * h / m, 1e-14);
    ck_assert_double_eq_tol(now.acceleration[0], g / m, 1e-15);
    thud_simulation_set_ground(s->simulation, 1, THUD_INPUT_HELD); /* absolute acceleration is that of the force */
    thud_simulation_state(s->simulation, &now);
    ck_assert_double_eq_tol(now.acceleration[0], g / m, 1e-14);
    thud_simulation_advance(s->simulation, 4);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_velocity, v + (f + g) / 2 * h / m + g / m - 1, 1e-14);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    scene_close(s);
}
END_TEST

/* a push below its friction holds a slider, one above it sets it out: x = (F − f) t²/2m */
START_TEST(a_force_against_friction) {
    scene *s = scene_open(1);
    thud_link link = {.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_FRICTION)};
    link.hysteresis.force = 3;
    scene_body(s, 2, 0, 0);
    scene_link(s, THUD_BODY_GROUND, 0, &link);
    scene_build(s);
    thud_simulation_start(s->simulation, NULL);
    thud_simulation_set_force(s->simulation, body(0), 2.9, THUD_INPUT_HELD);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 1), THUD_OK);
    ck_assert_double_eq(s->summary->bodies[0].max_displacement, 0);
    thud_simulation_set_force(s->simulation, body(0), 5, THUD_INPUT_HELD);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 2), THUD_OK);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_displacement, (5 - 3) / 2.0 / 2, 1e-14);
    scene_close(s);
}
END_TEST

/* ---- what the summary and an observer are told on the way ---- */

typedef struct told {
    size_t samples, impacts, stop_at;
    double last;
} told;

static bool hear_sample(void *context, const thud_sample *sample) {
    told *t = context;
    ck_assert(t->samples == 0 || sample->time > t->last);
    t->last = sample->time;
    return ++t->samples != t->stop_at;
}

static bool hear_impact(void *context, const thud_impact_entry *entry) {
    ck_assert(entry->ended);
    ++((told *)context)->impacts;
    return true;
}

/* an impact under way is in the summary, and in none twice; every sample is told once, those at cuts too */
START_TEST(the_way_there) {
    scene *s = oscillators(2, 0.001);
    thud_model_set_output(s->model, 0.01, false);
    scene_run(s);
    const size_t impacts = s->summary->impacts;
    const double impulse = s->summary->contacts[0].impulse;
    bool inside = false;
    told t = {0};
    const thud_observer observer = {.context = &t, .sample = hear_sample, .impact = hear_impact};
    ck_assert_int_eq(thud_simulation_start(s->simulation, &observer), THUD_OK);
    for (int i = 1; i <= 400; i++) {
        const size_t before = t.impacts;
        ck_assert_int_eq(thud_simulation_advance(s->simulation, i / 200.0), THUD_OK);
        ck_assert_double_eq(s->summary->duration, i / 200.0);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-9);
        inside = inside || s->summary->impacts > t.impacts;
        ck_assert_uint_ge(s->summary->impacts, before);
    }
    ck_assert(inside);
    ck_assert_uint_eq(s->summary->impacts, impacts);
    ck_assert_double_eq_tol(s->summary->contacts[0].impulse, impulse, 1e-9 * impulse);
    ck_assert_uint_eq(t.samples, 201);
    scene_close(s);
}
END_TEST

START_TEST(on_after_a_stop) {
    scene *s = oscillators(1, 0.01);
    thud_model_set_output(s->model, 0.01, false);
    scene_run(s);
    const double right = s->summary->bodies[0].final_displacement;
    told t = {.stop_at = 30};
    const thud_observer observer = {.context = &t, .sample = hear_sample};
    thud_simulation_start(s->simulation, &observer);
    thud_simulation_set_force(s->simulation, body(0), 1, THUD_INPUT_RAMPED);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 1), THUD_ERROR_STOPPED);
    ck_assert_int_eq(s->summary->error.status, THUD_ERROR_STOPPED);
    ck_assert_double_lt(s->summary->duration, 1);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 1), THUD_OK);
    ck_assert_int_eq(s->summary->error.status, THUD_OK);
    /* those of the step in which it was stopped are left out */
    ck_assert(t.samples > 30 && t.samples <= 101 && t.last == 1);

    /* another start knows nothing of that */
    thud_simulation_start(s->simulation, NULL);
    thud_simulation_advance(s->simulation, 1);
    ck_assert_double_eq(s->summary->bodies[0].final_displacement, right);
    scene_close(s);
}
END_TEST

START_TEST(two_side_by_side) {
    scene *s = oscillators(2, 0.01);
    thud_simulation *other;
    scene_build(s);
    thud_simulation_create(s->model, &other);
    thud_simulation_start(s->simulation, NULL);
    for (int i = 1; i <= 20; i++) thud_simulation_advance(s->simulation, 0.1 * i);
    const double alone = s->summary->bodies[1].final_velocity;
    thud_simulation_start(s->simulation, NULL);
    thud_simulation_start(other, NULL);
    for (int i = 1; i <= 20; i++) {
        thud_simulation_advance(s->simulation, 0.1 * i);
        thud_simulation_set_force(other, body(0), i, THUD_INPUT_HELD);
        thud_simulation_advance(other, 0.07 * i);
    }
    ck_assert_double_eq(s->summary->bodies[1].final_velocity, alone);
    thud_simulation_free(other);
    scene_close(s);
}
END_TEST

/* ---- bytes ---- */

START_TEST(bytes_that_are_none) {
    scene *s = oscillators(2, 0.01), *narrow = oscillators(2, 0.011);
    scene_build(s);
    scene_build(narrow);
    thud_simulation_start(s->simulation, NULL);
    thud_simulation_start(narrow->simulation, NULL);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 1), THUD_OK);
    const size_t size = thud_simulation_save_size(s->simulation);
    unsigned char *bytes = malloc(size);
    ck_assert_int_eq(thud_simulation_save(s->simulation, bytes, size - 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_save(s->simulation, bytes, size), THUD_OK);
    ck_assert_int_eq(thud_simulation_restore(narrow->simulation, bytes, size), THUD_ERROR_MISMATCH);
    for (size_t short_of = 1; short_of <= size; short_of++)
        ck_assert_int_eq(thud_simulation_restore(s->simulation, bytes, size - short_of), THUD_ERROR_SYNTAX);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x10;
        const thud_status status = thud_simulation_restore(s->simulation, bytes, size);
        ck_assert(status == THUD_ERROR_SYNTAX || status == THUD_ERROR_MISMATCH);
        bytes[i] ^= 0x10;
    }
    ck_assert_double_eq(s->summary->duration, 1); /* nothing has happened */
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 2), THUD_OK);
    const double right = s->summary->bodies[0].final_displacement;
    ck_assert_int_eq(thud_simulation_restore(s->simulation, bytes, size), THUD_OK);
    ck_assert_double_eq(s->summary->duration, 1);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 2), THUD_OK);
    ck_assert_double_eq(s->summary->bodies[0].final_displacement, right);
    free(bytes);
    scene_close(narrow);
    scene_close(s);
}
END_TEST

/* ---- wrong calls ---- */

/* in this state every call is an argument that is wrong */
static void check_idle(thud_simulation *simulation) {
    thud_sample now;
    char bytes[8];
    ck_assert_int_eq(thud_simulation_advance(simulation, 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_state(simulation, &now), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_set_force(simulation, body(0), 1, THUD_INPUT_HELD), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_set_ground(simulation, 1, THUD_INPUT_HELD), THUD_ERROR_ARGUMENT);
    ck_assert_uint_eq(thud_simulation_save_size(simulation), 0);
    ck_assert_int_eq(thud_simulation_save(simulation, bytes, 0), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_restore(simulation, bytes, sizeof bytes), THUD_ERROR_ARGUMENT);
}

START_TEST(no_run_under_way) {
    scene *s = oscillators(1, 0.01);
    scene_build(s);
    check_idle(s->simulation);
    thud_simulation_start(s->simulation, NULL);
    scene_try(s); /* a whole run ends it */
    check_idle(s->simulation);
    thud_simulation_start(s->simulation, NULL);
    const thud_gap_contact contact = scene_contact("gonthier", 0.02, 0.6, 1e6);
    ck_assert_int_eq(thud_simulation_set_contact(s->simulation, 0, &contact), THUD_OK);
    check_idle(s->simulation);
    thud_simulation_start(s->simulation, NULL);
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, NULL, NULL), THUD_OK);
    check_idle(s->simulation);
    scene_close(s);
}
END_TEST

START_TEST(wrong_arguments) {
    scene *s = oscillators(1, 0.01);
    thud_sample now;
    scene_build(s);
    thud_simulation *sim = s->simulation;
    ck_assert_int_eq(thud_simulation_start(sim, NULL), THUD_OK);
    ck_assert_int_eq(thud_simulation_advance(sim, 0.5), THUD_OK);
    const double wrong[] = {NAN, INFINITY, -INFINITY, 0.4, -1};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(thud_simulation_advance(sim, wrong[i]), THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(s->summary->duration, 0.5);
    ck_assert_int_eq(thud_simulation_advance(sim, 0.5), THUD_OK); /* nothing moves */
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(thud_simulation_set_force(sim, body(0), wrong[i], THUD_INPUT_HELD), THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(thud_simulation_set_ground(sim, wrong[i], THUD_INPUT_HELD), THUD_ERROR_ARGUMENT);
    }
    ck_assert_int_eq(thud_simulation_set_force(sim, body(2), 1, THUD_INPUT_HELD), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_set_force(sim, THUD_GROUND, 1, THUD_INPUT_HELD), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_set_force(sim, body(0), 1, (thud_input_kind)7), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_state(sim, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_state(sim, &now), THUD_OK);
    ck_assert_int_eq(thud_simulation_advance(sim, 1), THUD_OK);
    scene_close(s);
}
END_TEST

/* a run that has failed stays so, until another begins */
START_TEST(failures_stay) {
    scene *s = scene_open(1);
    scene_body(s, 1, 0, 1);
    thud_gap_contact c = scene_contact("gonthier", 0.1, 0.5, 1e6); /* e = 0 at the speed that it comes to */
    c.restitution_curve = (thud_restitution_curve){THUD_RESTITUTION_POWER, .a = 1, .b = 1, .least = 0};
    scene_touch(s, 0, THUD_BODY_GROUND, c);
    scene_build(s);
    thud_sample now;
    ck_assert_int_eq(thud_simulation_start(s->simulation, NULL), THUD_OK);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 0.05), THUD_OK);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(thud_simulation_advance(s->simulation, 1 + i), THUD_ERROR_UNREACHABLE);
    ck_assert_ptr_nonnull(strstr(s->summary->error.text, "contact0"));
    ck_assert_int_eq(thud_simulation_state(s->simulation, &now), THUD_ERROR_UNREACHABLE);
    ck_assert_int_eq(thud_simulation_start(s->simulation, NULL), THUD_OK);
    ck_assert_int_eq(thud_simulation_advance(s->simulation, 0.05), THUD_OK);
    scene_close(s);
}
END_TEST

/* time stepping has steps of its own */
START_TEST(not_for_moreau) {
    scene *s = scene_open(1);
    scene_touch(s, scene_body(s, 1, 0, 1), THUD_BODY_GROUND, scene_contact("newton", 0.01, 0.6, 0));
    scene_build(s);
    thud_run_options options = s->model->run;
    options.solver = THUD_SOLVER_MOREAU;
    options.solver_step = 1e-4;
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, &options, NULL), THUD_OK);
    ck_assert_int_eq(thud_simulation_start(s->simulation, NULL), THUD_ERROR_ARGUMENT);
    check_idle(s->simulation);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("stepping, call by call");
    tcase_add_test(tests, ramps_are_straight_lines);
    tcase_add_test(tests, held_and_ramped_by_hand);
    tcase_add_test(tests, a_force_against_friction);
    tcase_add_test(tests, the_way_there);
    tcase_add_test(tests, on_after_a_stop);
    tcase_add_test(tests, two_side_by_side);
    tcase_add_test(tests, bytes_that_are_none);
    tcase_add_test(tests, no_run_under_way);
    tcase_add_test(tests, wrong_arguments);
    tcase_add_test(tests, failures_stay);
    tcase_add_test(tests, not_for_moreau);
    return run_suite("stepping_calls", tests);
}
