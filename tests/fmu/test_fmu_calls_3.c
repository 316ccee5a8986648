/*
 * Calls of FMI 3.0 that are wrong: in the wrong phase, of variables that are not there or of another type, with
 * NaN, NULL and instants that do not fit. Each is refused once, with a message that names the function, and changes
 * nothing.
 */
#include "fmu/calls.h"
#include "fmu/unpack.h"

static fmi3Status step_3(fmu *f, fmi3Instance i, double time, double step) {
    bool a, b, c;
    double last;
    return f->fmi3DoStep(i, time, step, false, &a, &b, &c, &last);
}

START_TEST(test_instantiating_3) {
    fmu *f = load(3);
    static const fmi3ValueReference required[] = {5};
    const char *token = f->token, *folder = f->resources;
#define MAKE(name, token, folder, required, count)                                                                 \
    f->fmi3InstantiateCoSimulation(name, token, folder, false, false, false, false, required, count, NULL,         \
                                   fmu_log_3, NULL)
    not_made(MAKE(NULL, token, folder, NULL, 0), "name");
    not_made(MAKE("", token, folder, NULL, 0), "name");
    not_made(MAKE("x", NULL, folder, NULL, 0), "token");
    not_made(MAKE("x", "{another}", folder, NULL, 0), "{another}");
    not_made(MAKE("x", token, NULL, NULL, 0), "resources");
    not_made(MAKE("x", token, "/nowhere/at/all/", NULL, 0), "/nowhere/at/all/thud-fmu.txt");
    not_made(MAKE("x", token, "", NULL, 0), "thud-fmu.txt");
    not_made(MAKE("x", token, folder, required, 1), "intermediate");
    not_made(f->fmi3InstantiateModelExchange("x", token, folder, false, false, NULL, fmu_log_3), "model exchange");
    not_made(
        f->fmi3InstantiateScheduledExecution("x", token, folder, false, false, NULL, fmu_log_3, NULL, NULL, NULL),
        "co-simulation");
    /* without anybody to tell */
    ck_assert_ptr_null(f->fmi3InstantiateCoSimulation("x", "{another}", folder, false, true, true, true, NULL, 0,
                                                      NULL, NULL, NULL));
    ck_assert_ptr_null(f->fmi3InstantiateModelExchange("x", token, folder, false, false, NULL, NULL));
    fmi3Instance i =
        f->fmi3InstantiateCoSimulation("x", token, folder, false, true, true, true, NULL, 0, NULL, NULL, NULL);
    ck_assert_ptr_nonnull(i);
    ck_assert_int_eq(step_3(f, i, 0, 1), fmi3Error);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* resources that somebody has changed */
START_TEST(test_resources) {
    static const struct {
        const char *file, *text, *words;
    } damaged[] = {
        {"thud-fmu.txt", "", "version of thud"},
        {"thud-fmu.txt", "thud-fmu 2\n", "version of thud"},
        {"thud-fmu.txt", "thud-fmu 1\nsomething else\n", "thud-fmu.txt"},
        {"thud-fmu.txt", "thud-fmu 1\ntoken %s\ninput forces.bull\n", "forces.bull"},
        {"thud-fmu.txt", "thud-fmu 1\ntoken %s\noutput nothing\n", "nothing"},
        {"thud-fmu.txt", "thud-fmu 1\ntoken %s\nparameter contacts.flour.gap\n", "flour"},
        {"scenario.yaml", "", "empty"},
        {"scenario.yaml", "bodies: {ball: {mass: -1}}\nduration: 1\n", "mass"},
        {"scenario.yaml", "bodies: {ball: {mass: \"", "YAML"},
    };
    fmu *f = load(3);
    for (size_t k = 0; k < sizeof damaged / sizeof damaged[0]; k++) {
        char path[2400], text[500];
        size_t size;
        snprintf(path, sizeof path, "%s%s", f->resources, damaged[k].file);
        unsigned char *kept = read_bytes(path, &size);
        snprintf(text, sizeof text, damaged[k].text, f->token);
        write_bytes(path, text, strlen(text));
        fmu_errors = 0;
        ck_assert_ptr_null(MAKE("x", f->token, f->resources, NULL, 0));
        ck_assert_msg(fmu_errors == 1 && strstr(fmu_said, damaged[k].words), "%zu: '%s'", k, fmu_said);
        write_bytes(path, kept, size);
        free(kept);
    }
    fmi3Instance i = fmu_make_3(f, false, false);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

START_TEST(test_phases_3) {
    fmu *f = load(3);
    uint32_t r[REFERENCES];
    find_references(f, r);
    double value = 1;
    bool flags[5] = {false};
    fmi3Instance i = fmu_make_3(f, false, false), event = fmu_make_3(f, true, false);
    /* instantiated */
    refused(f->fmi3DoStep(i, 0, 0.1, false, NULL, NULL, NULL, NULL), "initialization mode");
    refused(f->fmi3ExitInitializationMode(i), "not in initialization mode yet");
    refused(f->fmi3Terminate(i), "not allowed now");
    refused(f->fmi3EnterEventMode(i), "not allowed now");
    refused(f->fmi3EnterStepMode(i), "not allowed now");
    refused(f->fmi3UpdateDiscreteStates(i, flags, flags, flags, flags, flags, &value), "not allowed now");
    refused(f->fmi3GetFloat64(i, &r[PLACE], 1, &value, 1), "no value before");
    refused(f->fmi3EnterInitializationMode(i, false, 0, 5, false, 0), "begins at 0");
    refused(f->fmi3EnterInitializationMode(i, false, 0, NAN, false, 0), "begins at 0");
    refused(f->fmi3EnterInitializationMode(i, false, 0, 0, true, -1), "stopTime");
    refused(f->fmi3EnterInitializationMode(i, false, 0, 0, true, NAN), "stopTime");
    /* initialization mode */
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, true, 1e-3, 0, true, 1), fmi3OK);
    refused(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), "is in initialization mode");
    refused(f->fmi3DoStep(i, 0, 0.1, false, NULL, NULL, NULL, NULL), "initialization mode");
    /* step mode */
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    refused(f->fmi3ExitInitializationMode(i), "step mode");
    refused(f->fmi3EnterEventMode(i), "without event mode");
    refused(f->fmi3EnterStepMode(i), "step mode");
    refused(f->fmi3UpdateDiscreteStates(i, flags, flags, flags, flags, flags, &value), "step mode");
    refused(f->fmi3SetFloat64(i, &r[GAP], 1, &value, 1), "fixed");
    refused(f->fmi3SetBoolean(i, &r[RAMPED], 1, flags, 1), "fixed");
    /* event mode */
    ck_assert_int_eq(f->fmi3EnterInitializationMode(event, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(event), fmi3OK);
    refused(f->fmi3DoStep(event, 0, 0.1, false, NULL, NULL, NULL, NULL), "event mode");
    ck_assert_int_eq(f->fmi3UpdateDiscreteStates(event, NULL, NULL, NULL, NULL, NULL, NULL), fmi3OK);
    /* terminated */
    ck_assert_int_eq(f->fmi3Terminate(i), fmi3OK);
    refused(f->fmi3Terminate(i), "terminated");
    refused(f->fmi3DoStep(i, 0, 0.1, false, NULL, NULL, NULL, NULL), "terminated");
    refused(f->fmi3SetFloat64(i, &r[PUSH], 1, &value, 1), "terminated");
    ck_assert_int_eq(f->fmi3GetFloat64(i, &r[PLACE], 1, &value, 1), fmi3OK);
    f->fmi3FreeInstance(i);
    f->fmi3FreeInstance(event);
    fmu_unload(f);
}
END_TEST

START_TEST(test_values_3) {
    fmu *f = load(3);
    uint32_t r[REFERENCES];
    find_references(f, r);
    fmi3Instance i = fmu_begin_3(f), untouched = fmu_begin_3(f);
    double value = 1, two[2] = {1, NAN};
    const double infinite = INFINITY, none = NAN;
    int32_t whole = 1;
    bool yes = true;
    fmu_step_3(f, i, 0, 0.5);
    refused(f->fmi3GetFloat64(i, &r[NOTHING], 1, &value, 1), "1000");
    refused(f->fmi3GetFloat64(i, &r[IMPACTS], 1, &value, 1), "whole number");
    refused(f->fmi3GetInt32(i, &r[PLACE], 1, &whole, 1), "floating-point");
    refused(f->fmi3GetBoolean(i, &r[PLACE], 1, &yes, 1), "Boolean");
    refused(f->fmi3GetFloat64(i, NULL, 1, &value, 1), "NULL");
    refused(f->fmi3GetFloat64(i, &r[PLACE], 1, NULL, 1), "NULL");
    refused(f->fmi3GetInt32(i, &r[IMPACTS], 1, NULL, 1), "NULL");
    refused(f->fmi3GetInt32(i, NULL, 1, &whole, 1), "NULL");
    refused(f->fmi3GetFloat64(i, &r[PLACE], 1, &value, 2), "1 variables and 2 values");
    refused(f->fmi3GetBoolean(i, &r[RAMPED], 1, &yes, 0), "1 variables and 0 values");
    refused(f->fmi3SetFloat64(i, &r[NOTHING], 1, &value, 1), "1000");
    refused(f->fmi3SetFloat64(i, &r[PLACE], 1, &value, 1), "computed");
    refused(f->fmi3SetFloat64(i, &r[TIME], 1, &value, 1), "computed");
    refused(f->fmi3SetInt32(i, &r[IMPACTS], 1, &whole, 1), "computed");
    refused(f->fmi3SetInt32(i, &r[PUSH], 1, &whole, 1), "floating-point");
    refused(f->fmi3SetFloat64(i, &r[PUSH], 1, &none, 1), "NaN");
    refused(f->fmi3SetFloat64(i, &r[PUSH], 1, &infinite, 1), "infinite");
    refused(f->fmi3SetFloat64(i, &r[PUSH], 1, NULL, 1), "NULL");
    refused(f->fmi3SetFloat64(i, NULL, 1, &value, 1), "NULL");
    refused(f->fmi3SetFloat64(i, &r[PUSH], 2, two, 1), "2 variables and 1 values");
    /* the second of two is wrong: the first is not set either */
    refused(f->fmi3SetFloat64(i, &r[PUSH], 2, two, 2), "NaN");
    ck_assert(fmu_get_3(f, i, "forces.ball") == 0);
    /* types and functions that it has nothing of */
    float single;
    const char *text;
    refused(f->fmi3GetFloat32(i, &r[PLACE], 1, &single, 1), "does not support it");
    refused(f->fmi3GetString(i, &r[PLACE], 1, &text, 1), "does not support it");
    refused(f->fmi3GetDirectionalDerivative(i, &r[PLACE], 1, &r[PUSH], 1, &value, 1, &value, 1), "does not support it");
    refused(f->fmi3GetAdjointDerivative(i, &r[PLACE], 1, &r[PUSH], 1, &value, 1, &value, 1), "does not support it");
    refused(f->fmi3GetContinuousStates(i, &value, 1), "co-simulation");
    refused(f->fmi3SetTime(i, 1), "not allowed now");
    refused(f->fmi3EnterConfigurationMode(i), "does not support it");
    refused(f->fmi3ActivateModelPartition(i, 0, 0), "does not support it");
    ck_assert_int_eq(f->fmi3GetFloat32(i, NULL, 0, NULL, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3GetFloat64(i, NULL, 0, NULL, 0), fmi3OK);
    /* before the run, NaN is no parameter */
    fmi3Instance early = fmu_make_3(f, false, false);
    refused(f->fmi3SetFloat64(early, &r[GAP], 1, &none, 1), "NaN");
    ck_assert(fmu_get_3(f, early, "contacts.floor.gap") == 1);
    f->fmi3FreeInstance(early);
    /* all of that has changed nothing */
    fmu_step_3(f, untouched, 0, 0.5);
    fmu_step_3(f, i, 0.5, 0.4);
    fmu_step_3(f, untouched, 0.5, 0.4);
    ck_assert(fmu_get_3(f, i, "bodies.ball.velocity") == fmu_get_3(f, untouched, "bodies.ball.velocity"));
    f->fmi3FreeInstance(i);
    f->fmi3FreeInstance(untouched);
    fmu_unload(f);
}
END_TEST

START_TEST(test_steps_3) {
    fmu *f = load(3);
    fmi3Instance i = fmu_make_3(f, false, false);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, true, 1), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
    fmu_step_3(f, i, 0, 0.5);
#define STEP(time, step, words)                                                                                    \
    refused(f->fmi3DoStep(i, time, step, false, &a, &b, &c, &last), words);                                        \
    ck_assert(last == 0.5 && !a && !b && !c)
    bool a, b, c;
    double last;
    STEP(NAN, 0.1, "finite");
    STEP(0.5, NAN, "finite");
    STEP(0.5, INFINITY, "finite");
    STEP(0.5, 0, "above 0");
    STEP(0.5, -0.1, "above 0");
    STEP(0.4, 0.1, "is at 0.5");
    STEP(0.6, 0.1, "is at 0.5");
    STEP(0.5, 0.6, "stopTime");
    STEP(0.5, 1e-20, "rounding");
    /* what a caller's own sum of steps differs by is no matter, and none of these outputs has to be wanted */
    ck_assert_int_eq(f->fmi3DoStep(i, 0.5 + 1e-12, 0.5, false, NULL, NULL, NULL, NULL), fmi3OK);
    ck_assert(fmu_get_3(f, i, "time") == 1 + 1e-12);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

START_TEST(test_states_3) {
    fmu *f = load(3), *another = fmu_load(&(fmu_recipe){"free", FREE, 3, NULL, NULL, NULL, false});
    fmi3Instance i = fmu_begin_3(f), j = fmu_begin_3(another);
    fmi3FMUState state = NULL;
    size_t size;
    fmi3Byte byte = 0;
    refused(f->fmi3GetFMUState(i, NULL), "output pointer is NULL");
    refused(f->fmi3SetFMUState(i, NULL), "NULL");
    refused(f->fmi3SerializedFMUStateSize(i, NULL, &size), "NULL");
    refused(f->fmi3SerializeFMUState(i, NULL, &byte, 1), "NULL");
    refused(f->fmi3DeserializeFMUState(i, NULL, 5, &state), "NULL");
    refused(f->fmi3DeserializeFMUState(i, &byte, 1, NULL), "NULL");
    refused(f->fmi3DeserializeFMUState(i, &byte, 1, &state), "not a state");
    ck_assert_int_eq(another->fmi3GetFMUState(j, &state), fmi3OK);
    refused(f->fmi3SetFMUState(i, state), "another FMU");
    refused(f->fmi3SerializedFMUStateSize(i, state, NULL), "NULL");
    ck_assert_int_eq(another->fmi3FreeFMUState(j, &state), fmi3OK);
    ck_assert_int_eq(another->fmi3FreeFMUState(j, NULL), fmi3OK);
    another->fmi3FreeInstance(j);
    f->fmi3FreeInstance(i);
    fmu_unload(another);
    fmu_unload(f);
}
END_TEST

START_TEST(test_logging_3) {
    fmu *f = load(3);
    fmi3Instance i = fmu_begin_3(f);
    const char *events = "logEvents", *unknown = "logDreams";
    refused(f->fmi3SetDebugLogging(i, true, 1, &unknown), "logDreams");
    refused(f->fmi3SetDebugLogging(i, true, 1, NULL), "NULL");
    fmu_lines = 0;
    fmu_step_3(f, i, 0, 0.5); /* the first impact, which nobody wants to know of */
    ck_assert_int_eq(fmu_lines, 0);
    ck_assert_int_eq(f->fmi3SetDebugLogging(i, true, 1, &events), fmi3OK);
    fmu_step_3(f, i, 0.5, 0.5); /* the second, at 2 √(2/g) = 0.903 s */
    ck_assert_int_eq(fmu_lines, 1);
    ck_assert_msg(strstr(fmu_said, "floor is struck at 2.21472 m/s and separates at 1.10736 m/s"), "%s", fmu_said);
    ck_assert_int_eq(f->fmi3SetDebugLogging(i, false, 0, NULL), fmi3OK);
    fmu_step_3(f, i, 1, 1);
    ck_assert_int_eq(fmu_lines, 1);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* no instance at all */
START_TEST(test_null_3) {
    fmu *f = load(3);
    f->fmi3FreeInstance(NULL);
    refused_silently(f->fmi3SetDebugLogging(NULL, true, 0, NULL));
    refused_silently(f->fmi3EnterInitializationMode(NULL, false, 0, 0, false, 0));
    refused_silently(f->fmi3ExitInitializationMode(NULL));
    refused_silently(f->fmi3EnterEventMode(NULL));
    refused_silently(f->fmi3Terminate(NULL));
    refused_silently(f->fmi3Reset(NULL));
#define NULL_VALUES(type)                                                                                          \
    refused_silently(f->fmi3Get##type(NULL, NULL, 0, NULL, 0));                                                    \
    refused_silently(f->fmi3Set##type(NULL, NULL, 0, NULL, 0))
    NULL_VALUES(Float32);
    NULL_VALUES(Float64);
    NULL_VALUES(Int8);
    NULL_VALUES(UInt8);
    NULL_VALUES(Int16);
    NULL_VALUES(UInt16);
    NULL_VALUES(Int32);
    NULL_VALUES(UInt32);
    NULL_VALUES(Int64);
    NULL_VALUES(UInt64);
    NULL_VALUES(Boolean);
    NULL_VALUES(String);
    refused_silently(f->fmi3GetBinary(NULL, NULL, 0, NULL, NULL, 0));
    refused_silently(f->fmi3SetBinary(NULL, NULL, 0, NULL, NULL, 0));
    refused_silently(f->fmi3GetClock(NULL, NULL, 0, NULL));
    refused_silently(f->fmi3SetClock(NULL, NULL, 0, NULL));
    refused_silently(f->fmi3GetNumberOfVariableDependencies(NULL, 0, NULL));
    refused_silently(f->fmi3GetVariableDependencies(NULL, 0, NULL, NULL, NULL, NULL, 0));
    refused_silently(f->fmi3GetFMUState(NULL, NULL));
    refused_silently(f->fmi3SetFMUState(NULL, NULL));
    refused_silently(f->fmi3FreeFMUState(NULL, NULL));
    refused_silently(f->fmi3SerializedFMUStateSize(NULL, NULL, NULL));
    refused_silently(f->fmi3SerializeFMUState(NULL, NULL, NULL, 0));
    refused_silently(f->fmi3DeserializeFMUState(NULL, NULL, 0, NULL));
    refused_silently(f->fmi3GetDirectionalDerivative(NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0));
    refused_silently(f->fmi3GetAdjointDerivative(NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0));
    refused_silently(f->fmi3EnterConfigurationMode(NULL));
    refused_silently(f->fmi3ExitConfigurationMode(NULL));
    refused_silently(f->fmi3GetIntervalDecimal(NULL, NULL, 0, NULL, NULL));
    refused_silently(f->fmi3GetIntervalFraction(NULL, NULL, 0, NULL, NULL, NULL));
    refused_silently(f->fmi3GetShiftDecimal(NULL, NULL, 0, NULL));
    refused_silently(f->fmi3GetShiftFraction(NULL, NULL, 0, NULL, NULL));
    refused_silently(f->fmi3SetIntervalDecimal(NULL, NULL, 0, NULL));
    refused_silently(f->fmi3SetIntervalFraction(NULL, NULL, 0, NULL, NULL));
    refused_silently(f->fmi3SetShiftDecimal(NULL, NULL, 0, NULL));
    refused_silently(f->fmi3SetShiftFraction(NULL, NULL, 0, NULL, NULL));
    refused_silently(f->fmi3EvaluateDiscreteStates(NULL));
    refused_silently(f->fmi3UpdateDiscreteStates(NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    refused_silently(f->fmi3EnterContinuousTimeMode(NULL));
    refused_silently(f->fmi3CompletedIntegratorStep(NULL, false, NULL, NULL));
    refused_silently(f->fmi3SetTime(NULL, 0));
    refused_silently(f->fmi3SetContinuousStates(NULL, NULL, 0));
    refused_silently(f->fmi3GetContinuousStateDerivatives(NULL, NULL, 0));
    refused_silently(f->fmi3GetEventIndicators(NULL, NULL, 0));
    refused_silently(f->fmi3GetContinuousStates(NULL, NULL, 0));
    refused_silently(f->fmi3GetNominalsOfContinuousStates(NULL, NULL, 0));
    refused_silently(f->fmi3GetNumberOfEventIndicators(NULL, NULL));
    refused_silently(f->fmi3GetNumberOfContinuousStates(NULL, NULL));
    refused_silently(f->fmi3EnterStepMode(NULL));
    refused_silently(f->fmi3GetOutputDerivatives(NULL, NULL, 0, NULL, NULL, 0));
    refused_silently(f->fmi3DoStep(NULL, 0, 1, false, NULL, NULL, NULL, NULL));
    refused_silently(f->fmi3ActivateModelPartition(NULL, 0, 0));
    ck_assert_str_eq(f->fmi3GetVersion(), "3.0");
    fmu_unload(f);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_calls_3");
    tcase_add_test(tests, test_instantiating_3);
    tcase_add_test(tests, test_resources);
    tcase_add_test(tests, test_phases_3);
    tcase_add_test(tests, test_values_3);
    tcase_add_test(tests, test_steps_3);
    tcase_add_test(tests, test_states_3);
    tcase_add_test(tests, test_logging_3);
    tcase_add_test(tests, test_null_3);
    return run_suite("fmu_calls_3", tests);
}
