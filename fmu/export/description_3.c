/* modelDescription.xml of FMI 3.0: variables go by their value reference. */
#include "fmu/export/description.h"

static void describe_variable(const fmu_variable *v, size_t reference, fmu_text *t) {
    static const char *const types[] = {"Float64", "Int32", "Boolean"};
    fmu_text_add(t, "    <%s", types[v->type]);
    fmu_describe_identity(v, reference, t);
    if (v->derivative_of > 0) fmu_text_add(t, " derivative=\"%zu\"", v->derivative_of - 1);
    fmu_describe_value(v, t);
    fmu_text_add(t, "/>\n");
}

static void describe_unknowns(const fmu_variables *v, const char *element, bool (*belongs)(const fmu_variable *),
                              fmu_text *t) {
    for (size_t i = 0; i < v->count; i++)
        if (belongs(&v->list[i])) fmu_text_add(t, "    <%s valueReference=\"%zu\"/>\n", element, i);
}

/* co-simulation or model exchange, and what it can do */
static void describe_kind(const fmu_description *d, fmu_text *t) {
    fmu_text_add(t, "  <%s", d->exchange ? "ModelExchange" : "CoSimulation");
    fmu_describe_attribute(t, "modelIdentifier", d->identifier);
    fmu_text_add(t,
                 " canBeInstantiatedOnlyOncePerProcess=\"false\" canGetAndSetFMUState=\"true\""
                 " canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"%s\""
                 " providesAdjointDerivatives=\"false\" providesEvaluateDiscreteStates=\"false\"",
                 d->exchange ? "true" : "false");
    fmu_text_add(t, "%s/>\n",
                 d->exchange ? " needsCompletedIntegratorStep=\"true\""
                             : " canHandleVariableCommunicationStepSize=\"true\" maxOutputDerivativeOrder=\"0\""
                               " providesIntermediateUpdate=\"false\" mightReturnEarlyFromDoStep=\"true\""
                               " canReturnEarlyAfterIntermediateUpdate=\"false\" hasEventMode=\"true\"");
}

static bool is_indicator(const fmu_variable *v) { return v->kind == FMU_INDICATOR; }

void fmu_describe_3(const fmu_description *d, fmu_text *t) {
    fmu_describe_head(d, "3.0", "instantiationToken", t);
    fmu_text_add(t, ">\n");
    describe_kind(d, t);
    fmu_describe_frame(d, t);
    fmu_text_add(t, "  <ModelVariables>\n");
    for (size_t i = 0; i < d->variables->count; i++) describe_variable(&d->variables->list[i], i, t);
    fmu_text_add(t, "  </ModelVariables>\n  <ModelStructure>\n");
    describe_unknowns(d->variables, "Output", fmu_describe_is_output, t);
    describe_unknowns(d->variables, "ContinuousStateDerivative", fmu_describe_is_derivative, t);
    describe_unknowns(d->variables, "InitialUnknown", fmu_describe_is_initial, t);
    describe_unknowns(d->variables, "EventIndicator", is_indicator, t);
    fmu_text_add(t, "  </ModelStructure>\n</fmiModelDescription>\n");
}
