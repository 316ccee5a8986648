/*
 * Steps of FMUs against closed forms: inputs that are held and ramped, parameters, steps of any size, early return
 * at events in FMI 3.0, and a ball that chatters to rest. Tolerances: rounding of a few operations.
 */
#include <string.h>

#include "fmu/importer.h"
#include "fmu/scenarios.h"
#include "suite.h"

static const double MASS = 4, FORCE = 10, H = 0.25, ROUNDING = 1e-14;
static const double FALL = 1, GRAVITY = 9.81, E = 0.5, BALL_MASS = 2;

/* s: when the ball strikes the floor for the first time, and when it rests: t₀ (1 + 2e + 2e² + …) */
static double first_impact(void) { return sqrt(2 * FALL / GRAVITY); }
static double comes_to_rest(void) { return first_impact() * (1 + E) / (1 - E); }

static fmu *load(const char *name, const char *text, int version) {
    const bool free_body = strcmp(name, "free") == 0;
    return fmu_load(&(fmu_recipe){.name = name,
                                  .scenario = text,
                                  .version = version,
                                  .inputs = free_body ? "ground,forces.mass" : "forces.*",
                                  .parameters = free_body ? "bodies.mass.mass,bodies.mass.velocity"
                                                          : "contacts.*.gap,contacts.floor.restitution"});
}

static void set_ramped_3(fmu *f, fmi3Instance i) {
    const fmi3ValueReference reference = fmu_reference(f, "inputs.ramped");
    const fmi3Boolean yes = true;
    ck_assert_int_eq(f->fmi3SetBoolean(i, &reference, 1, &yes, 1), fmi3OK);
}

/* ---- inputs ---- */

/* a force that is held: x = F t²/2m from where it was set; the ground's acceleration moves the body against it */
START_TEST(test_held_3) {
    fmu *f = load("free", FREE, 3);
    fmi3Instance i = fmu_begin_3(f);
    fmu_step_3(f, i, 0, H);
    ck_assert(fmu_get_3(f, i, "bodies.mass.displacement") == 0);
    fmu_set_3(f, i, "forces.mass", FORCE);
    assert_relative(fmu_get_3(f, i, "bodies.mass.acceleration"), FORCE / MASS, ROUNDING);
    fmu_step_3(f, i, H, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.displacement"), FORCE / MASS * H * H / 2, ROUNDING);
    fmu_set_3(f, i, "forces.mass", 0);
    fmu_set_3(f, i, "ground", 3);
    fmu_step_3(f, i, 2 * H, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.velocity"), FORCE / MASS * H - 3 * H, ROUNDING);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

START_TEST(test_held_2) {
    fmu *f = load("free", FREE, 2);
    fmi2Component c = fmu_begin_2(f);
    fmu_set_2(f, c, "forces.mass", FORCE);
    fmu_step_2(f, c, 0, H);
    assert_relative(fmu_get_2(f, c, "bodies.mass.displacement"), FORCE / MASS * H * H / 2, ROUNDING);
    f->fmi2FreeInstance(c);
    fmu_unload(f);
}
END_TEST

/* along a line from 0 to F during the step: x = F h²/6m, v = F h/2m; then it stays */
START_TEST(test_ramped) {
    fmu *f = load("free", FREE, 3);
    fmi3Instance i = fmu_make_3(f, false, false);
    set_ramped_3(f, i);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    fmu_set_3(f, i, "forces.mass", FORCE);
    ck_assert(fmu_get_3(f, i, "bodies.mass.acceleration") == 0);
    fmu_step_3(f, i, 0, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.displacement"), FORCE / MASS * H * H / 6, ROUNDING);
    assert_relative(fmu_get_3(f, i, "bodies.mass.velocity"), FORCE / MASS * H / 2, ROUNDING);
    fmu_step_3(f, i, H, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.velocity"), FORCE / MASS * H * 1.5, ROUNDING);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* an input that is set before the run is there from its beginning, ramped or not */
START_TEST(test_input_from_the_start) {
    fmu *f = load("free", FREE, 3);
    fmi3Instance i = fmu_make_3(f, false, false);
    set_ramped_3(f, i);
    fmu_set_3(f, i, "forces.mass", FORCE);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert(fmu_get_3(f, i, "bodies.mass.acceleration") == FORCE / MASS);
    fmu_set_3(f, i, "forces.mass", 2 * FORCE);
    ck_assert(fmu_get_3(f, i, "bodies.mass.acceleration") == 2 * FORCE / MASS);
    /* another mass makes another model, and the force is still there */
    fmu_set_3(f, i, "bodies.mass.mass", 8);
    ck_assert(fmu_get_3(f, i, "bodies.mass.acceleration") == 2 * FORCE / 8);
    fmu_set_3(f, i, "bodies.mass.mass", MASS);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    fmu_step_3(f, i, 0, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.displacement"), 2 * FORCE / MASS * H * H / 2, ROUNDING);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* FMI 2.0: a value and its derivative are a line during one step, u(τ) = u₀ + u̇ τ: v = (u₀ h + u̇ h²/2)/m. During
 * the next one the input stays where it is */
START_TEST(test_derivatives_of_inputs) {
    fmu *f = load("free", FREE, 2);
    fmi2Component c = fmu_begin_2(f);
    const fmi2ValueReference reference = fmu_reference(f, "forces.mass");
    const fmi2Integer order = 1;
    const fmi2Real slope = 8;
    /* whichever of the two is set first */
    if (_i == 0) fmu_set_2(f, c, "forces.mass", FORCE);
    ck_assert_int_eq(f->fmi2SetRealInputDerivatives(c, &reference, 1, &order, &slope), fmi2OK);
    if (_i == 1) fmu_set_2(f, c, "forces.mass", FORCE);
    fmu_step_2(f, c, 0, H);
    const double first = (FORCE * H + slope * H * H / 2) / MASS;
    assert_relative(fmu_get_2(f, c, "bodies.mass.velocity"), first, ROUNDING);
    ck_assert(fmu_get_2(f, c, "forces.mass") == FORCE + slope * H);
    fmu_step_2(f, c, H, H);
    assert_relative(fmu_get_2(f, c, "bodies.mass.velocity"), first + (FORCE + slope * H) * H / MASS, ROUNDING);
    f->fmi2FreeInstance(c);
    fmu_unload(f);
}
END_TEST

/* ---- parameters ---- */

START_TEST(test_parameters) {
    fmu *f = load("free", FREE, 3);
    fmi3Instance i = fmu_make_3(f, false, false);
    ck_assert(fmu_get_3(f, i, "bodies.mass.mass") == MASS);
    fmu_set_3(f, i, "bodies.mass.mass", 5);
    fmu_set_3(f, i, "start.bodies.mass.velocity", 0.5);
    fmu_set_3(f, i, "forces.mass", FORCE);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert(fmu_get_3(f, i, "bodies.mass.velocity") == 0.5);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    fmu_step_3(f, i, 0, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.velocity"), 0.5 + FORCE / 5 * H, ROUNDING);
    /* start values are there again */
    ck_assert_int_eq(f->fmi3Reset(i), fmi3OK);
    ck_assert(fmu_get_3(f, i, "bodies.mass.mass") == MASS && fmu_get_3(f, i, "forces.mass") == 0);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* what the scenario would refuse is refused with its words, and another value goes on */
START_TEST(test_bad_parameter) {
    fmu *f = load("ball", BALL, 3);
    fmi3Instance i = fmu_make_3(f, false, false);
    fmu_set_3(f, i, "contacts.floor.restitution", 1.5);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3Error);
    ck_assert_msg(strstr(fmu_said, "restitution") != NULL, "%s", fmu_said);
    fmu_set_3(f, i, "contacts.floor.restitution", 0.5);
    fmu_set_3(f, i, "contacts.floor.gap", 0.25);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    /* a quarter of the way is half the time */
    fmu_step_3(f, i, 0, first_impact() / 2 * (1 + 1e-9));
    ck_assert_int_eq(fmu_count_3(f, i, "contacts.floor.impacts"), 1);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* ---- a run that fails ---- */

/* the force is too much for a double: the step says so, and where it was; a state from before and a reset go on */
START_TEST(test_failure) {
    fmu *f = load("free", FREE, 3);
    fmi3Instance i = fmu_make_3(f, false, false);
    fmi3FMUState state = NULL;
    bool event, terminate, early;
    double reached, value;
    const fmi3ValueReference place = fmu_reference(f, "bodies.mass.displacement");
    fmu_set_3(f, i, "bodies.mass.mass", 1e-90);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    fmu_step_3(f, i, 0, H);
    ck_assert_int_eq(f->fmi3GetFMUState(i, &state), fmi3OK);
    fmu_set_3(f, i, "forces.mass", 1e300);
    fmu_errors = 0;
    ck_assert_int_eq(f->fmi3DoStep(i, H, H, true, &event, &terminate, &early, &reached), fmi3Error);
    ck_assert_msg(fmu_errors == 1 && strstr(fmu_said, "t = 0.25 s: "), "%s", fmu_said);
    ck_assert(reached == H && !early);
    ck_assert_int_eq(f->fmi3DoStep(i, H, H, true, &event, &terminate, &early, &reached), fmi3Error);
    ck_assert_int_eq(f->fmi3GetFloat64(i, &place, 1, &value, 1), fmi3Error);
    ck_assert_msg(f->fmi3SetFMUState(i, state) == fmi3OK, "%s", fmu_said);
    fmu_set_3(f, i, "forces.mass", 1e-90);
    fmu_step_3(f, i, H, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.velocity"), H, ROUNDING);
    ck_assert_int_eq(f->fmi3Reset(i), fmi3OK);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    fmu_set_3(f, i, "forces.mass", FORCE);
    fmu_step_3(f, i, 0, H);
    assert_relative(fmu_get_3(f, i, "bodies.mass.velocity"), FORCE / MASS * H, ROUNDING);
    ck_assert_int_eq(f->fmi3FreeFMUState(i, &state), fmi3OK);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* ---- a ball that chatters ---- */

/* at rest: a velocity below the rounding of that of the fall, its weight on the floor, and the time that it rests
 */
static void check_rest(double x, double v, double force, double time, double stick_time) {
    assert_relative(x, FALL, ROUNDING);
    ck_assert_msg(fabs(v) <= 1e-16 * GRAVITY * first_impact(), "%g", v);
    assert_relative(force, BALL_MASS * GRAVITY, ROUNDING);
    assert_relative(stick_time, time - comes_to_rest(), 1e-12);
}

START_TEST(test_chatter_3) {
    static const double steps[] = {0.001, 0.1, 2};
    fmu *f = load("ball", BALL, 3);
    fmi3Instance i = fmu_begin_3(f);
    const double step = steps[_i];
    for (int k = 0; k < (int)lround(2 / step); k++) fmu_step_3(f, i, step * k, step);
    check_rest(fmu_get_3(f, i, "bodies.ball.displacement"), fmu_get_3(f, i, "bodies.ball.velocity"),
               fmu_get_3(f, i, "contacts.floor.force"), 2, fmu_get_3(f, i, "contacts.floor.stick_time"));
    /* it stays there, and a force beyond its weight lifts it */
    fmu_set_3(f, i, "forces.ball", -3 * BALL_MASS * GRAVITY);
    fmu_step_3(f, i, 2, 0.1);
    assert_relative(fmu_get_3(f, i, "bodies.ball.velocity"), -2 * GRAVITY * 0.1, 1e-13);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

START_TEST(test_chatter_2) {
    fmu *f = load("ball", BALL, 2);
    fmi2Component c = fmu_begin_2(f);
    for (int k = 0; k < 200; k++) fmu_step_2(f, c, 0.01 * k, 0.01);
    check_rest(fmu_get_2(f, c, "bodies.ball.displacement"), fmu_get_2(f, c, "bodies.ball.velocity"),
               fmu_get_2(f, c, "contacts.floor.force"), 2, fmu_get_2(f, c, "contacts.floor.stick_time"));
    f->fmi2FreeInstance(c);
    fmu_unload(f);
}
END_TEST

/* ---- early return ---- */

/* the first impacts end steps when they happen, t₀ (1 + 2e + … + 2eⁿ⁻¹), and the ball comes to rest in finitely
 * many */
START_TEST(test_early_return) {
    fmu *f = load("ball", BALL, 3);
    const bool event_mode = _i == 0;
    fmi3Instance i = fmu_make_3(f, event_mode, true);
    bool event, terminate, early, flag[5];
    double reached, next, expected = first_impact(), bounce = 2 * E * expected, time = 0;
    int returns = 0;
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, true, 2), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    if (event_mode) ck_assert_int_eq(f->fmi3EnterStepMode(i), fmi3OK);
    while (time < 2) {
        ck_assert_int_eq(f->fmi3DoStep(i, time, 2 - time, true, &event, &terminate, &early, &reached), fmi3OK);
        ck_assert(!terminate && reached > time && early == (reached < 2));
        if (event_mode) ck_assert(event == early);
        else ck_assert(!event);
        if (returns < 5) {
            assert_relative(reached, expected, 1e-13);
            ck_assert_int_eq(fmu_count_3(f, i, "contacts.floor.impacts"), returns + 1);
            /* what holds from now on: it rises again */
            assert_relative(fmu_get_3(f, i, "bodies.ball.velocity"), -GRAVITY * bounce / 2, 1e-12);
            ck_assert(fmu_get_3(f, i, "time") == reached);
        }
        expected += bounce;
        bounce *= E;
        time = reached;
        returns += early;
        ck_assert_int_lt(returns, 1000);
        if (!event_mode || !early) continue;
        ck_assert_int_eq(f->fmi3EnterEventMode(i), fmi3OK);
        ck_assert_int_eq(f->fmi3UpdateDiscreteStates(i, flag, flag + 1, flag + 2, flag + 3, flag + 4, &next),
                         fmi3OK);
        ck_assert(!flag[0] && !flag[1] && !flag[2] && !flag[3] && !flag[4]);
        ck_assert_int_eq(f->fmi3EnterStepMode(i), fmi3OK);
    }
    ck_assert_int_ge(returns, 6);
    check_rest(fmu_get_3(f, i, "bodies.ball.displacement"), fmu_get_3(f, i, "bodies.ball.velocity"),
               fmu_get_3(f, i, "contacts.floor.force"), 2, fmu_get_3(f, i, "contacts.floor.stick_time"));
    ck_assert_int_eq(f->fmi3Terminate(i), fmi3OK);
    ck_assert(fabs(fmu_get_3(f, i, "bodies.ball.velocity")) < 1e-16);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* a ramp that an event cuts in two is one line all the same: at the end of the step the force is F, and the
 * velocity is that of a run without the cut. The ball flies, is struck once, and flies on */
START_TEST(test_ramp_across_an_event) {
    fmu *f = load("ball", BALL, 3);
    double v[2];
    for (int early_return = 0; early_return < 2; early_return++) {
        fmi3Instance i = fmu_make_3(f, false, early_return);
        bool event, terminate, early;
        double time = 0, reached;
        int returns = 0;
        set_ramped_3(f, i);
        ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
        ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
        fmu_set_3(f, i, "forces.ball", 5);
        while (time < 0.6) {
            ck_assert_int_eq(f->fmi3DoStep(i, time, 0.6 - time, true, &event, &terminate, &early, &reached),
                             fmi3OK);
            time = reached;
            returns += early;
        }
        ck_assert_int_eq(returns, early_return);
        assert_relative(fmu_get_3(f, i, "bodies.ball.acceleration"), GRAVITY + 5 / BALL_MASS, ROUNDING);
        v[early_return] = fmu_get_3(f, i, "bodies.ball.velocity");
        f->fmi3FreeInstance(i);
    }
    assert_relative(v[1], v[0], 1e-13);
    fmu_unload(f);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_steps");
    tcase_add_test(tests, test_held_3);
    tcase_add_test(tests, test_held_2);
    tcase_add_test(tests, test_ramped);
    tcase_add_test(tests, test_input_from_the_start);
    tcase_add_loop_test(tests, test_derivatives_of_inputs, 0, 2);
    tcase_add_test(tests, test_parameters);
    tcase_add_test(tests, test_bad_parameter);
    tcase_add_test(tests, test_failure);
    tcase_add_loop_test(tests, test_chatter_3, 0, 3);
    tcase_add_test(tests, test_chatter_2);
    tcase_add_loop_test(tests, test_early_return, 0, 2);
    tcase_add_test(tests, test_ramp_across_an_event);
    return run_suite("fmu_steps", tests);
}
