/*
 * The C interface of FMI 2.0, as the standard gives it (Functional Mock-up Interface for Model Exchange and
 * Co-Simulation, 2.0.5, section 2.1): types and functions by the standard's names. One list declares the functions;
 * importers make types of pointers from it.
 */
#ifndef THUD_FMU_FMI2_H
#define THUD_FMU_FMI2_H

#include <stddef.h>

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef char fmi2Char, fmi2Byte;
typedef const fmi2Char *fmi2String;

enum { fmi2False, fmi2True };

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String instance, fmi2Status, fmi2String category,
                   fmi2String message, ...);
    void *(*allocateMemory)(size_t count, size_t size);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#define FMI2_GET_SET(X, type, value)                                                                               \
    X(fmi2Status, fmi2Get##type, (fmi2Component, const fmi2ValueReference[], size_t, value[]))                     \
    X(fmi2Status, fmi2Set##type, (fmi2Component, const fmi2ValueReference[], size_t, const value[]))

/* X(what it returns, name, arguments) */
#define FMI2_FUNCTIONS(X)                                                                                          \
    X(const char *, fmi2GetTypesPlatform, (void))                                                                  \
    X(const char *, fmi2GetVersion, (void))                                                                        \
    X(fmi2Status, fmi2SetDebugLogging, (fmi2Component, fmi2Boolean, size_t, const fmi2String[]))                   \
    X(fmi2Component, fmi2Instantiate,                                                                              \
      (fmi2String name, fmi2Type, fmi2String guid, fmi2String resources, const fmi2CallbackFunctions *,            \
       fmi2Boolean visible, fmi2Boolean logging))                                                                  \
    X(void, fmi2FreeInstance, (fmi2Component))                                                                     \
    X(fmi2Status, fmi2SetupExperiment,                                                                             \
      (fmi2Component, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real start, fmi2Boolean stopDefined,   \
       fmi2Real stop))                                                                                             \
    X(fmi2Status, fmi2EnterInitializationMode, (fmi2Component))                                                    \
    X(fmi2Status, fmi2ExitInitializationMode, (fmi2Component))                                                     \
    X(fmi2Status, fmi2Terminate, (fmi2Component))                                                                  \
    X(fmi2Status, fmi2Reset, (fmi2Component))                                                                      \
    FMI2_GET_SET(X, Real, fmi2Real)                                                                                \
    FMI2_GET_SET(X, Integer, fmi2Integer)                                                                          \
    FMI2_GET_SET(X, Boolean, fmi2Boolean)                                                                          \
    FMI2_GET_SET(X, String, fmi2String)                                                                            \
    X(fmi2Status, fmi2GetFMUstate, (fmi2Component, fmi2FMUstate *))                                                \
    X(fmi2Status, fmi2SetFMUstate, (fmi2Component, fmi2FMUstate))                                                  \
    X(fmi2Status, fmi2FreeFMUstate, (fmi2Component, fmi2FMUstate *))                                               \
    X(fmi2Status, fmi2SerializedFMUstateSize, (fmi2Component, fmi2FMUstate, size_t *))                             \
    X(fmi2Status, fmi2SerializeFMUstate, (fmi2Component, fmi2FMUstate, fmi2Byte[], size_t))                        \
    X(fmi2Status, fmi2DeSerializeFMUstate, (fmi2Component, const fmi2Byte[], size_t, fmi2FMUstate *))              \
    X(fmi2Status, fmi2GetDirectionalDerivative,                                                                    \
      (fmi2Component, const fmi2ValueReference unknowns[], size_t, const fmi2ValueReference knowns[], size_t,      \
       const fmi2Real seed[], fmi2Real sensitivity[]))                                                             \
    X(fmi2Status, fmi2EnterEventMode, (fmi2Component))                                                             \
    X(fmi2Status, fmi2NewDiscreteStates, (fmi2Component, fmi2EventInfo *))                                         \
    X(fmi2Status, fmi2EnterContinuousTimeMode, (fmi2Component))                                                    \
    X(fmi2Status, fmi2CompletedIntegratorStep,                                                                     \
      (fmi2Component, fmi2Boolean noSetPrior, fmi2Boolean * enterEventMode, fmi2Boolean * terminate))              \
    X(fmi2Status, fmi2SetTime, (fmi2Component, fmi2Real))                                                          \
    X(fmi2Status, fmi2SetContinuousStates, (fmi2Component, const fmi2Real[], size_t))                              \
    X(fmi2Status, fmi2GetDerivatives, (fmi2Component, fmi2Real[], size_t))                                         \
    X(fmi2Status, fmi2GetEventIndicators, (fmi2Component, fmi2Real[], size_t))                                     \
    X(fmi2Status, fmi2GetContinuousStates, (fmi2Component, fmi2Real[], size_t))                                    \
    X(fmi2Status, fmi2GetNominalsOfContinuousStates, (fmi2Component, fmi2Real[], size_t))                          \
    X(fmi2Status, fmi2SetRealInputDerivatives,                                                                     \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer order[], const fmi2Real[]))            \
    X(fmi2Status, fmi2GetRealOutputDerivatives,                                                                    \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer order[], fmi2Real[]))                  \
    X(fmi2Status, fmi2DoStep, (fmi2Component, fmi2Real time, fmi2Real step, fmi2Boolean noSetPrior))               \
    X(fmi2Status, fmi2CancelStep, (fmi2Component))                                                                 \
    X(fmi2Status, fmi2GetStatus, (fmi2Component, const fmi2StatusKind, fmi2Status *))                              \
    X(fmi2Status, fmi2GetRealStatus, (fmi2Component, const fmi2StatusKind, fmi2Real *))                            \
    X(fmi2Status, fmi2GetIntegerStatus, (fmi2Component, const fmi2StatusKind, fmi2Integer *))                      \
    X(fmi2Status, fmi2GetBooleanStatus, (fmi2Component, const fmi2StatusKind, fmi2Boolean *))                      \
    X(fmi2Status, fmi2GetStringStatus, (fmi2Component, const fmi2StatusKind, fmi2String *))

#define FMI2_DECLARE(result, name, arguments) __attribute__((visibility("default"))) result name arguments;
FMI2_FUNCTIONS(FMI2_DECLARE)
#undef FMI2_DECLARE

#endif
