/* modelDescription.xml of FMI 2.0: variables go by their number in the list, from 1. */
#include "fmu/export/description.h"

static void describe_variable(const fmu_variable *v, size_t reference, fmu_text *t) {
    static const char *const types[] = {"Real", "Integer", "Boolean"};
    fmu_text_add(t, "    <ScalarVariable");
    fmu_describe_identity(v, reference, t);
    fmu_text_add(t, "><%s", types[v->type]);
    if (v->derivative_of > 0) fmu_text_add(t, " derivative=\"%zu\"", v->derivative_of);
    fmu_describe_value(v, t);
    fmu_text_add(t, "/></ScalarVariable>\n");
}

static void describe_unknowns(const fmu_variables *v, const char *list, bool (*belongs)(const fmu_variable *),
                              fmu_text *t) {
    fmu_text_add(t, "    <%s>\n", list);
    for (size_t i = 0; i < v->count; i++)
        if (belongs(&v->list[i])) fmu_text_add(t, "      <Unknown index=\"%zu\"/>\n", i + 1);
    fmu_text_add(t, "    </%s>\n", list);
}

/* co-simulation or model exchange, and what it can do */
static void describe_kind(const fmu_description *d, fmu_text *t) {
    fmu_text_add(t, "  <%s", d->exchange ? "ModelExchange" : "CoSimulation");
    fmu_describe_attribute(t, "modelIdentifier", d->identifier);
    fmu_text_add(t, "%s",
                 d->exchange ? " completedIntegratorStepNotNeeded=\"false\""
                             : " canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\""
                               " maxOutputDerivativeOrder=\"0\" canRunAsynchronuously=\"false\"");
    fmu_text_add(t,
                 " canBeInstantiatedOnlyOncePerProcess=\"false\" canNotUseMemoryManagementFunctions=\"true\""
                 " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\""
                 " providesDirectionalDerivative=\"%s\"/>\n",
                 d->exchange ? "true" : "false");
}

void fmu_describe_2(const fmu_description *d, fmu_text *t) {
    size_t indicators = 0;
    for (size_t i = 0; i < d->variables->count; i++) indicators += d->variables->list[i].kind == FMU_INDICATOR;
    fmu_describe_head(d, "2.0", "guid", t);
    if (d->exchange) fmu_text_add(t, " numberOfEventIndicators=\"%zu\"", indicators);
    fmu_text_add(t, ">\n");
    describe_kind(d, t);
    fmu_describe_frame(d, t);
    fmu_text_add(t, "  <ModelVariables>\n");
    for (size_t i = 0; i < d->variables->count; i++) describe_variable(&d->variables->list[i], i, t);
    fmu_text_add(t, "  </ModelVariables>\n  <ModelStructure>\n");
    describe_unknowns(d->variables, "Outputs", fmu_describe_is_output, t);
    if (d->exchange) describe_unknowns(d->variables, "Derivatives", fmu_describe_is_derivative, t);
    describe_unknowns(d->variables, "InitialUnknowns", fmu_describe_is_initial, t);
    fmu_text_add(t, "  </ModelStructure>\n</fmiModelDescription>\n");
}
