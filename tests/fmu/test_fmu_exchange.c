/*
 * Model exchange: an integrator of our own steps FMUs of both versions from event to event, and comes to what their
 * co-simulation comes to. With the classical Runge–Kutta method its error falls as h⁴ where forces are smooth
 * between events; an event that was missed, or a kink that is none, would leave h¹ or h².
 */
#include <string.h>

#include <thud/scenario.h>
#include <thud/simulate.h>

#include "fmu/calls.h"
#include "fmu/unpack.h"

enum { MOST = 12 };

/* laws with a linear spring in each way of ending an impact, loads with kinks and a jump, links, two bodies */
#define SMOOTH                                                                                                     \
    "bodies: {a: {mass: 2, velocity: 1.5}, b: {mass: 3}}\n"                                                        \
    "links:\n"                                                                                                     \
    "  - {left: ground, right: a, stiffness: 800, damping: 4}\n"                                                   \
    "  - {left: ground, right: b, stiffness: 600, damping_ratio: 0.02}\n"                                          \
    "contacts:\n"                                                                                                  \
    "  - {name: joint, left: a, right: b, gap: 20 mm, model: kelvin-voigt, stiffness: 4e4,\n"                      \
    "     restitution: 0.6, separation: zero-force}\n"                                                             \
    "  - {name: wall, left: b, right: ground, gap: 30 mm, model: pant-wijeyewickrema,\n"                           \
    "     stiffness: 3e4, restitution: {at: [[0.1, 0.8], [1, 0.5]]}}\n"                                            \
    "  - {name: back, left: ground, right: a, gap: 25 mm, model: mahmoud-jankowski,\n"                             \
    "     stiffness: 2e4, restitution: 0.7}\n"                                                                     \
    "ground: {record: shake.csv}\n"                                                                                \
    "forces: [{on: b, step: {amplitude: 20, start: 0.4}}]\n"                                                       \
    "gravity: 0.5\n"                                                                                               \
    "tolerance: 1e-14\n"                                                                                           \
    "duration: 1.5\n"

/* laws whose forces set in as δ^1.5: the order is that of the kink at δ = 0 */
#define HERTZIAN                                                                                                   \
    "bodies: {ball: {mass: 1}}\n"                                                                                  \
    "gravity: 9.81\n"                                                                                              \
    "contacts: [{name: floor, left: ball, right: ground, gap: 0.2, model: flores, stiffness: 1e5, restitution: "   \
    "0.6}]\n"                                                                                                      \
    "tolerance: 1e-14\n"                                                                                           \
    "duration: 1\n"

static void write_shake(void) {
    static const char record[] = "time [s],acceleration [m/s^2]\n0,0\n0.21,4\n0.5,-6\n0.83,3\n1.2,0\n";
    write_bytes("shake.csv", record, strlen(record));
}

/* ---- an importer with an integrator ---- */

typedef struct importer {
    fmu *f;
    bool old; /* FMI 2.0 */
    void *instance;
    size_t n, z; /* states, indicators */
    double time, next, y[MOST], indicators[MOST];
    int events;
} importer;

#define DO(two, three) ck_assert_msg((m->old ? (int)m->f->fmi2##two : (int)m->f->fmi3##three) == 0, "%s", fmu_said)

static void put(importer *m, double time, const double *y) {
    DO(SetTime(m->instance, time), SetTime(m->instance, time));
    DO(SetContinuousStates(m->instance, y, m->n), SetContinuousStates(m->instance, y, m->n));
}

static void derive(importer *m, double time, const double *y, double *rate) {
    put(m, time, y);
    DO(GetDerivatives(m->instance, rate, m->n), GetContinuousStateDerivatives(m->instance, rate, m->n));
}

static void indicate(importer *m, double *z) {
    DO(GetEventIndicators(m->instance, z, m->z), GetEventIndicators(m->instance, z, m->z));
}

/* event mode, until nothing changes, and back */
static void handle_events(importer *m) {
    bool flags[4], defined;
    if (m->old) {
        fmi2EventInfo info;
        ck_assert_int_eq(m->f->fmi2NewDiscreteStates(m->instance, &info), fmi2OK);
        ck_assert(!info.newDiscreteStatesNeeded && !info.terminateSimulation &&
                  !info.valuesOfContinuousStatesChanged);
        m->next = info.nextEventTimeDefined ? info.nextEventTime : (double)INFINITY;
    } else {
        ck_assert_int_eq(
            m->f->fmi3UpdateDiscreteStates(m->instance, flags, flags + 1, flags + 2, flags + 3, &defined, &m->next),
            fmi3OK);
        ck_assert(!flags[0] && !flags[1] && !flags[2] && !flags[3]);
        if (!defined) m->next = INFINITY;
    }
    ck_assert_double_gt(m->next, m->time);
    DO(EnterContinuousTimeMode(m->instance), EnterContinuousTimeMode(m->instance));
    DO(GetContinuousStates(m->instance, m->y, m->n), GetContinuousStates(m->instance, m->y, m->n));
    indicate(m, m->indicators);
    m->events++;
}

static importer begin(fmu *f, bool old, const char *input, double force) {
    importer made = {.f = f, .old = old}, *m = &made;
    double nominals[MOST];
    if (old) {
        m->instance = f->fmi2Instantiate("one", fmi2ModelExchange, f->token, f->uri, &fmu_callbacks, false, false);
        m->n = 2;
        while (strstr(f->text, "name=\"bodies.b.displacement\"") && m->n < 4) m->n += 2;
        m->z = (size_t)atoi(xml_attribute(f->description, "numberOfEventIndicators"));
    } else {
        m->instance = f->fmi3InstantiateModelExchange("one", f->token, f->resources, false, false, NULL, fmu_log_3);
        ck_assert_int_eq(f->fmi3GetNumberOfContinuousStates(m->instance, &m->n), fmi3OK);
        ck_assert_int_eq(f->fmi3GetNumberOfEventIndicators(m->instance, &m->z), fmi3OK);
    }
    ck_assert_msg(m->instance != NULL, "%s", fmu_said);
    ck_assert(m->n <= MOST && m->z <= MOST);
    if (input) old ? fmu_set_2(f, m->instance, input, force) : fmu_set_3(f, m->instance, input, force);
    DO(EnterInitializationMode(m->instance), EnterInitializationMode(m->instance, false, 0, 0, false, 0));
    DO(ExitInitializationMode(m->instance), ExitInitializationMode(m->instance));
    handle_events(m);
    DO(GetNominalsOfContinuousStates(m->instance, nominals, m->n),
       GetNominalsOfContinuousStates(m->instance, nominals, m->n));
    for (size_t k = 0; k < m->n; k++) ck_assert(nominals[k] > 0);
    return made;
}

static void enter_events(importer *m) { DO(EnterEventMode(m->instance), EnterEventMode(m->instance)); }

/* y at the end of a step of h, by the classical method */
static void runge_kutta(importer *m, double h, double *to) {
    static const double share[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    double rate[MOST] = {0}, sum[MOST] = {0}, y[MOST];
    for (int stage = 0; stage < 4; stage++) {
        for (size_t k = 0; k < m->n; k++) y[k] = m->y[k] + share[stage] * h * rate[k];
        derive(m, m->time + share[stage] * h, y, rate);
        for (size_t k = 0; k < m->n; k++) sum[k] += weight[stage] * rate[k];
    }
    for (size_t k = 0; k < m->n; k++) to[k] = m->y[k] + h / 6 * sum[k];
}

/* whether an indicator has changed its sign after a step of h */
static bool crosses(importer *m, double h, double *to) {
    double z[MOST];
    runge_kutta(m, h, to);
    put(m, m->time + h, to);
    indicate(m, z);
    for (size_t k = 0; k < m->z; k++)
        if ((z[k] > 0) != (m->indicators[k] > 0)) return true;
    return false;
}

/* one step, at most h, which ends where an event is */
static void step(importer *m, double h) {
    double to[MOST], low = 0, high = fmin(h, m->next - m->time);
    const bool timed = m->next - m->time <= h;
    bool event = crosses(m, high, to), enter = false;
    while (event && high - low > 1e-14) {
        const double middle = low + (high - low) / 2;
        if (crosses(m, middle, to)) high = middle;
        else low = middle;
    }
    const bool at_break = timed && high == m->next - m->time;
    crosses(m, high, to);
    m->time = at_break ? m->next : m->time + high;
    memcpy(m->y, to, sizeof to);
    put(m, m->time, m->y);
    if (m->old) {
        fmi2Boolean entered, terminate;
        ck_assert_int_eq(m->f->fmi2CompletedIntegratorStep(m->instance, fmi2True, &entered, &terminate), fmi2OK);
        enter = entered;
    } else {
        bool terminate;
        ck_assert_int_eq(m->f->fmi3CompletedIntegratorStep(m->instance, true, &enter, &terminate), fmi3OK);
    }
    if (event || at_break || enter) {
        enter_events(m);
        handle_events(m);
    } else indicate(m, m->indicators);
}

static void go(importer *m, double until, double h) {
    while (m->time < until - 1e-12) step(m, fmin(h, until - m->time));
}

static void end(importer *m) { m->old ? m->f->fmi2FreeInstance(m->instance) : m->f->fmi3FreeInstance(m->instance); }

static fmu *load_kind(const char *name, const char *text, int version, bool exchange) {
    write_shake();
    return fmu_load(&(fmu_recipe){name, text, version, "forces.*", NULL, NULL, exchange});
}

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
