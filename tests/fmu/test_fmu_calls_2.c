/*
 * Calls of FMI 2.0 that are wrong: in the wrong phase, of variables that are not there or of another type, with
 * NaN, NULL and instants that do not fit. Each is refused once, with a message that names the function, and changes
 * nothing.
 */
#include "fmu/calls.h"

START_TEST(test_instantiating_2) {
    fmu *f = load(2);
    const fmi2CallbackFunctions mute = {0};
    char uri[1400];
#define MAKE(name, type, guid, uri) f->fmi2Instantiate(name, type, guid, uri, &fmu_callbacks, fmi2False, fmi2False)
    not_made(MAKE("x", fmi2ModelExchange, f->token, f->uri), "model exchange");
    not_made(MAKE("x", fmi2CoSimulation, "{another}", f->uri), "{another}");
    not_made(MAKE("x", fmi2CoSimulation, NULL, f->uri), "token");
    not_made(MAKE(NULL, fmi2CoSimulation, f->token, f->uri), "name");
    not_made(MAKE("x", fmi2CoSimulation, f->token, NULL), "file:///");
    not_made(MAKE("x", fmi2CoSimulation, f->token, f->resources), "file:///");
    not_made(MAKE("x", fmi2CoSimulation, f->token, "http://host/resources"), "file:///");
    not_made(MAKE("x", fmi2CoSimulation, f->token, "file:resources"), "file:///");
    ck_assert_ptr_null(f->fmi2Instantiate("x", fmi2CoSimulation, f->token, f->uri, NULL, fmi2False, fmi2False));
    ck_assert_ptr_null(f->fmi2Instantiate("x", fmi2ModelExchange, f->token, f->uri, &mute, fmi2False, fmi2True));
    fmi2Component c = f->fmi2Instantiate("x", fmi2CoSimulation, f->token, f->uri, &mute, fmi2False, fmi2True);
    ck_assert_int_eq(f->fmi2DoStep(c, 0, 1, fmi2False), fmi2Error);
    f->fmi2FreeInstance(c);
    /* the ways in which addresses are written */
    static const char *const ways[] = {"file:%s", "file://%s", "file://localhost%s", "file://%s/"};
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        snprintf(uri, sizeof uri, ways[k], f->resources);
        c = MAKE("x", fmi2CoSimulation, f->token, uri);
        ck_assert_msg(c != NULL, "%s: %s", uri, fmu_said);
        f->fmi2FreeInstance(c);
    }
    snprintf(uri, sizeof uri, "file://%s/%%72es%%6Furces", f->folder);
    c = MAKE("x", fmi2CoSimulation, f->token, uri);
    ck_assert_msg(c != NULL, "%s: %s", uri, fmu_said);
    f->fmi2FreeInstance(c);
    ck_assert_str_eq(f->fmi2GetVersion(), "2.0");
    ck_assert_str_eq(f->fmi2GetTypesPlatform(), "default");
    fmu_unload(f);
}
END_TEST

START_TEST(test_calls_2) {
    fmu *f = load(2);
    uint32_t r[REFERENCES];
    find_references(f, r);
    fmi2Component c = fmu_make_2(f), untouched = fmu_begin_2(f);
    double value = 1;
    const double none = NAN, infinite = INFINITY;
    int whole = 1, order = 2;
    const int first = 1;
    const char *text, *unknown = "logDreams";
    fmi2Status status;
    fmi2FMUstate state = NULL;
    size_t size;
    char byte = 0;
    refused(f->fmi2DoStep(c, 0, 0.1, fmi2False), "initialization mode");
    refused(f->fmi2ExitInitializationMode(c), "not in initialization mode yet");
    refused(f->fmi2Terminate(c), "not allowed now");
    refused(f->fmi2GetReal(c, &r[PLACE], 1, &value), "no value before");
    refused(f->fmi2SetupExperiment(c, fmi2False, 0, 1, fmi2False, 0), "begins at 0");
    refused(f->fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2True, -3), "stopTime");
    refused(f->fmi2SetReal(c, &r[GAP], 1, &none), "NaN");
    refused(f->fmi2SetDebugLogging(c, fmi2True, 1, &unknown), "logDreams");
    ck_assert_int_eq(f->fmi2EnterInitializationMode(c), fmi2OK);
    refused(f->fmi2SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0), "initialization mode");
    ck_assert_int_eq(f->fmi2ExitInitializationMode(c), fmi2OK);
    refused(f->fmi2EnterInitializationMode(c), "step mode");
    fmu_step_2(f, c, 0, 0.5);
    refused(f->fmi2SetReal(c, &r[GAP], 1, &value), "fixed");
    refused(f->fmi2SetReal(c, &r[PUSH], 1, &infinite), "infinite");
    refused(f->fmi2SetReal(c, &r[PLACE], 1, &value), "computed");
    refused(f->fmi2SetReal(c, &r[NOTHING], 1, &value), "1000");
    refused(f->fmi2SetInteger(c, &r[IMPACTS], 1, &whole), "computed");
    refused(f->fmi2SetBoolean(c, &r[RAMPED], 1, &whole), "fixed");
    refused(f->fmi2GetInteger(c, &r[PLACE], 1, &whole), "floating-point");
    refused(f->fmi2GetBoolean(c, &r[IMPACTS], 1, &whole), "Boolean");
    refused(f->fmi2GetBoolean(c, &r[RAMPED], 1, NULL), "NULL");
    refused(f->fmi2GetReal(c, NULL, 1, &value), "NULL");
    refused(f->fmi2GetString(c, &r[PLACE], 1, &text), "no variables of this type");
    refused(f->fmi2SetString(c, &r[PLACE], 1, &text), "no variables of this type");
    refused(f->fmi2SetRealInputDerivatives(c, &r[PUSH], 1, &order, &value), "order 2");
    refused(f->fmi2SetRealInputDerivatives(c, &r[PUSH], 1, &first, &none), "not finite");
    refused(f->fmi2SetRealInputDerivatives(c, &r[PLACE], 1, &first, &value), "not an input");
    refused(f->fmi2SetRealInputDerivatives(c, &r[PUSH], 1, NULL, &value), "NULL");
    refused(f->fmi2GetRealOutputDerivatives(c, &r[PLACE], 1, &first, &value), "no derivatives");
    refused(f->fmi2DoStep(c, 0.5, 0, fmi2False), "above 0");
    refused(f->fmi2DoStep(c, 0.5, NAN, fmi2False), "finite");
    refused(f->fmi2DoStep(c, 0.3, 0.1, fmi2False), "is at 0.5");
    refused(f->fmi2CancelStep(c), "no step");
    refused(f->fmi2GetDirectionalDerivative(c, &r[PLACE], 1, &r[PUSH], 1, &value, &value), "does not support it");
    refused(f->fmi2EnterEventMode(c), "not allowed now");
    refused(f->fmi2SetTime(c, 1), "not allowed now");
    refused(f->fmi2GetDerivatives(c, &value, 1), "co-simulation");
    refused(f->fmi2GetFMUstate(c, NULL), "output pointer is NULL");
    refused(f->fmi2SetFMUstate(c, NULL), "NULL");
    refused(f->fmi2SerializedFMUstateSize(c, NULL, &size), "NULL");
    refused(f->fmi2SerializeFMUstate(c, NULL, &byte, 1), "NULL");
    refused(f->fmi2DeSerializeFMUstate(c, &byte, 1, &state), "not a state");
    /* what can only be asked while steps run beside the caller */
    ck_assert_int_eq(f->fmi2GetStatus(c, fmi2DoStepStatus, &status), fmi2Discard);
    ck_assert_int_eq(f->fmi2GetIntegerStatus(c, fmi2DoStepStatus, &whole), fmi2Discard);
    ck_assert_int_eq(f->fmi2GetStringStatus(c, fmi2PendingStatus, &text), fmi2Discard);
    ck_assert_int_eq(f->fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &value), fmi2OK);
    ck_assert(value == 0.5);
    ck_assert_int_eq(f->fmi2GetBooleanStatus(c, fmi2Terminated, &whole), fmi2OK);
    ck_assert_int_eq(whole, fmi2False);
    fmu_step_2(f, untouched, 0, 0.5);
    fmu_step_2(f, c, 0.5, 0.4);
    fmu_step_2(f, untouched, 0.5, 0.4);
    ck_assert(fmu_get_2(f, c, "bodies.ball.velocity") == fmu_get_2(f, untouched, "bodies.ball.velocity"));
    ck_assert_int_eq(f->fmi2Terminate(c), fmi2OK);
    refused(f->fmi2DoStep(c, 0.9, 0.1, fmi2False), "terminated");
    refused(f->fmi2SetReal(c, &r[PUSH], 1, &value), "terminated");
    f->fmi2FreeInstance(untouched);
    f->fmi2FreeInstance(c);
    fmu_unload(f);
}
END_TEST

START_TEST(test_null_2) {
    fmu *f = load(2);
    f->fmi2FreeInstance(NULL);
    refused_silently(f->fmi2SetDebugLogging(NULL, fmi2True, 0, NULL));
    refused_silently(f->fmi2SetupExperiment(NULL, fmi2False, 0, 0, fmi2False, 0));
    refused_silently(f->fmi2EnterInitializationMode(NULL));
    refused_silently(f->fmi2ExitInitializationMode(NULL));
    refused_silently(f->fmi2Terminate(NULL));
    refused_silently(f->fmi2Reset(NULL));
#define NULL_VALUES(type)                                                                                          \
    refused_silently(f->fmi2Get##type(NULL, NULL, 0, NULL));                                                       \
    refused_silently(f->fmi2Set##type(NULL, NULL, 0, NULL))
    NULL_VALUES(Real);
    NULL_VALUES(Integer);
    NULL_VALUES(Boolean);
    NULL_VALUES(String);
    refused_silently(f->fmi2GetFMUstate(NULL, NULL));
    refused_silently(f->fmi2SetFMUstate(NULL, NULL));
    refused_silently(f->fmi2FreeFMUstate(NULL, NULL));
    refused_silently(f->fmi2SerializedFMUstateSize(NULL, NULL, NULL));
    refused_silently(f->fmi2SerializeFMUstate(NULL, NULL, NULL, 0));
    refused_silently(f->fmi2DeSerializeFMUstate(NULL, NULL, 0, NULL));
    refused_silently(f->fmi2GetDirectionalDerivative(NULL, NULL, 0, NULL, 0, NULL, NULL));
    refused_silently(f->fmi2EnterEventMode(NULL));
    refused_silently(f->fmi2NewDiscreteStates(NULL, NULL));
    refused_silently(f->fmi2EnterContinuousTimeMode(NULL));
    refused_silently(f->fmi2CompletedIntegratorStep(NULL, fmi2False, NULL, NULL));
    refused_silently(f->fmi2SetTime(NULL, 0));
    refused_silently(f->fmi2SetContinuousStates(NULL, NULL, 0));
    refused_silently(f->fmi2GetDerivatives(NULL, NULL, 0));
    refused_silently(f->fmi2GetEventIndicators(NULL, NULL, 0));
    refused_silently(f->fmi2GetContinuousStates(NULL, NULL, 0));
    refused_silently(f->fmi2GetNominalsOfContinuousStates(NULL, NULL, 0));
    refused_silently(f->fmi2SetRealInputDerivatives(NULL, NULL, 0, NULL, NULL));
    refused_silently(f->fmi2GetRealOutputDerivatives(NULL, NULL, 0, NULL, NULL));
    refused_silently(f->fmi2DoStep(NULL, 0, 1, fmi2False));
    refused_silently(f->fmi2CancelStep(NULL));
    refused_silently(f->fmi2GetStatus(NULL, fmi2DoStepStatus, NULL));
    refused_silently(f->fmi2GetRealStatus(NULL, fmi2LastSuccessfulTime, NULL));
    refused_silently(f->fmi2GetIntegerStatus(NULL, fmi2DoStepStatus, NULL));
    refused_silently(f->fmi2GetBooleanStatus(NULL, fmi2Terminated, NULL));
    refused_silently(f->fmi2GetStringStatus(NULL, fmi2DoStepStatus, NULL));
    fmu_unload(f);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_calls_2");
    tcase_add_test(tests, test_instantiating_2);
    tcase_add_test(tests, test_calls_2);
    tcase_add_test(tests, test_null_2);
    return run_suite("fmu_calls_2", tests);
}
