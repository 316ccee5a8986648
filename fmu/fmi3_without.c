/*
 * What FMI 3.0 has and these FMUs do not: variables of other types, clocks, scheduled execution, derivatives. Each
 * call is refused, but for what asks for none of them.
 */
#include "fmu/fmi3.h"
#include "fmu/instance.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static fmi3Status refuse(fmi3Instance instance, const char *call) {
    if (!fmu_begin(instance, call, FMU_ANY)) return fmi3Error;
    return (fmi3Status)fmu_say(instance, FMU_ERROR, "this FMU does not support it, as its description says");
}

/* about no variables at all there is nothing to refuse */
static fmi3Status refuse_any(fmi3Instance instance, const char *call, size_t count) {
    return instance && count == 0 ? fmi3OK : refuse(instance, call);
}

#define VARIABLES(type)                                                                                            \
    fmi3Status fmi3Get##type(fmi3Instance instance, const fmi3ValueReference references[], size_t count,           \
                             fmi3##type values[], size_t value_count) {                                            \
        return refuse_any(instance, "fmi3Get" #type, count);                                                       \
    }                                                                                                              \
    fmi3Status fmi3Set##type(fmi3Instance instance, const fmi3ValueReference references[], size_t count,           \
                             const fmi3##type values[], size_t value_count) {                                      \
        return refuse_any(instance, "fmi3Set" #type, count);                                                       \
    }

VARIABLES(Float32)
VARIABLES(Int8)
VARIABLES(UInt8)
VARIABLES(Int16)
VARIABLES(UInt16)
VARIABLES(UInt32)
VARIABLES(Int64)
VARIABLES(UInt64)
VARIABLES(String)

/* for this many variables */
#define ABOUT(name, ...)                                                                                           \
    fmi3Status name(fmi3Instance instance, const fmi3ValueReference references[], size_t count, __VA_ARGS__) {     \
        return refuse_any(instance, #name, count);                                                                 \
    }

ABOUT(fmi3GetBinary, size_t sizes[], fmi3Binary values[], size_t value_count)
ABOUT(fmi3SetBinary, const size_t sizes[], const fmi3Binary values[], size_t value_count)
ABOUT(fmi3GetClock, fmi3Clock values[])
ABOUT(fmi3SetClock, const fmi3Clock values[])
ABOUT(fmi3GetIntervalDecimal, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
ABOUT(fmi3GetIntervalFraction, fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[])
ABOUT(fmi3GetShiftDecimal, fmi3Float64 shifts[])
ABOUT(fmi3GetShiftFraction, fmi3UInt64 counters[], fmi3UInt64 resolutions[])
ABOUT(fmi3SetIntervalDecimal, const fmi3Float64 intervals[])
ABOUT(fmi3SetIntervalFraction, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
ABOUT(fmi3SetShiftDecimal, const fmi3Float64 shifts[])
ABOUT(fmi3SetShiftFraction, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
ABOUT(fmi3GetOutputDerivatives, const fmi3Int32 orders[], fmi3Float64 values[], size_t value_count)

#define WITHOUT(name, ...)                                                                                         \
    fmi3Status name(fmi3Instance instance, __VA_ARGS__) { return refuse(instance, #name); }
#define WITHOUT_MORE(name)                                                                                         \
    fmi3Status name(fmi3Instance instance) { return refuse(instance, #name); }

WITHOUT(fmi3GetNumberOfVariableDependencies, fmi3ValueReference reference, size_t *count)
WITHOUT(fmi3GetVariableDependencies, fmi3ValueReference dependent, size_t elements[],
        fmi3ValueReference independents[], size_t independent_elements[], fmi3DependencyKind kinds[], size_t count)
WITHOUT(fmi3GetAdjointDerivative, const fmi3ValueReference unknowns[], size_t unknown_count,
        const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64 seed[], size_t seed_count,
        fmi3Float64 sensitivity[], size_t sensitivity_count)
WITHOUT_MORE(fmi3EnterConfigurationMode)
WITHOUT_MORE(fmi3ExitConfigurationMode)
WITHOUT_MORE(fmi3EvaluateDiscreteStates)
WITHOUT(fmi3ActivateModelPartition, fmi3ValueReference clock, fmi3Float64 time)

static fmi3Instance refuse_instance(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                    const char *why) {
    if (log) log(environment, fmi3Error, fmu_log_categories[FMU_LOG_ERROR], why);
    return NULL;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logging,
                                               fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                               fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
                                               fmi3UnlockPreemptionCallback unlock) {
    return refuse_instance(environment, log, "fmi3InstantiateScheduledExecution: this FMU is for co-simulation");
}
