/* FMI 2.0 for model exchange. */
#include "fmu/fmi2.h"
#include "fmu/instance.h"

#define VERSION fmi2
#define INSTANCE fmi2Component
#define REAL fmi2Real
#include "fmu/exchange_functions.h"

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

LIST(GetDerivatives, FMU_RATES)

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknowns[],
                                        size_t unknown_count, const fmi2ValueReference knowns[], size_t known_count,
                                        const fmi2Real seed[], fmi2Real sensitivity[]) {
    if (!fmu_begin(component, "fmi2GetDirectionalDerivative", FMU_ANY)) return fmi2Error;
    const fmu_question question = {unknowns, knowns, unknown_count, known_count, seed, sensitivity};
    return (fmi2Status)fmu_directional_derivative(component, &question);
}
