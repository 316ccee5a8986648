/* FMI 3.0 for model exchange. */
#include "fmu/fmi3.h"
#include "fmu/instance.h"

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
    if (!fmu_begin(instance, "fmi3EnterContinuousTimeMode", FMU_EVENTS)) return fmi3Error;
    return (fmi3Status)fmu_enter_continuous(instance);
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_set_prior,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate) {
    (void)no_set_prior;
    if (!fmu_begin(instance, "fmi3CompletedIntegratorStep", FMU_CONTINUOUS)) return fmi3Error;
    if (terminate) *terminate = fmi3False;
    return (fmi3Status)fmu_completed_step(instance, enter_event_mode);
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
    if (!fmu_begin(instance, "fmi3SetTime", FMU_EVENTS | FMU_CONTINUOUS)) return fmi3Error;
    return (fmi3Status)fmu_set_time(instance, time);
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 states[], size_t count) {
    if (!fmu_begin(instance, "fmi3SetContinuousStates", FMU_CONTINUOUS)) return fmi3Error;
    return (fmi3Status)fmu_set_states(instance, states, count);
}

#define LIST(name, list)                                                                                           \
    fmi3Status name(fmi3Instance instance, fmi3Float64 values[], size_t count) {                                   \
        if (!fmu_begin(instance, #name, FMU_SEEN)) return fmi3Error;                                               \
        return (fmi3Status)fmu_get_list(instance, list, values, count);                                            \
    }

LIST(fmi3GetContinuousStateDerivatives, FMU_RATES)
LIST(fmi3GetEventIndicators, FMU_INDICATOR_VALUES)
LIST(fmi3GetContinuousStates, FMU_STATES)
LIST(fmi3GetNominalsOfContinuousStates, FMU_NOMINALS)

#define NUMBER(name, list)                                                                                         \
    fmi3Status name(fmi3Instance instance, size_t *count) {                                                        \
        if (!fmu_begin(instance, #name, FMU_ANY)) return fmi3Error;                                                \
        if (!count) return (fmi3Status)fmu_say(instance, FMU_ERROR, "the output pointer is NULL");                 \
        *count = fmu_list_size(instance, list);                                                                    \
        return fmi3OK;                                                                                             \
    }

NUMBER(fmi3GetNumberOfEventIndicators, FMU_INDICATOR_VALUES)
NUMBER(fmi3GetNumberOfContinuousStates, FMU_STATES)
