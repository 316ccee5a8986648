/* What FMI 2.0 has and these FMUs do not: model exchange, directional derivatives. Each call is refused. */
#include "fmu/fmi2.h"
#include "fmu/instance.h"

static fmi2Status refuse(fmi2Component component, const char *call) {
    if (!fmu_begin(component, call, FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_say(component, FMU_ERROR, "this FMU does not have it, as its description says");
}

#define WITHOUT(name, ...)                                                                                         \
    fmi2Status name(fmi2Component component, __VA_ARGS__) { return refuse(component, #name); }
#define WITHOUT_MORE(name)                                                                                         \
    fmi2Status name(fmi2Component component) { return refuse(component, #name); }

#pragma GCC diagnostic ignored "-Wunused-parameter"
WITHOUT(fmi2GetDirectionalDerivative, const fmi2ValueReference unknowns[], size_t unknown_count,
        const fmi2ValueReference knowns[], size_t known_count, const fmi2Real seed[], fmi2Real sensitivity[])
WITHOUT_MORE(fmi2EnterEventMode)
WITHOUT(fmi2NewDiscreteStates, fmi2EventInfo *info)
WITHOUT_MORE(fmi2EnterContinuousTimeMode)
WITHOUT(fmi2CompletedIntegratorStep, fmi2Boolean no_set_prior, fmi2Boolean *enter_event_mode,
        fmi2Boolean *terminate)
WITHOUT(fmi2SetTime, fmi2Real time)
WITHOUT(fmi2SetContinuousStates, const fmi2Real states[], size_t count)
WITHOUT(fmi2GetDerivatives, fmi2Real derivatives[], size_t count)
WITHOUT(fmi2GetEventIndicators, fmi2Real indicators[], size_t count)
WITHOUT(fmi2GetContinuousStates, fmi2Real states[], size_t count)
WITHOUT(fmi2GetNominalsOfContinuousStates, fmi2Real nominals[], size_t count)
