/*
 * Model exchange: an integrator of our own steps FMUs of both versions from event to event, and comes to what their
 * co-simulation comes to. With the classical Runge–Kutta method its error falls as h⁴ where forces are smooth
 * between events; an event that was missed, or a kink that is none, would leave h¹ or h².
 */
#include <string.h>

#include <thud/scenario.h>
#include <thud/simulate.h>

#include "fmu/integrator.h"

/* laws whose forces set in as δ^1.5: the order is that of the kink at δ = 0 */
#define HERTZIAN                                                                                                   \
    "bodies: {ball: {mass: 1}}\n"                                                                                  \
    "gravity: 9.81\n"                                                                                              \
    "contacts: [{name: floor, left: ball, right: ground, gap: 0.2, model: flores, stiffness: 1e5, restitution: "   \
    "0.6}]\n"                                                                                                      \
    "tolerance: 1e-14\n"                                                                                           \
    "duration: 1\n"

/* ---- tests ---- */

/* what co-simulation comes to: x and v of all bodies */
static void run_whole(const char *name, const char *text, const char *const *bodies, size_t count,
                      const char *input, double force, double until, double *y) {
    fmu *f = load_kind(name, text, 3, false);
    fmi3Instance i = fmu_make_3(f, false, false);
    if (input) fmu_set_3(f, i, input, force);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    fmu_step_3(f, i, 0, until);
    for (size_t k = 0; k < count; k++) {
        char variable[100];
        snprintf(variable, sizeof variable, "bodies.%s.displacement", bodies[k]);
        y[2 * k] = fmu_get_3(f, i, variable);
        snprintf(variable, sizeof variable, "bodies.%s.velocity", bodies[k]);
        y[2 * k + 1] = fmu_get_3(f, i, variable);
    }
    ck_assert_int_ge(fmu_count_3(f, i, "impacts"), 3);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}

static double error_of(const importer *m, const double *exact) {
    double error = 0;
    for (size_t k = 0; k < m->n; k++) error = fmax(error, fabs(m->y[k] - exact[k]));
    return error;
}

START_TEST(test_order) {
    static const char *const bodies[] = {"a", "b"};
    const bool old = _i == 0;
    double exact[4], errors[2];
    run_whole("smooth", SMOOTH, bodies, 2, "forces.a", 7, 1.5, exact);
    fmu *f = load_kind("smooth", SMOOTH, old ? 2 : 3, true);
    for (int k = 0; k < 2; k++) {
        importer m = begin(f, old, "forces.a", 7);
        ck_assert_uint_eq(m.n, 4);
        ck_assert_uint_eq(m.z, 9);
        go(&m, 1.5, k == 0 ? 4e-4 : 2e-4);
        errors[k] = error_of(&m, exact);
        ck_assert_int_ge(m.events, 15);
        end(&m);
    }
    /* 2⁴ = 16, with what the steps that events cut short make of it */
    ck_assert_msg(errors[0] / errors[1] > 12 && errors[0] / errors[1] < 21, "%g %g", errors[0], errors[1]);
    ck_assert_msg(errors[1] < 1e-6, "%g", errors[1]);
    fmu_unload(f);
}
END_TEST

/* h^2.5 at each beginning and end of an impact: 316 for a tenth of the step, as far as steps fall alike */
START_TEST(test_hertzian) {
    static const char *const bodies[] = {"ball"};
    const bool old = _i == 0;
    double exact[2], errors[2];
    run_whole("hertzian", HERTZIAN, bodies, 1, NULL, 0, 1, exact);
    fmu *f = load_kind("hertzian", HERTZIAN, old ? 2 : 3, true);
    for (int k = 0; k < 2; k++) {
        importer m = begin(f, old, NULL, 0);
        go(&m, 1, k == 0 ? 1e-4 : 1e-5);
        errors[k] = error_of(&m, exact);
        end(&m);
    }
    ck_assert_msg(errors[0] / errors[1] > 200 && errors[0] / errors[1] < 500 && errors[1] < 2e-8, "%g %g",
                  errors[0], errors[1]);
    fmu_unload(f);
}
END_TEST

/* a law with a force of its own kind, which has no runs in steps: the reference is a whole run, by a Runge–Kutta
 * method of order eight. Where the force is cut off at zero this one has a kink that no indicator names, which
 * leaves h² */
START_TEST(test_general) {
    static const char text[] =
        "bodies: {ball: {mass: 1}}\n"
        "gravity: 9.81\n"
        "contacts: [{name: floor, left: ball, right: ground, gap: 0.2, model: adams-impact,\n"
        "  stiffness: 1e5, restitution: 0.6, transition: 1 mm}]\n"
        "tolerance: 1e-12\n"
        "duration: 0.9\n";
    thud_model *model;
    thud_simulation *simulation;
    ck_assert_int_eq(thud_scenario_parse(text, strlen(text), ".", NULL, NULL, &model), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    const thud_summary *s = thud_simulation_summary(simulation);
    const double exact[2] = {s->bodies[0].final_displacement, s->bodies[0].final_velocity};
    ck_assert_uint_ge(s->impacts, 3);
    fmu *f = fmu_load(&(fmu_recipe){"general", text, 3, NULL, NULL, NULL, true});
    double errors[2];
    for (int k = 0; k < 2; k++) {
        importer m = begin(f, false, NULL, 0);
        go(&m, 0.9, k == 0 ? 1e-4 : 1e-5);
        errors[k] = error_of(&m, exact);
        end(&m);
    }
    ck_assert_msg(errors[0] / errors[1] > 100 && errors[0] / errors[1] < 1000 && errors[1] < 1e-7, "%g %g",
                  errors[0], errors[1]);
    fmu_unload(f);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

/* accelerations, forces and derivatives are those of the equations: at the start a free body under a force, and a
 * spring that is pressed */
START_TEST(test_values) {
    static const char text[] = "bodies: {a: {mass: 2, displacement: 0.5, velocity: -1}}\n"
                               "links: [{left: ground, right: a, stiffness: 30, damping: 4}]\n"
                               "contacts: [{left: a, right: ground, gap: 0.5, model: linear, stiffness: 100}]\n"
                               "ground: {sine: {amplitude: 3, frequency: 1, phase: 90 deg}}\n"
                               "gravity: 2\nduration: 1\n";
    fmu *f = fmu_load(&(fmu_recipe){"values", text, 3, "forces.a,ground", NULL, "bodies.a.displacement", true});
    fmi3Instance i = f->fmi3InstantiateModelExchange("one", f->token, f->resources, false, false, NULL, fmu_log_3);
    double rate[2], z[3], y[2];
    const double inside[2] = {0.6, 0.25};
    bool flag[5];
    fmu_set_3(f, i, "forces.a", 5);
    fmu_set_3(f, i, "ground", 1);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    /* (5 + 2 (2 − 3 − 1) − 30·0.5 + 4)/2, and 3 + 1 more against the stars */
    assert_relative(fmu_get_3(f, i, "der(bodies.a.velocity)"), -5, 1e-14);
    assert_relative(fmu_get_3(f, i, "bodies.a.acceleration"), -1, 1e-14);
    ck_assert(fmu_get_3(f, i, "contacts.contact-1.events.gap") == 0);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    ck_assert_int_eq(f->fmi3UpdateDiscreteStates(i, flag, flag + 1, flag + 2, flag + 3, flag + 4, rate), fmi3OK);
    ck_assert(!flag[4]);
    ck_assert_int_eq(f->fmi3EnterContinuousTimeMode(i), fmi3OK);
    ck_assert_int_eq(f->fmi3SetContinuousStates(i, inside, 2), fmi3OK);
    /* it is inside without an event: the importer is told to look */
    bool enter, terminate;
    ck_assert(fmu_get_3(f, i, "contacts.contact-1.force") == 0);
    ck_assert_int_eq(f->fmi3CompletedIntegratorStep(i, true, &enter, &terminate), fmi3OK);
    ck_assert(enter && !terminate);
    ck_assert_int_eq(f->fmi3EnterEventMode(i), fmi3OK);
    ck_assert_int_eq(f->fmi3UpdateDiscreteStates(i, flag, flag + 1, flag + 2, flag + 3, flag + 4, rate), fmi3OK);
    assert_relative(fmu_get_3(f, i, "contacts.contact-1.force"), 100 * (0.6 - 0.5), 1e-14);
    ck_assert_int_eq(f->fmi3GetContinuousStates(i, y, 2), fmi3OK);
    ck_assert(y[0] == 0.6 && y[1] == 0.25);
    ck_assert_int_eq(f->fmi3GetContinuousStateDerivatives(i, rate, 2), fmi3OK);
    ck_assert(rate[0] == 0.25);
    assert_relative(rate[1], (5 - 4 - 30 * 0.6 - 4 * 0.25 - 10) / 2, 1e-14);
    ck_assert_int_eq(f->fmi3GetEventIndicators(i, z, 3), fmi3OK);
    assert_relative(z[0], 0.5 - 0.6, 1e-14);
    ck_assert(z[1] == 1 && z[2] == 0.25);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* kept in the middle of an impact, and gone on with from bytes in another instance: the same bits */
START_TEST(test_states) {
    fmu *f = load_kind("smooth", SMOOTH, 3, true);
    importer m = begin(f, false, "forces.a", 7);
    while (fmu_get_3(f, m.instance, "contacts.wall.force") == 0) step(&m, 4e-4);
    for (int k = 0; k < 5; k++) step(&m, 4e-4);
    ck_assert(fmu_get_3(f, m.instance, "contacts.wall.force") > 0);
    fmi3FMUState state = NULL;
    size_t size;
    ck_assert_int_eq(f->fmi3GetFMUState(m.instance, &state), fmi3OK);
    ck_assert_int_eq(f->fmi3SerializedFMUStateSize(m.instance, state, &size), fmi3OK);
    fmi3Byte *bytes = malloc(size);
    ck_assert_int_eq(f->fmi3SerializeFMUState(m.instance, state, bytes, size), fmi3OK);
    importer other = m;
    go(&m, 1.5, 4e-4);
    for (int k = 0; k < 2; k++) {
        importer again = other;
        if (k == 1) {
            again.instance =
                f->fmi3InstantiateModelExchange("two", f->token, f->resources, false, false, NULL, fmu_log_3);
            ck_assert_int_eq(f->fmi3FreeFMUState(m.instance, &state), fmi3OK);
            ck_assert_int_eq(f->fmi3DeserializeFMUState(again.instance, bytes, size, &state), fmi3OK);
        }
        ck_assert_msg(f->fmi3SetFMUState(again.instance, state) == fmi3OK, "%s", fmu_said);
        go(&again, 1.5, 4e-4);
        ck_assert_mem_eq(again.y, m.y, 4 * sizeof(double));
        if (k == 1) end(&again);
    }
    ck_assert_int_eq(f->fmi3FreeFMUState(m.instance, &state), fmi3OK);
    /* a reset begins at the beginning */
    ck_assert_int_eq(f->fmi3Reset(m.instance), fmi3OK);
    fmu_set_3(f, m.instance, "forces.a", 7);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(m.instance, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(m.instance), fmi3OK);
    importer fresh = m;
    fresh.time = 0;
    handle_events(&fresh);
    go(&fresh, 1.5, 4e-4);
    ck_assert_mem_eq(fresh.y, m.y, 4 * sizeof(double));
    free(bytes);
    end(&m);
    fmu_unload(f);
}
END_TEST

START_TEST(test_wrong_calls) {
    fmu *f = load_kind("hertzian", HERTZIAN, 3, true), *old = load_kind("hertzian", HERTZIAN, 2, true);
    double y[3] = {0, 0, 0};
    const double none[2] = {0, NAN};
    bool flag;
    not_made(f->fmi3InstantiateCoSimulation("x", f->token, f->resources, false, false, false, false, NULL, 0, NULL,
                                            fmu_log_3, NULL),
             "not for co-simulation");
    not_made(old->fmi2Instantiate("x", fmi2CoSimulation, old->token, old->uri, &fmu_callbacks, false, false),
             "not for co-simulation");
    fmi3Instance i = f->fmi3InstantiateModelExchange("x", f->token, f->resources, false, false, NULL, fmu_log_3);
    refused(f->fmi3SetTime(i, 0), "initialization mode");
    refused(f->fmi3SetContinuousStates(i, y, 2), "initialization mode");
    refused(f->fmi3GetContinuousStates(i, y, 2), "initialization mode");
    refused(f->fmi3EnterContinuousTimeMode(i), "initialization mode");
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    refused(f->fmi3EnterStepMode(i), "not for co-simulation");
    refused(f->fmi3DoStep(i, 0, 1, false, NULL, NULL, NULL, NULL), "event mode");
    refused(f->fmi3SetContinuousStates(i, y, 2), "event mode");
    refused(f->fmi3CompletedIntegratorStep(i, true, &flag, &flag), "event mode");
    ck_assert_int_eq(f->fmi3EnterContinuousTimeMode(i), fmi3OK);
    refused(f->fmi3UpdateDiscreteStates(i, NULL, NULL, NULL, NULL, NULL, NULL), "continuous-time mode");
    refused(f->fmi3SetTime(i, NAN), "finite");
    refused(f->fmi3SetContinuousStates(i, none, 2), "state 2 is not a finite number");
    refused(f->fmi3SetContinuousStates(i, y, 3), "3 states given, expected 2");
    refused(f->fmi3SetContinuousStates(i, NULL, 2), "expected 2");
    refused(f->fmi3GetContinuousStates(i, y, 1), "1 values given, expected 2");
    refused(f->fmi3GetContinuousStateDerivatives(i, NULL, 2), "expected 2");
    refused(f->fmi3GetEventIndicators(i, y, 2), "expected 3");
    refused(f->fmi3GetNumberOfEventIndicators(i, NULL), "output pointer is NULL");
    refused(f->fmi3CompletedIntegratorStep(i, true, NULL, NULL), "output pointer is NULL");
    ck_assert_int_eq(f->fmi3Terminate(i), fmi3OK);
    refused(f->fmi3SetTime(i, 1), "terminated");
    f->fmi3FreeInstance(i);
    fmi2Component c =
        old->fmi2Instantiate("x", fmi2ModelExchange, old->token, old->uri, &fmu_callbacks, false, false);
    refused(old->fmi2DoStep(c, 0, 1, false), "initialization mode");
    ck_assert_int_eq(old->fmi2EnterInitializationMode(c), fmi2OK);
    ck_assert_int_eq(old->fmi2ExitInitializationMode(c), fmi2OK);
    refused(old->fmi2NewDiscreteStates(c, NULL), "output pointer is NULL");
    refused(old->fmi2EnterEventMode(c), "event mode");
    ck_assert_int_eq(old->fmi2EnterContinuousTimeMode(c), fmi2OK);
    refused(old->fmi2SetTime(c, INFINITY), "finite");
    refused(old->fmi2SetContinuousStates(c, y, 1), "expected 2");
    refused(old->fmi2GetDerivatives(c, y, 3), "expected 2");
    refused(old->fmi2CompletedIntegratorStep(c, true, NULL, NULL), "output pointer is NULL");
    old->fmi2FreeInstance(c);
    fmu_unload(old);
    fmu_unload(f);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_exchange");
    tcase_add_loop_test(tests, test_order, 0, 2);
    tcase_add_loop_test(tests, test_hertzian, 0, 2);
    tcase_add_test(tests, test_general);
    tcase_add_test(tests, test_values);
    tcase_add_test(tests, test_states);
    tcase_add_test(tests, test_wrong_calls);
    return run_suite("fmu_exchange", tests);
}
