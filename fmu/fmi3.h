/*
 * The C interface of FMI 3.0, as the standard gives it (Functional Mock-up Interface Specification, 3.0.2, sections
 * 2.2 and 2.3, 3.2 to 5.2): types and functions by the standard's names. One list declares the functions; importers
 * make types of pointers from it.
 */
#ifndef THUD_FMU_FMI3_H
#define THUD_FMU_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8, fmi3Byte;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef const fmi3Byte *fmi3Binary;

enum { fmi3False, fmi3True };

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64 time, fmi3Boolean setRequested,
                                               fmi3Boolean getAllowed, fmi3Boolean stepFinished,
                                               fmi3Boolean canReturnEarly, fmi3Boolean *earlyReturnRequested,
                                               fmi3Float64 *earlyReturnTime);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#define FMI3_GET_SET(X, type)                                                                                      \
    X(fmi3Status, fmi3Get##type, (fmi3Instance, const fmi3ValueReference[], size_t, fmi3##type[], size_t))         \
    X(fmi3Status, fmi3Set##type, (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3##type[], size_t))

/* X(what it returns, name, arguments) */
#define FMI3_FUNCTIONS(X)                                                                                          \
    X(const char *, fmi3GetVersion, (void))                                                                        \
    X(fmi3Status, fmi3SetDebugLogging, (fmi3Instance, fmi3Boolean, size_t, const fmi3String[]))                    \
    X(fmi3Instance, fmi3InstantiateModelExchange,                                                                  \
      (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,          \
       fmi3InstanceEnvironment, fmi3LogMessageCallback))                                                           \
    X(fmi3Instance, fmi3InstantiateCoSimulation,                                                                   \
      (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,          \
       fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed, const fmi3ValueReference required[], size_t,     \
       fmi3InstanceEnvironment, fmi3LogMessageCallback, fmi3IntermediateUpdateCallback))                           \
    X(fmi3Instance, fmi3InstantiateScheduledExecution,                                                             \
      (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,          \
       fmi3InstanceEnvironment, fmi3LogMessageCallback, fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,       \
       fmi3UnlockPreemptionCallback))                                                                              \
    X(void, fmi3FreeInstance, (fmi3Instance))                                                                      \
    X(fmi3Status, fmi3EnterInitializationMode,                                                                     \
      (fmi3Instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance, fmi3Float64 start,                       \
       fmi3Boolean stopDefined, fmi3Float64 stop))                                                                 \
    X(fmi3Status, fmi3ExitInitializationMode, (fmi3Instance))                                                      \
    X(fmi3Status, fmi3EnterEventMode, (fmi3Instance))                                                              \
    X(fmi3Status, fmi3Terminate, (fmi3Instance))                                                                   \
    X(fmi3Status, fmi3Reset, (fmi3Instance))                                                                       \
    FMI3_GET_SET(X, Float32)                                                                                       \
    FMI3_GET_SET(X, Float64)                                                                                       \
    FMI3_GET_SET(X, Int8)                                                                                          \
    FMI3_GET_SET(X, UInt8)                                                                                         \
    FMI3_GET_SET(X, Int16)                                                                                         \
    FMI3_GET_SET(X, UInt16)                                                                                        \
    FMI3_GET_SET(X, Int32)                                                                                         \
    FMI3_GET_SET(X, UInt32)                                                                                        \
    FMI3_GET_SET(X, Int64)                                                                                         \
    FMI3_GET_SET(X, UInt64)                                                                                        \
    FMI3_GET_SET(X, Boolean)                                                                                       \
    FMI3_GET_SET(X, String)                                                                                        \
    X(fmi3Status, fmi3GetBinary,                                                                                   \
      (fmi3Instance, const fmi3ValueReference[], size_t, size_t sizes[], fmi3Binary[], size_t))                    \
    X(fmi3Status, fmi3SetBinary,                                                                                   \
      (fmi3Instance, const fmi3ValueReference[], size_t, const size_t sizes[], const fmi3Binary[], size_t))        \
    X(fmi3Status, fmi3GetClock, (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Clock[]))                   \
    X(fmi3Status, fmi3SetClock, (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Clock[]))             \
    X(fmi3Status, fmi3GetNumberOfVariableDependencies, (fmi3Instance, fmi3ValueReference, size_t *))               \
    X(fmi3Status, fmi3GetVariableDependencies,                                                                     \
      (fmi3Instance, fmi3ValueReference, size_t[], fmi3ValueReference[], size_t[], fmi3DependencyKind[], size_t))  \
    X(fmi3Status, fmi3GetFMUState, (fmi3Instance, fmi3FMUState *))                                                 \
    X(fmi3Status, fmi3SetFMUState, (fmi3Instance, fmi3FMUState))                                                   \
    X(fmi3Status, fmi3FreeFMUState, (fmi3Instance, fmi3FMUState *))                                                \
    X(fmi3Status, fmi3SerializedFMUStateSize, (fmi3Instance, fmi3FMUState, size_t *))                              \
    X(fmi3Status, fmi3SerializeFMUState, (fmi3Instance, fmi3FMUState, fmi3Byte[], size_t))                         \
    X(fmi3Status, fmi3DeserializeFMUState, (fmi3Instance, const fmi3Byte[], size_t, fmi3FMUState *))               \
    X(fmi3Status, fmi3GetDirectionalDerivative,                                                                    \
      (fmi3Instance, const fmi3ValueReference unknowns[], size_t, const fmi3ValueReference knowns[], size_t,       \
       const fmi3Float64 seed[], size_t, fmi3Float64 sensitivity[], size_t))                                       \
    X(fmi3Status, fmi3GetAdjointDerivative,                                                                        \
      (fmi3Instance, const fmi3ValueReference unknowns[], size_t, const fmi3ValueReference knowns[], size_t,       \
       const fmi3Float64 seed[], size_t, fmi3Float64 sensitivity[], size_t))                                       \
    X(fmi3Status, fmi3EnterConfigurationMode, (fmi3Instance))                                                      \
    X(fmi3Status, fmi3ExitConfigurationMode, (fmi3Instance))                                                       \
    X(fmi3Status, fmi3GetIntervalDecimal,                                                                          \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], fmi3IntervalQualifier[]))                  \
    X(fmi3Status, fmi3GetIntervalFraction,                                                                         \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64[], fmi3UInt64[], fmi3IntervalQualifier[]))     \
    X(fmi3Status, fmi3GetShiftDecimal, (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[]))          \
    X(fmi3Status, fmi3GetShiftFraction,                                                                            \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64[], fmi3UInt64[]))                              \
    X(fmi3Status, fmi3SetIntervalDecimal, (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[])) \
    X(fmi3Status, fmi3SetIntervalFraction,                                                                         \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt64[], const fmi3UInt64[]))                  \
    X(fmi3Status, fmi3SetShiftDecimal, (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[]))    \
    X(fmi3Status, fmi3SetShiftFraction,                                                                            \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt64[], const fmi3UInt64[]))                  \
    X(fmi3Status, fmi3EvaluateDiscreteStates, (fmi3Instance))                                                      \
    X(fmi3Status, fmi3UpdateDiscreteStates,                                                                        \
      (fmi3Instance, fmi3Boolean * needUpdate, fmi3Boolean * terminate, fmi3Boolean * nominalsChanged,             \
       fmi3Boolean * valuesChanged, fmi3Boolean * nextEventTimeDefined, fmi3Float64 * nextEventTime))              \
    X(fmi3Status, fmi3EnterContinuousTimeMode, (fmi3Instance))                                                     \
    X(fmi3Status, fmi3CompletedIntegratorStep,                                                                     \
      (fmi3Instance, fmi3Boolean noSetPrior, fmi3Boolean * enterEventMode, fmi3Boolean * terminate))               \
    X(fmi3Status, fmi3SetTime, (fmi3Instance, fmi3Float64))                                                        \
    X(fmi3Status, fmi3SetContinuousStates, (fmi3Instance, const fmi3Float64[], size_t))                            \
    X(fmi3Status, fmi3GetContinuousStateDerivatives, (fmi3Instance, fmi3Float64[], size_t))                        \
    X(fmi3Status, fmi3GetEventIndicators, (fmi3Instance, fmi3Float64[], size_t))                                   \
    X(fmi3Status, fmi3GetContinuousStates, (fmi3Instance, fmi3Float64[], size_t))                                  \
    X(fmi3Status, fmi3GetNominalsOfContinuousStates, (fmi3Instance, fmi3Float64[], size_t))                        \
    X(fmi3Status, fmi3GetNumberOfEventIndicators, (fmi3Instance, size_t *))                                        \
    X(fmi3Status, fmi3GetNumberOfContinuousStates, (fmi3Instance, size_t *))                                       \
    X(fmi3Status, fmi3EnterStepMode, (fmi3Instance))                                                               \
    X(fmi3Status, fmi3GetOutputDerivatives,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int32 orders[], fmi3Float64[], size_t))         \
    X(fmi3Status, fmi3DoStep,                                                                                      \
      (fmi3Instance, fmi3Float64 time, fmi3Float64 step, fmi3Boolean noSetPrior, fmi3Boolean * eventNeeded,        \
       fmi3Boolean * terminate, fmi3Boolean * earlyReturn, fmi3Float64 * lastSuccessfulTime))                      \
    X(fmi3Status, fmi3ActivateModelPartition, (fmi3Instance, fmi3ValueReference clock, fmi3Float64 time))

#define FMI3_DECLARE(result, name, arguments) __attribute__((visibility("default"))) result name arguments;
FMI3_FUNCTIONS(FMI3_DECLARE)
#undef FMI3_DECLARE

#endif
