/* FMI 2.0 for model exchange. */
#include "fmu/fmi2.h"
#include "fmu/instance.h"

fmi2Status fmi2EnterEventMode(fmi2Component component) {
    if (!fmu_begin(component, "fmi2EnterEventMode", FMU_CONTINUOUS)) return fmi2Error;
    return (fmi2Status)fmu_enter_events(component);
}

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo *info) {
    if (!fmu_begin(component, "fmi2NewDiscreteStates", FMU_EVENTS)) return fmi2Error;
    fmu_event_info found;
    if (!info) return (fmi2Status)fmu_say(component, FMU_ERROR, "the output pointer is NULL");
    const fmu_status status = fmu_update(component, &found);
    *info = (fmi2EventInfo){.nextEventTimeDefined = found.next_defined, .nextEventTime = found.next};
    return (fmi2Status)status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
    if (!fmu_begin(component, "fmi2EnterContinuousTimeMode", FMU_EVENTS)) return fmi2Error;
    return (fmi2Status)fmu_enter_continuous(component);
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean no_set_prior,
                                       fmi2Boolean *enter_event_mode, fmi2Boolean *terminate) {
    (void)no_set_prior;
    if (!fmu_begin(component, "fmi2CompletedIntegratorStep", FMU_CONTINUOUS)) return fmi2Error;
    bool enter = false;
    const fmu_status status = fmu_completed_step(component, enter_event_mode ? &enter : NULL);
    if (enter_event_mode) *enter_event_mode = enter;
    if (terminate) *terminate = fmi2False;
    return (fmi2Status)status;
}

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real time) {
    if (!fmu_begin(component, "fmi2SetTime", FMU_EVENTS | FMU_CONTINUOUS)) return fmi2Error;
    return (fmi2Status)fmu_set_time(component, time);
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real states[], size_t count) {
    if (!fmu_begin(component, "fmi2SetContinuousStates", FMU_CONTINUOUS)) return fmi2Error;
    return (fmi2Status)fmu_set_states(component, states, count);
}

#define LIST(name, list)                                                                                           \
    fmi2Status name(fmi2Component component, fmi2Real values[], size_t count) {                                    \
        if (!fmu_begin(component, #name, FMU_SEEN)) return fmi2Error;                                              \
        return (fmi2Status)fmu_get_list(component, list, values, count);                                           \
    }

LIST(fmi2GetDerivatives, FMU_RATES)
LIST(fmi2GetEventIndicators, FMU_INDICATOR_VALUES)
LIST(fmi2GetContinuousStates, FMU_STATES)
LIST(fmi2GetNominalsOfContinuousStates, FMU_NOMINALS)
