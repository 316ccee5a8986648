/* FMI 3.0 for model exchange. */
#include "fmu/fmi3.h"
#include "fmu/instance.h"

#define VERSION fmi3
#define INSTANCE fmi3Instance
#define REAL fmi3Float64
#include "fmu/exchange_functions.h"

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_set_prior,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate) {
    (void)no_set_prior;
    if (!fmu_begin(instance, "fmi3CompletedIntegratorStep", FMU_CONTINUOUS)) return fmi3Error;
    if (terminate) *terminate = fmi3False;
    return (fmi3Status)fmu_completed_step(instance, enter_event_mode);
}

LIST(GetContinuousStateDerivatives, FMU_RATES)

#define NUMBER(name, list)                                                                                         \
    fmi3Status name(fmi3Instance instance, size_t *count) {                                                        \
        if (!fmu_begin(instance, #name, FMU_ANY)) return fmi3Error;                                                \
        if (!count) return (fmi3Status)fmu_say(instance, FMU_ERROR, "the output pointer is NULL");                 \
        *count = fmu_list_size(instance, list);                                                                    \
        return fmi3OK;                                                                                             \
    }

NUMBER(fmi3GetNumberOfEventIndicators, FMU_INDICATOR_VALUES)
NUMBER(fmi3GetNumberOfContinuousStates, FMU_STATES)

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                        size_t unknown_count, const fmi3ValueReference knowns[], size_t known_count,
                                        const fmi3Float64 seed[], size_t seed_count, fmi3Float64 sensitivity[],
                                        size_t sensitivity_count) {
    if (!fmu_begin(instance, "fmi3GetDirectionalDerivative", FMU_ANY)) return fmi3Error;
    const fmu_question question = {unknowns, knowns, unknown_count, known_count, seed, sensitivity};
    /* all variables are scalars */
    if (seed_count != known_count || sensitivity_count != unknown_count)
        return (fmi3Status)fmu_say(instance, FMU_ERROR,
                                   "%zu seeds and %zu sensitivities given, expected %zu and %zu", seed_count,
                                   sensitivity_count, known_count, unknown_count);
    return (fmi3Status)fmu_directional_derivative(instance, &question);
}
