/*
 * Scenarios that nobody would run, or somebody will: a right answer or a clear stop, never a hang, never a number
 * that is none.
 */
#include "simulate/scene.h"
#include "simulate/state.h"

static void check_numbers(const scene *s) {
    const thud_summary *m = s->summary;
    for (size_t i = 0; i < m->body_count; i++) {
        const thud_body_summary *b = &m->bodies[i];
        ck_assert(isfinite(b->max_displacement) && isfinite(b->max_velocity) && isfinite(b->max_acceleration));
        ck_assert(isfinite(b->final_displacement) && isfinite(b->final_velocity));
    }
    for (size_t i = 0; i < m->contact_count; i++) {
        const thud_contact_summary *c = &m->contacts[i];
        ck_assert(isfinite(c->max_force) && isfinite(c->max_penetration) && isfinite(c->impulse));
        ck_assert(isfinite(c->energy_lost) && isfinite(c->stick_time));
    }
    ck_assert(isfinite(m->energy.input) && isfinite(m->energy.stored) && isfinite(m->energy.residual));
    ck_assert(isfinite(m->energy.impact) && isfinite(m->energy.dissipated) && isfinite(m->duration));
}

/* either it is done, or it says where and why, in one line */
static void check_answer(const scene *s) {
    check_numbers(s);
    if (s->status == THUD_OK) {
        ck_assert_str_eq(s->summary->error.text, "");
        return;
    }
    ck_assert_ptr_nonnull(strstr(s->summary->error.text, "at "));
    ck_assert_ptr_null(strchr(s->summary->error.text, '\n'));
    ck_assert_double_le(s->summary->duration, thud_model_duration(s->model));
}

START_TEST(test_no_time_at_all) {
    scene *s = scene_open(0);
    thud_body ball = scene_body(s, 1, 0, 1);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("hertz", 0, 1, 1e5));
    thud_error problem;
    if (thud_model_build(s->model, &problem) == THUD_OK) { /* it may as well be refused */
        ck_assert_int_eq(thud_simulation_create(s->model, &s->simulation), THUD_OK);
        s->summary = thud_simulation_summary(s->simulation);
        scene_try(s);
        ck_assert_int_eq(s->status, THUD_OK);
        check_numbers(s);
        ck_assert(s->summary->duration == 0 && s->summary->bodies[0].final_velocity == 1);
    } else ck_assert_str_ne(problem.text, "");
    scene_close(s);
}
END_TEST

/* 1e9 s of a ball that has come to rest, and of one that flies for ever */
START_TEST(test_thirty_years) {
    scene *s = scene_open(1e9);
    thud_body ball = scene_body(s, 1, 0, 0), other = scene_body(s, 1, 0, 3);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", 1, 0.5, 0));
    thud_model_set_gravity(s->model, 9.81);
    scene_force(s, other, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = -9.81});
    scene_run(s);
    check_numbers(s);
    assert_relative(s->summary->contacts[0].stick_time, 1e9, 1e-8);
    assert_relative(s->summary->bodies[0].final_displacement, 1, 1e-14);
    assert_relative(s->summary->bodies[1].final_displacement, 3e9, 1e-12);
    scene_close(s);
}
END_TEST

/* a swing of 1 s for 1e9 s: right, or stopped by the limit of steps with what it had */
START_TEST(test_too_many_steps) {
    scene *s = scene_open(1e9);
    thud_body body = scene_body(s, 1, -0.1, 0);
    scene_spring(s, THUD_BODY_GROUND, body, 40, 0);
    scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", 0.05, 1, 0));
    scene_build(s);
    s->simulation->motion.step_limit = 200000; /* the limit itself, 1e8, takes a minute */
    scene_try(s);
    ck_assert_int_eq(s->status, THUD_ERROR_PROGRESS);
    check_answer(s);
    ck_assert_double_gt(s->summary->duration, 1000);
    ck_assert_uint_gt(s->summary->impacts, 1000);
    scene_close(s);
}
END_TEST

/* Zhao and Liu's rule at e = 1e-4: 2e7 times critical. The ball sinks as fast as its weight presses it through the
 * damper, c δ^(1/4) δ̇ = m g − k δ^(3/2), and the run says that it will not see the end of it. */
START_TEST(test_creeping) {
    const double e = 1e-4, k = 1e6, g = 9.81, damping = 2 * sqrt(5) * (1 - e * e) / (10 * e * e) * sqrt(k);
    scene *s = scene_open(2);
    thud_body ball = scene_body(s, 1, 0, 0);
    thud_gap_contact c = scene_contact("zhao-liu", 1, e, k);
    c.damping = THUD_DAMPING_PUBLISHED;
    scene_touch(s, ball, THUD_BODY_GROUND, c);
    thud_model_set_gravity(s->model, g);
    scene_build(s);
    s->simulation->motion.pace_steps = 1 << 14; /* 200,000 take seconds */
    scene_try(s);
    check_answer(s);
    ck_assert_int_eq(s->status, THUD_ERROR_PROGRESS);
    /* ζ = ξ/√(3/2), two digits of which are shown */
    ck_assert_msg(strstr(s->summary->error.text, "creeps under 1.8e+07 times"), "%s", s->summary->error.text);
    ck_assert_uint_eq(s->summary->impacts, 1);
    double depth = s->summary->bodies[0].final_displacement - 1;
    /* m δ̈ is left out: 1e-9 of m g; the depth, 1e-7 m at 1 m, has 9 digits */
    assert_relative(s->summary->bodies[0].final_velocity, (g - k * pow(depth, 1.5)) / (damping * pow(depth, 0.25)),
                    1e-7);
    scene_close(s);
}
END_TEST

START_TEST(test_stiff_as_nothing_is) {
    const char *laws[] = {"linear", "hertz",          "flores",         "poursina-nikravesh",
                          "tsuji",  "jankowski-2006", "valles-reinhorn"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        double e = i < 2 ? 1 : 0.5;
        scene *s = scene_open(2);
        thud_body ball = scene_body(s, 1, 0, 1);
        thud_gap_contact c = scene_contact(laws[i], 1, e, 1e20);
        if (i > 1) c.damping = THUD_DAMPING_EXACT;
        scene_touch(s, ball, THUD_BODY_GROUND, c);
        scene_try(s);
        check_answer(s);
        /* contacts of 1e-8 s and less, 1e-8 m deep at 1 m: the digits that are left do */
        ck_assert_msg(s->status == THUD_OK, "%s: %s", laws[i], s->summary->error.text);
        ck_assert_msg(fabs(s->entries[0].restitution - e) <= 1e-3, "%s: %g", laws[i], s->entries[0].restitution);
        scene_close(s);
    }
}
END_TEST

START_TEST(test_fly_and_lorry) {
    const char *laws[] = {"newton", "poisson", "hertz", "flores", "poursina-nikravesh", "kelvin-voigt"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        scene *s = scene_open(1);
        thud_body fly = scene_body(s, 1e-6, 0, 0), lorry = scene_body(s, 1e6, 0, 20);
        double e = i == 2 ? 1 : 0.4;
        thud_gap_contact c = scene_contact(laws[i], 1, e, i < 2 ? 0 : 1e4);
        if (i > 2) c.damping = THUD_DAMPING_EXACT;
        scene_touch(s, lorry, fly, c);
        scene_run(s);
        check_numbers(s);
        assert_relative(s->summary->bodies[fly].final_velocity, 20 * (1 + e), 1e-6);
        assert_relative(s->summary->bodies[lorry].final_velocity, 20, 1e-11);
        scene_close(s);
    }
}
END_TEST

START_TEST(test_hardly_any_restitution) {
    const char *laws[] = {"newton",       "poisson",        "khatiwada",      "poursina-nikravesh",
                          "kelvin-voigt", "jankowski-2006", "valles-reinhorn"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        scene *s = scene_open(3);
        thud_body ball = scene_body(s, 1, 0, 1);
        thud_gap_contact c = scene_contact(laws[i], 0.1, 1e-4, i < 2 ? 0 : 1e5);
        if (i > 1 && i < 6) c.damping = THUD_DAMPING_EXACT;
        scene_touch(s, ball, THUD_BODY_GROUND, c);
        scene_run(s);
        check_numbers(s);
        /* a penetration, and with it e, to the tolerance of 1e-9 of the approach; ten times that */
        ck_assert_double_le(fabs(s->entries[0].restitution - 1e-4), 1e-8);
        scene_close(s);
    }
}
END_TEST

START_TEST(test_gap_without_end) {
    scene *s = scene_open(10);
    thud_body ball = scene_body(s, 1, 0, 1);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", INFINITY, 0.5, 0));
    scene_touch(s, THUD_BODY_GROUND, ball, scene_contact("hertz", INFINITY, 1, 1e5));
    scene_run(s);
    check_numbers(s);
    assert_relative(s->summary->bodies[0].final_displacement, 10, 1e-15);
    ck_assert_uint_eq(s->summary->solver.events, 0);
    scene_close(s);
}
END_TEST

/* a thousand in a row, each struck in turn: the blow arrives at the other end, and nothing is lost on the way */
START_TEST(test_thousand_in_a_row) {
    enum { COUNT = 1000 };
    scene *s = scene_open(12);
    for (int i = 0; i < COUNT; i++) scene_body(s, 1, 0, i == 0 ? 1 : 0);
    for (int i = 0; i + 1 < COUNT; i++) scene_touch(s, i, i + 1, scene_contact("newton", 0.01, 1, 0));
    scene_run(s);
    check_numbers(s);
    ck_assert_uint_eq(s->summary->impacts, COUNT - 1);
    assert_relative(s->summary->bodies[COUNT - 1].final_velocity, 1, 1e-12); /* an eps for each impact */
    scene_close(s);
}
END_TEST

/* the same without gaps: more contacts at once than there is room for is said so */
START_TEST(test_thousand_without_gaps) {
    enum { COUNT = 1000 };
    scene *s = scene_open(1);
    for (int i = 0; i < COUNT; i++) scene_body(s, 1, i == 0 ? -0.1 : 0, i == 0 ? 1 : 0);
    for (int i = 0; i + 1 < COUNT; i++) scene_touch(s, i, i + 1, scene_contact("newton", 0, 1, 0));
    scene_try(s);
    check_answer(s);
    if (s->status != THUD_OK) ck_assert_ptr_nonnull(strstr(s->summary->error.text, "too many"));
    scene_close(s);
}
END_TEST

START_TEST(test_hundred_thousand_contacts) {
    enum { COUNT = 100000 };
    scene *s = scene_open(1);
    thud_body ball = scene_body(s, 1, 0, 1);
    for (int i = 0; i < COUNT; i++)
        scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", 0.5 + 1e-3 * i, 0.5, 0));
    scene_run(s);
    check_numbers(s);
    ck_assert_uint_eq(s->summary->impacts, 1);
    assert_relative(s->summary->bodies[0].final_velocity, -0.5, 1e-15);
    scene_close(s);
}
END_TEST

START_TEST(test_links_of_nothing) {
    scene *s = scene_open(2);
    thud_body a = scene_body(s, 1, 0, 1), b = scene_body(s, 1, 0, 0);
    scene_spring(s, a, b, 0, 0);
    scene_spring(s, THUD_BODY_GROUND, b, 0, 0);
    thud_model_set_modal_damping(s->model, 0.05);
    scene_run(s);
    check_numbers(s);
    assert_relative(s->summary->bodies[0].final_displacement, 2, 1e-15);
    ck_assert(s->summary->bodies[1].final_displacement == 0);
    scene_close(s);
}
END_TEST

/* chatter that never ends: an elastic ball that is pressed on the floor, at heights down to nothing */
START_TEST(test_elastic_chatter) {
    for (double height = 1e-2; height > 1e-9; height /= 100) {
        double fall = sqrt(2 * height / 9.81), duration = 200 * fall;
        scene *s = scene_open(duration);
        thud_body ball = scene_body(s, 1, 0, 0);
        scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", height, 1, 0));
        thud_model_set_gravity(s->model, 9.81);
        thud_model_set_impact_threshold(s->model, 0);
        scene_run(s);
        check_numbers(s);
        ck_assert_uint_eq(s->summary->impacts, 100);
        scene_close(s);
    }
}
END_TEST

/* an overlap at the start, where the model allows it */
START_TEST(test_overlap) {
    scene *s = scene_open(1);
    thud_body ball = scene_body(s, 1, 0, 0);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("hertz", -0.01, 1, 1e5));
    thud_error problem = {0};
    if (thud_model_build(s->model, &problem) == THUD_OK) {
        ck_assert_int_eq(thud_simulation_create(s->model, &s->simulation), THUD_OK);
        s->summary = thud_simulation_summary(s->simulation);
        scene_try(s);
        check_answer(s);
    } else ck_assert_str_ne(problem.text, "");
    scene_close(s);
}
END_TEST

/* a contact that never lets go of itself: overdamped, separation at δ = 0 */
START_TEST(test_overdamped) {
    scene *s = scene_open(100);
    thud_body ball = scene_body(s, 1, 0, 1);
    thud_gap_contact c = scene_contact("kelvin-voigt", 0.1, 0.5, 100);
    c.damping = THUD_DAMPING_GIVEN;
    c.damping_value = 200;
    scene_touch(s, ball, THUD_BODY_GROUND, c);
    scene_run(s);
    check_numbers(s);
    ck_assert_uint_eq(s->count, 1);
    ck_assert(!s->entries[0].ended);
    scene_close(s);
}
END_TEST

/*
 * A weight on a ball that it strikes without loss, the ball on a damped contact: what the damper takes makes the
 * impacts smaller and more frequent by the same factor every while, without end. It is told, and what to do.
 */
START_TEST(test_chatter_without_end) {
    scene *s = scene_open(10);
    thud_body weight = scene_body(s, 48, -0.001, 0), ball = scene_body(s, 1.8, 0, 0);
    scene_touch(s, weight, ball, scene_contact("newton", 0, 1, 0));
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("lee-wang", 0, 0.5, 4e5));
    thud_model_set_gravity(s->model, 9.81);
    scene_build(s);
    s->simulation->motion.step_limit = 1000000; /* a hundredth of what there is, so that the test takes no minute */
    s->simulation->motion.pace_steps = 2000;
    scene_try(s);
    ck_assert_int_eq(s->status, THUD_ERROR_PROGRESS);
    ck_assert_ptr_nonnull(strstr(s->summary->error.text, "contact 'contact0'"));
    ck_assert_ptr_nonnull(strstr(s->summary->error.text, "restitution below 1"));
    ck_assert_uint_lt(s->summary->solver.steps, 500000);
    check_numbers(s);
    scene_close(s);
    /* as it says: with a little loss it comes to rest */
    s = scene_open(10);
    weight = scene_body(s, 48, -0.001, 0), ball = scene_body(s, 1.8, 0, 0);
    scene_touch(s, weight, ball, scene_contact("newton", 0, 0.95, 0));
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("lee-wang", 0, 0.5, 4e5));
    thud_model_set_gravity(s->model, 9.81);
    scene_run(s);
    ck_assert_double_gt(s->summary->contacts[0].stick_time, 5);
    scene_close(s);
}
END_TEST

/* swings of a microsecond for years, and a dashpot that no step is short enough for: told within a moment */
START_TEST(test_more_steps_than_there_are) {
    for (int i = 0; i < 2; i++) {
        scene *s = scene_open(1e6);
        thud_body body = scene_body(s, 1, 0, 1);
        scene_spring(s, THUD_BODY_GROUND, body, i == 0 ? 1e12 : 1, i == 0 ? 0 : 1e12);
        scene_build(s);
        s->simulation->motion.pace_steps = 2000;
        scene_try(s);
        ck_assert_int_eq(s->status, THUD_ERROR_PROGRESS);
        ck_assert_ptr_nonnull(strstr(s->summary->error.text, "duration too long"));
        ck_assert_uint_eq(s->summary->solver.steps, 2000);
        scene_close(s);
    }
}
END_TEST

/* a call that cannot be meant says so, and changes nothing */
START_TEST(test_calls_that_are_refused) {
    scene *s = scene_open(1);
    scene_body(s, 1, 0, 1);
    scene_touch(s, 0, THUD_BODY_GROUND, scene_contact("flores", 0.1, 0.5, 1e6));
    thud_simulation *none = NULL;
    ck_assert_int_eq(thud_simulation_create(s->model, &none), THUD_ERROR_ARGUMENT); /* not built */
    ck_assert_int_eq(thud_simulation_create(NULL, &none), THUD_ERROR_ARGUMENT);
    scene_run(s);
    const thud_body_summary before = s->summary->bodies[0];
    ck_assert_int_eq(thud_simulation_create(s->model, NULL), THUD_ERROR_ARGUMENT);
    thud_gap_contact wrong[] = {scene_contact("flores", 0.1, 0.5, 1e6), scene_contact("flores", 0.1, 0.5, 1e6)};
    ck_assert_int_eq(thud_simulation_set_contact(s->simulation, 1, &wrong[0]), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_set_contact(s->simulation, 0, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_simulation_set_contact(NULL, 0, &wrong[0]), THUD_ERROR_ARGUMENT);
    wrong[0].law = NULL;
    wrong[1].restitution = 1.5;
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(thud_simulation_set_contact(s->simulation, 0, &wrong[i]), THUD_ERROR_ARGUMENT);
    thud_run_options options = thud_model_run_options(s->model);
    options.tolerance = -1;
    thud_error error = {0};
    ck_assert_int_ne(thud_simulation_set_options(s->simulation, &options, &error), THUD_OK);
    ck_assert_str_ne(error.text, "");
    ck_assert_int_ne(thud_simulation_set_options(NULL, &options, NULL), THUD_OK);
    scene_run(s);
    ck_assert_int_eq(memcmp(&before, &s->summary->bodies[0], sizeof before), 0);

    /* other options, and those of the model again */
    options = thud_model_run_options(s->model);
    options.duration = 0.05;
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, &options, NULL), THUD_OK);
    scene_run(s);
    ck_assert_double_eq(s->summary->duration, 0.05);
    ck_assert_int_eq(thud_simulation_set_options(s->simulation, NULL, NULL), THUD_OK);
    scene_run(s);
    ck_assert_int_eq(memcmp(&before, &s->summary->bodies[0], sizeof before), 0);
    scene_close(s);
}
END_TEST

static void stops_with(scene *s, thud_status status, const char *text) {
    scene_try(s);
    check_answer(s);
    ck_assert_int_eq(s->status, status);
    ck_assert_msg(strstr(s->summary->error.text, text), "'%s' instead of '%s'", s->summary->error.text, text);
    scene_close(s);
}

/* a body with so many stops at its side */
static scene *crowd(int count, const char *law, double velocity) {
    scene *s = scene_open(1);
    thud_body body = scene_body(s, 1, 0, velocity);
    const double stiffness = strcmp(law, "newton") == 0 ? 0 : 1e3;
    for (int i = 0; i < count; i++) scene_touch(s, body, THUD_BODY_GROUND, scene_contact(law, 0, 0.5, stiffness));
    return s;
}

/* more contacts than there is room for: 4096 with a force, 256 rigid ones, in an impact or at rest; with friction
 * as without */
START_TEST(test_too_many_contacts) {
    const thud_link rubs = {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 1}};
    stops_with(crowd(4097, "kelvin-voigt", 1), THUD_ERROR_STEPS, "too many contacts are closed at once");
    stops_with(crowd(257, "newton", 1), THUD_ERROR_STEPS, "too many contacts are closed at once");
    scene *stepped = crowd(257, "newton", 0);
    thud_model_set_solver(stepped->model, THUD_SOLVER_MOREAU, 1e-3);
    stops_with(stepped, THUD_ERROR_STEPS, thud_status_text(THUD_ERROR_STEPS));
    for (int friction = 0; friction < 2; friction++) {
        scene *at_rest = crowd(257, "newton", 0), *beside = crowd(4096, "kelvin-voigt", 1);
        thud_body other = scene_body(beside, 1, 0, 0);
        scene_touch(beside, other, THUD_BODY_GROUND, scene_contact("newton", 0, 0.5, 0));
        if (friction) scene_link(at_rest, THUD_BODY_GROUND, 0, &rubs);
        if (friction) scene_link(beside, THUD_BODY_GROUND, other, &rubs);
        stops_with(at_rest, THUD_ERROR_STEPS, "too many contacts stick at once");
        stops_with(beside, THUD_ERROR_STEPS, "too many contacts stick at once");
    }
}
END_TEST

/* a plate that comes, with a speed or from rest, at once or later, to a body that has a wall behind it: nothing
 * rigid gets out of the way, and that is said when it happens */
START_TEST(test_closed_in) {
    const thud_link rubs = {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 1}};
    for (int i = 0; i < 6; i++) {
        const bool friction = i % 2, moving = i / 2 == 0;
        const double start = i / 2 == 2 ? 0.2 : 0;
        thud_support plate = {.velocity = 1, .displacement = -0.1};
        if (!moving)
            plate = (thud_support){.acceleration = {.kind = THUD_SIGNAL_STEP, .amplitude = 1, .start = start}};
        scene *s = scene_open(1);
        thud_body left = thud_model_add_support(s->model, NULL, &plate).number, body = scene_body(s, 2, 0, 0);
        scene_touch(s, left, body, scene_contact("newton", 0, 0.5, 0));
        scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", 0, 0.5, 0));
        if (friction) scene_link(s, THUD_BODY_GROUND, body, &rubs);
        stops_with(s, moving ? THUD_ERROR_ACCURACY : THUD_ERROR_STEPS,
                   moving      ? "at 0.1 s, contact 'contact0': the impulses of this impact cannot be found"
                   : start > 0 ? "at 0.2 s: no way is left between rigid contacts"
                               : "at 0 s: no way is left between rigid contacts");
    }
}
END_TEST

/* a plate and a wall with a body between them, all at rest: when the plate leaves, its contact ends, whichever of
 * the two was taken to hold the body, and that with the wall does not */
START_TEST(test_left_by_a_plate) {
    for (int order = 0; order < 2; order++) {
        scene *s = scene_open(1);
        thud_support moved = {.acceleration = {.kind = THUD_SIGNAL_STEP, .amplitude = -1, .start = 0.2}};
        thud_body plate = thud_model_add_support(s->model, NULL, &moved).number, body = scene_body(s, 2, 0, 0);
        for (int i = 0; i < 2; i++)
            scene_touch(s, i == order ? plate : body, i == order ? body : THUD_BODY_GROUND,
                        scene_contact("newton", 0, 0.5, 0));
        scene_run(s);
        ck_assert_double_eq_tol(s->summary->contacts[order].stick_time, 0.2, 1e-12); /* some roundings of times */
        ck_assert_double_eq_tol(s->summary->contacts[1 - order].stick_time, 1, 1e-12);
        ck_assert(s->summary->bodies[0].final_displacement == 0);
        assert_relative(s->summary->supports[0].final_displacement, -0.5 * 0.8 * 0.8, 1e-13);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("hostile");
    tcase_add_test(tests, test_no_time_at_all);
    tcase_add_test(tests, test_thirty_years);
    tcase_add_test(tests, test_too_many_steps);
    tcase_add_test(tests, test_creeping);
    tcase_add_test(tests, test_stiff_as_nothing_is);
    tcase_add_test(tests, test_fly_and_lorry);
    tcase_add_test(tests, test_hardly_any_restitution);
    tcase_add_test(tests, test_gap_without_end);
    tcase_add_test(tests, test_thousand_in_a_row);
    tcase_add_test(tests, test_thousand_without_gaps);
    tcase_add_test(tests, test_hundred_thousand_contacts);
    tcase_add_test(tests, test_links_of_nothing);
    tcase_add_test(tests, test_elastic_chatter);
    tcase_add_test(tests, test_chatter_without_end);
    tcase_add_test(tests, test_more_steps_than_there_are);
    tcase_add_test(tests, test_overlap);
    tcase_add_test(tests, test_overdamped);
    tcase_add_test(tests, test_calls_that_are_refused);
    tcase_add_test(tests, test_too_many_contacts);
    tcase_add_test(tests, test_closed_in);
    tcase_add_test(tests, test_left_by_a_plate);
    return run_suite("hostile", tests);
}
