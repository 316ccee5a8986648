/* FMI 3.0 for co-simulation, over the instances that both versions share. */
#include "fmu/fmi3.h"

#include <stdlib.h>

#include "fmu/instance.h"

/* what an instance keeps for this version */
typedef struct caller {
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
} caller;

static void pass_on(void *context, const char *instance, fmu_status status, const char *category,
                    const char *message) {
    const caller *c = context;
    (void)instance;
    c->log(c->environment, (fmi3Status)status, category, message);
}

/* ---- instances ---- */

const char *fmi3GetVersion(void) { return "3.0"; }

static fmu_instance *make(fmi3String name, fmi3String token, fmi3String resources, bool exchange, bool logging,
                          fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
    caller *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (caller){environment, log};
    fmu_instance *i = fmu_create(name, token, resources, exchange, log ? pass_on : NULL, c);
    if (i) {
        i->caller = c;
        fmu_set_logging(i, logging, NULL, 0);
    } else free(c);
    return i;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                                         fmi3Boolean early_return, const fmi3ValueReference required[],
                                         size_t required_count, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update) {
    (void)visible;
    (void)required;
    (void)update;
    if (required_count > 0) {
        if (log)
            log(environment, fmi3Error, fmu_log_categories[FMU_LOG_ERROR],
                "fmi3InstantiateCoSimulation: this FMU has no intermediate variables");
        return NULL;
    }
    fmu_instance *i = make(name, token, resources, false, logging, environment, log);
    if (i) {
        i->event_mode = event_mode;
        i->early_return = early_return;
    }
    return i;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
    (void)visible;
    return make(name, token, resources, true, logging, environment, log);
}

void fmi3FreeInstance(fmi3Instance instance) { fmu_free(instance); }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t count, const fmi3String categories[]) {
    if (!fmu_begin(instance, "fmi3SetDebugLogging", FMU_ANY)) return fmi3Error;
    return (fmi3Status)fmu_set_logging(instance, on, categories, count);
}

/* ---- phases ---- */

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean tolerance_defined, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean stop_defined, fmi3Float64 stop) {
    (void)tolerance_defined;
    (void)tolerance;
    if (!fmu_begin(instance, "fmi3EnterInitializationMode", FMU_INSTANTIATED)) return fmi3Error;
    const fmu_status status = fmu_set_times(instance, start, stop_defined, stop);
    return (fmi3Status)(status == FMU_OK ? fmu_enter_initialization(instance) : status);
}

static fmu_status enter_steps(fmu_instance *i) {
    if (i->exchange) return fmu_say(i, FMU_ERROR, "this FMU is for model exchange, not for co-simulation");
    i->phase = FMU_STEPS;
    return FMU_OK;
}

#define PHASE(name, phases, function)                                                                              \
    fmi3Status name(fmi3Instance instance) {                                                                       \
        return fmu_begin(instance, #name, phases) ? (fmi3Status)function(instance) : fmi3Error;                    \
    }

PHASE(fmi3ExitInitializationMode, FMU_INITIALIZATION, fmu_exit_initialization)
PHASE(fmi3EnterEventMode, FMU_STEPS | FMU_CONTINUOUS, fmu_enter_events)
PHASE(fmi3EnterStepMode, FMU_EVENTS, enter_steps)
PHASE(fmi3Terminate, FMU_RUNNING, fmu_terminate)
PHASE(fmi3Reset, FMU_ANY, fmu_reset)

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *need_update, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *values_changed,
                                    fmi3Boolean *next_event_defined, fmi3Float64 *next_event) {
    if (!fmu_begin(instance, "fmi3UpdateDiscreteStates", FMU_EVENTS)) return fmi3Error;
    fmi3Boolean *const flags[] = {need_update, terminate, nominals_changed, values_changed};
    fmu_event_info info;
    const fmu_status status = fmu_update(instance, &info);
    for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
        if (flags[k]) *flags[k] = fmi3False;
    if (next_event_defined) *next_event_defined = info.next_defined;
    if (next_event) *next_event = info.next;
    return (fmi3Status)status;
}

/* ---- values ---- */

static bool counts_agree(fmu_instance *i, size_t references, size_t values) {
    if (references == values) return true;
    fmu_say(i, FMU_ERROR, "%zu variables and %zu values: each variable has one value", references, values);
    return false;
}

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          fmi3Float64 values[], size_t value_count) {
    if (!fmu_begin(instance, "fmi3GetFloat64", FMU_ANY) || !counts_agree(instance, count, value_count))
        return fmi3Error;
    return (fmi3Status)fmu_get(instance, FMU_REAL, references, count, values);
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          const fmi3Float64 values[], size_t value_count) {
    if (!fmu_begin(instance, "fmi3SetFloat64", FMU_BEFORE | FMU_RUNNING) ||
        !counts_agree(instance, count, value_count))
        return fmi3Error;
    return (fmi3Status)fmu_set(instance, FMU_REAL, references, count, values);
}

/* whole numbers and Booleans are doubles inside */
static double *make_numbers(fmu_instance *i, size_t count, size_t value_count, const void *values) {
    if (!counts_agree(i, count, value_count)) return NULL;
    double *numbers = values || count == 0 ? calloc(count + 1, sizeof *numbers) : NULL;
    if (!numbers) fmu_say(i, FMU_ERROR, values ? "there is not enough memory" : "the values are NULL");
    return numbers;
}

fmi3Status fmi3GetInt32(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                        fmi3Int32 values[], size_t value_count) {
    if (!fmu_begin(instance, "fmi3GetInt32", FMU_ANY)) return fmi3Error;
    double *numbers = make_numbers(instance, count, value_count, values);
    if (!numbers) return fmi3Error;
    const fmu_status status = fmu_get(instance, FMU_INTEGER, references, count, numbers);
    for (size_t k = 0; k < count && status == FMU_OK; k++)
        values[k] = (fmi3Int32)(numbers[k] < INT32_MAX ? numbers[k] : INT32_MAX);
    free(numbers);
    return (fmi3Status)status;
}

fmi3Status fmi3SetInt32(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                        const fmi3Int32 values[], size_t value_count) {
    if (!fmu_begin(instance, "fmi3SetInt32", FMU_BEFORE | FMU_RUNNING)) return fmi3Error;
    double *numbers = make_numbers(instance, count, value_count, values);
    if (!numbers) return fmi3Error;
    for (size_t k = 0; k < count; k++) numbers[k] = values[k];
    const fmu_status status = fmu_set(instance, FMU_INTEGER, references, count, numbers);
    free(numbers);
    return (fmi3Status)status;
}

fmi3Status fmi3GetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          fmi3Boolean values[], size_t value_count) {
    if (!fmu_begin(instance, "fmi3GetBoolean", FMU_ANY)) return fmi3Error;
    double *numbers = make_numbers(instance, count, value_count, values);
    if (!numbers) return fmi3Error;
    const fmu_status status = fmu_get(instance, FMU_BOOLEAN, references, count, numbers);
    for (size_t k = 0; k < count && status == FMU_OK; k++) values[k] = numbers[k] != 0;
    free(numbers);
    return (fmi3Status)status;
}

fmi3Status fmi3SetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          const fmi3Boolean values[], size_t value_count) {
    if (!fmu_begin(instance, "fmi3SetBoolean", FMU_BEFORE | FMU_RUNNING)) return fmi3Error;
    double *numbers = make_numbers(instance, count, value_count, values);
    if (!numbers) return fmi3Error;
    for (size_t k = 0; k < count; k++) numbers[k] = values[k] ? 1 : 0;
    const fmu_status status = fmu_set(instance, FMU_BOOLEAN, references, count, numbers);
    free(numbers);
    return (fmi3Status)status;
}

/* ---- states ---- */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state) {
    if (!fmu_begin(instance, "fmi3GetFMUState", FMU_ANY)) return fmi3Error;
    return (fmi3Status)fmu_state_get(instance, (fmu_state **)state);
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
    if (!fmu_begin(instance, "fmi3SetFMUState", FMU_ANY)) return fmi3Error;
    return (fmi3Status)fmu_state_set(instance, state);
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state) {
    if (!instance) return fmi3Error;
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t *size) {
    if (!fmu_begin(instance, "fmi3SerializedFMUStateSize", FMU_ANY)) return fmi3Error;
    if (!state || !size) return (fmi3Status)fmu_say(instance, FMU_ERROR, "the state or its size is NULL");
    *size = ((const fmu_state *)state)->size;
    return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
    if (!fmu_begin(instance, "fmi3SerializeFMUState", FMU_ANY)) return fmi3Error;
    return (fmi3Status)fmu_state_write(instance, state, bytes, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state) {
    if (!fmu_begin(instance, "fmi3DeserializeFMUState", FMU_ANY)) return fmi3Error;
    return (fmi3Status)fmu_state_read(instance, bytes, size, (fmu_state **)state);
}

/* ---- steps ---- */

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 step, fmi3Boolean no_set_prior,
                      fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *early,
                      fmi3Float64 *last_successful_time) {
    (void)no_set_prior;
    if (!fmu_begin(instance, "fmi3DoStep", FMU_STEPS)) return fmi3Error;
    fmu_instance *i = instance;
    fmu_step_result result;
    const fmu_status status = fmu_step(i, time, step, &result);
    if (event_needed) *event_needed = result.event && i->event_mode;
    if (terminate) *terminate = fmi3False;
    if (early) *early = result.early;
    if (last_successful_time) *last_successful_time = result.time;
    return (fmi3Status)status;
}
