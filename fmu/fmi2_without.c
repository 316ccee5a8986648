/* What FMI 2.0 has and these FMUs do not: directional derivatives. The call is refused. */
#include "fmu/fmi2.h"
#include "fmu/instance.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknowns[],
                                        size_t unknown_count, const fmi2ValueReference knowns[], size_t known_count,
                                        const fmi2Real seed[], fmi2Real sensitivity[]) {
    if (!fmu_begin(component, "fmi2GetDirectionalDerivative", FMU_ANY)) return fmi2Error;
    return (fmi2Status)fmu_say(component, FMU_ERROR, "this FMU does not support it, as its description says");
}
