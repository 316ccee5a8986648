/* FMI 2.0 for co-simulation, over the instances that both versions share. */
#include "fmu/fmi2.h"

#include <stdlib.h>
#include <string.h>

#include "fmu/instance.h"

/* what an instance keeps for this version */
typedef struct caller {
    fmi2CallbackFunctions functions;
    double last_time; /* s, that the last step has reached */
} caller;

static void pass_on(void *context, const char *instance, fmu_status status, const char *category,
                    const char *message) {
    const caller *c = context;
    c->functions.logger(c->functions.componentEnvironment, instance, (fmi2Status)status, category, "%s", message);
}

/* ---- the folder of resources, from its address ---- */

static int hex(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    const char letter = (char)(digit | 0x20);
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* the path in "file:///path", with %20 and the like as bytes; to be freed, NULL where it is none */
static char *path_of(const char *uri) {
    const char *at = strncmp(uri, "file:", 5) == 0 ? uri + 5 : NULL;
    if (!at) return NULL;
    if (strncmp(at, "//", 2) == 0) {
        at += 2;
        if (strncmp(at, "localhost/", 10) == 0) at += 9;
    }
    char *path = *at == '/' ? malloc(strlen(at) + 1) : NULL, *to = path;
    while (path && *at) {
        const bool escaped = *at == '%' && hex(at[1]) >= 0 && hex(at[2]) >= 0;
        *to++ = escaped ? (char)(hex(at[1]) * 16 + hex(at[2])) : *at;
        at += escaped ? 3 : 1;
    }
    if (path) *to = '\0';
    return path;
}

/* ---- instances ---- */

const char *fmi2GetTypesPlatform(void) { return "default"; }

const char *fmi2GetVersion(void) { return "2.0"; }

static void refuse(caller *c, const char *name, const char *why) {
    if (c->functions.logger) pass_on(c, name ? name : "", FMU_ERROR, fmu_log_categories[0], why);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging) {
    (void)visible;
    if (!functions) return NULL;
    caller *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->functions = *functions;
    char *folder = resources ? path_of(resources) : NULL;
    fmu_instance *i = NULL;
    if (!folder) refuse(c, name, "fmi2Instantiate: the address of the resources is not of the form file:///folder");
    else i = fmu_create(name, guid, folder, type == fmi2ModelExchange, functions->logger ? pass_on : NULL, c);
    free(folder);
    if (!i) {
        free(c);
        return NULL;
    }
    i->caller = c;
    fmu_set_logging(i, logging != fmi2False, NULL, 0);
    return i;
}

void fmi2FreeInstance(fmi2Component component) { fmu_free(component); }

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t count,
                               const fmi2String categories[]) {
    if (!fmu_begin(component, "fmi2SetDebugLogging", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_set_logging(component, on != fmi2False, categories, count);
}

/* ---- phases ---- */

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop) {
    (void)tolerance_defined;
    (void)tolerance;
    if (!fmu_begin(component, "fmi2SetupExperiment", FMU_INSTANTIATED)) return fmi2Error;
    return (fmi2Status)fmu_set_times(component, start, stop_defined != fmi2False, stop);
}

#define PHASE(name, phases, function)                                                                              \
    fmi2Status name(fmi2Component component) {                                                                     \
        return fmu_begin(component, #name, phases) ? (fmi2Status)function(component) : fmi2Error;                  \
    }

PHASE(fmi2EnterInitializationMode, FMU_INSTANTIATED, fmu_enter_initialization)
PHASE(fmi2ExitInitializationMode, FMU_INITIALIZATION, fmu_exit_initialization)
PHASE(fmi2Terminate, FMU_RUNNING, fmu_terminate)
PHASE(fmi2Reset, FMU_ANY, fmu_reset)

/* ---- values ---- */

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference references[], size_t count,
                       fmi2Real values[]) {
    if (!fmu_begin(component, "fmi2GetReal", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_get(component, FMU_REAL, references, count, values);
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference references[], size_t count,
                       const fmi2Real values[]) {
    if (!fmu_begin(component, "fmi2SetReal", FMU_BEFORE | FMU_RUNNING)) return fmi2Error;
    return (fmi2Status)fmu_set(component, FMU_REAL, references, count, values);
}

/* whole numbers and Booleans are doubles inside */
static fmi2Status get_whole(fmu_instance *i, fmu_type type, const fmi2ValueReference *references, size_t count,
                            int *values) {
    if (count > 0 && !values) return (fmi2Status)fmu_say(i, FMU_ERROR, "the values are NULL");
    double *numbers = calloc(count + 1, sizeof *numbers);
    if (!numbers) return (fmi2Status)fmu_say(i, FMU_ERROR, "there is not enough memory");
    const fmu_status status = fmu_get(i, type, references, count, numbers);
    for (size_t k = 0; k < count && status == FMU_OK; k++) values[k] = (int)(numbers[k] < 2e9 ? numbers[k] : 2e9);
    free(numbers);
    return (fmi2Status)status;
}

static fmi2Status set_whole(fmu_instance *i, fmu_type type, const fmi2ValueReference *references, size_t count,
                            const int *values) {
    if (count > 0 && !values) return (fmi2Status)fmu_say(i, FMU_ERROR, "the values are NULL");
    double *numbers = calloc(count + 1, sizeof *numbers);
    if (!numbers) return (fmi2Status)fmu_say(i, FMU_ERROR, "there is not enough memory");
    for (size_t k = 0; k < count; k++) numbers[k] = type == FMU_BOOLEAN ? values[k] != fmi2False : values[k];
    const fmu_status status = fmu_set(i, type, references, count, numbers);
    free(numbers);
    return (fmi2Status)status;
}

#define WHOLE(type, kind)                                                                                          \
    fmi2Status fmi2Get##type(fmi2Component component, const fmi2ValueReference references[], size_t count,         \
                             int values[]) {                                                                       \
        if (!fmu_begin(component, "fmi2Get" #type, FMU_ANY)) return fmi2Error;                                     \
        return get_whole(component, kind, references, count, values);                                              \
    }                                                                                                              \
    fmi2Status fmi2Set##type(fmi2Component component, const fmi2ValueReference references[], size_t count,         \
                             const int values[]) {                                                                 \
        if (!fmu_begin(component, "fmi2Set" #type, FMU_BEFORE | FMU_RUNNING)) return fmi2Error;                    \
        return set_whole(component, kind, references, count, values);                                              \
    }

WHOLE(Integer, FMU_INTEGER)
WHOLE(Boolean, FMU_BOOLEAN)

/* there are none: nothing of them can be asked for */
static fmi2Status no_texts(fmi2Component component, const char *call, size_t count) {
    if (!fmu_begin(component, call, FMU_ANY)) return fmi2Error;
    return count == 0 ? fmi2OK : (fmi2Status)fmu_say(component, FMU_ERROR, "there are no variables of this type");
}

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference references[], size_t count,
                         fmi2String values[]) {
    (void)references;
    (void)values;
    return no_texts(component, "fmi2GetString", count);
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference references[], size_t count,
                         const fmi2String values[]) {
    (void)references;
    (void)values;
    return no_texts(component, "fmi2SetString", count);
}

/* ---- states ---- */

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state) {
    if (!fmu_begin(component, "fmi2GetFMUstate", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_state_get(component, (fmu_state **)state);
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
    if (!fmu_begin(component, "fmi2SetFMUstate", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_state_set(component, state);
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state) {
    if (!component) return fmi2Error;
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t *size) {
    if (!fmu_begin(component, "fmi2SerializedFMUstateSize", FMU_ANY)) return fmi2Error;
    if (!state || !size) return (fmi2Status)fmu_say(component, FMU_ERROR, "the state or its size is NULL");
    *size = ((const fmu_state *)state)->size;
    return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
    if (!fmu_begin(component, "fmi2SerializeFMUstate", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_state_write(component, state, bytes, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state) {
    if (!fmu_begin(component, "fmi2DeSerializeFMUstate", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_state_read(component, bytes, size, (fmu_state **)state);
}

/* ---- steps ---- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference references[], size_t count,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
    if (!fmu_begin(component, "fmi2SetRealInputDerivatives", FMU_STEPS | FMU_INITIALIZATION)) return fmi2Error;
    return (fmi2Status)fmu_set_slopes(component, references, count, orders, values);
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference references[],
                                        size_t count, const fmi2Integer orders[], fmi2Real values[]) {
    (void)references;
    (void)orders;
    (void)values;
    if (!fmu_begin(component, "fmi2GetRealOutputDerivatives", FMU_ANY)) return fmi2Error;
    return count == 0 ? fmi2OK : (fmi2Status)fmu_say(component, FMU_ERROR, "outputs have no derivatives here");
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean no_set_prior) {
    (void)no_set_prior;
    if (!fmu_begin(component, "fmi2DoStep", FMU_STEPS)) return fmi2Error;
    fmu_instance *i = component;
    fmu_step_result result;
    const fmu_status status = fmu_step(i, time, step, &result);
    ((caller *)i->caller)->last_time = result.time;
    return (fmi2Status)status;
}

fmi2Status fmi2CancelStep(fmi2Component component) {
    if (!fmu_begin(component, "fmi2CancelStep", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_say(component, FMU_ERROR, "no step is under way: each is over when fmi2DoStep returns");
}

static fmi2Status no_status(fmi2Component component, const char *call) {
    if (!fmu_begin(component, call, FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_say(component, FMU_DISCARD,
                               "no status is pending: steps are complete when fmi2DoStep returns");
}

fmi2Status fmi2GetStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Status *value) {
    (void)kind;
    (void)value;
    return no_status(component, "fmi2GetStatus");
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value) {
    if (kind != fmi2LastSuccessfulTime || !value) return no_status(component, "fmi2GetRealStatus");
    if (!fmu_begin(component, "fmi2GetRealStatus", FMU_ANY)) return fmi2Error;
    *value = ((const caller *)((const fmu_instance *)component)->caller)->last_time;
    return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Integer *value) {
    (void)kind;
    (void)value;
    return no_status(component, "fmi2GetIntegerStatus");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value) {
    if (kind != fmi2Terminated || !value) return no_status(component, "fmi2GetBooleanStatus");
    if (!fmu_begin(component, "fmi2GetBooleanStatus", FMU_ANY)) return fmi2Error;
    *value = fmi2False;
    return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component component, const fmi2StatusKind kind, fmi2String *value) {
    (void)kind;
    (void)value;
    return no_status(component, "fmi2GetStringStatus");
}
