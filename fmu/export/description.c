/* modelDescription.xml: what both versions of the standard have. */
#include "fmu/export/description.h"

#include <math.h>
#include <string.h>

#include <thud/status.h>

#include "base/number.h"
#include "base/print.h"
#include "fmu/log.h"

void fmu_describe_attribute(fmu_text *t, const char *name, const char *value) {
    fmu_text_add(t, " %s=\"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '&') fmu_text_add(t, "&amp;");
        else if (*c == '<') fmu_text_add(t, "&lt;");
        else if (*c == '>') fmu_text_add(t, "&gt;");
        else if (*c == '"') fmu_text_add(t, "&quot;");
        else fmu_text_bytes(t, (unsigned char)*c < 0x20 ? " " : c, 1);
    }
    fmu_text_add(t, "\"");
}

void fmu_describe_number(fmu_text *t, const char *name, double value) {
    char text[40];
    if (isinf(value)) {
        fmu_text_add(t, " %s=\"%s\"", name, value > 0 ? "INF" : "-INF");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        thud_print(text, sizeof text, "%.*g", digits, value);
        if (thud_number_value(text, NULL) == value) break;
    }
    fmu_text_add(t, " %s=\"%s\"", name, text);
}

void fmu_describe_head(const fmu_description *d, const char *version, const char *token_name, fmu_text *t) {
    fmu_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
    fmu_describe_attribute(t, "fmiVersion", version);
    fmu_describe_attribute(t, "modelName", d->name);
    fmu_describe_attribute(t, token_name, d->token);
    fmu_describe_attribute(t, "description",
                           "A scenario of thud: structures and the impacts between them, event by event");
    fmu_text_add(t, " generationTool=\"thud %s\" variableNamingConvention=\"flat\"", thud_version());
}

static void describe_units(const fmu_variables *v, fmu_text *t) {
    fmu_text_add(t, "  <UnitDefinitions>\n");
    for (size_t i = 0; i < v->count; i++) {
        const fmu_unit *u = v->list[i].unit;
        size_t first = 0;
        while (v->list[first].unit != u) first++;
        if (!u || first < i) continue;
        const struct {
            const char *name;
            int exponent;
        } base[] = {{"kg", u->kg}, {"m", u->m}, {"s", u->s}, {"rad", u->rad}};
        fmu_text_add(t, "    <Unit");
        fmu_describe_attribute(t, "name", u->name);
        fmu_text_add(t, "><BaseUnit");
        for (size_t k = 0; k < sizeof base / sizeof base[0]; k++)
            if (base[k].exponent) fmu_text_add(t, " %s=\"%d\"", base[k].name, base[k].exponent);
        fmu_text_add(t, "/></Unit>\n");
    }
    fmu_text_add(t, "  </UnitDefinitions>\n");
}

void fmu_describe_frame(const fmu_description *d, fmu_text *t) {
    describe_units(d->variables, t);
    fmu_text_add(t, "  <LogCategories>\n");
    for (int i = 0; i < (d->exchange ? FMU_LOG_ERROR + 1 : FMU_LOG_COUNT); i++) {
        fmu_text_add(t, "    <Category");
        fmu_describe_attribute(t, "name", fmu_log_categories[i]);
        fmu_describe_attribute(t, "description", fmu_log_about[i]);
        fmu_text_add(t, "/>\n");
    }
    fmu_text_add(t, "  </LogCategories>\n  <DefaultExperiment startTime=\"0\"");
    if (d->stop > 0) fmu_describe_number(t, "stopTime", d->stop);
    if (d->step > 0) fmu_describe_number(t, "stepSize", d->step);
    fmu_text_add(t, "/>\n");
}

void fmu_describe_identity(const fmu_variable *v, size_t reference, fmu_text *t) {
    static const char *const causalities[] = {"independent", "parameter", "input", "output", "local"};
    const char *variability = v->causality == FMU_FIXED ? "fixed" : v->type == FMU_REAL ? "continuous" : "discrete";
    fmu_describe_attribute(t, "name", v->name);
    fmu_text_add(t, " valueReference=\"%zu\" causality=\"%s\" variability=\"%s\"", reference,
                 causalities[v->causality], variability);
    if (v->causality == FMU_FIXED) fmu_text_add(t, " initial=\"exact\"");
    if (v->causality == FMU_OUTPUT || v->causality == FMU_LOCAL) fmu_text_add(t, " initial=\"calculated\"");
    fmu_describe_attribute(t, "description", v->about);
}

void fmu_describe_value(const fmu_variable *v, fmu_text *t) {
    if (v->unit && v->type == FMU_REAL) fmu_describe_attribute(t, "unit", v->unit->name);
    if (v->causality != FMU_FIXED && v->causality != FMU_INPUT) return;
    if (v->type == FMU_BOOLEAN) fmu_describe_attribute(t, "start", v->start != 0 ? "true" : "false");
    else fmu_describe_number(t, "start", v->start);
}

bool fmu_describe_is_output(const fmu_variable *v) { return v->causality == FMU_OUTPUT; }

bool fmu_describe_is_derivative(const fmu_variable *v) { return v->derivative_of > 0; }

/* what is computed where a run is initialised: all states follow from the parameters */
bool fmu_describe_is_initial(const fmu_variable *v) {
    return fmu_describe_is_output(v) || fmu_describe_is_derivative(v) || v->state;
}
