/*
 * Functions of model exchange that both versions of the standard have, but for names and types. Included once by
 * each version, with VERSION, which begins all names, INSTANCE and REAL defined.
 */
#define GLUE_(a, b) a##b
#define GLUE(a, b) GLUE_(a, b)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)
#define FUNCTION(name) GLUE(VERSION, name)
#define STATUS FUNCTION(Status)
#define BEGIN(name, phases)                                                                                        \
    if (!fmu_begin(instance, TEXT(VERSION) #name, phases)) return (STATUS)FMU_ERROR

STATUS FUNCTION(EnterContinuousTimeMode)(INSTANCE instance) {
    BEGIN(EnterContinuousTimeMode, FMU_EVENTS);
    return (STATUS)fmu_enter_continuous(instance);
}

STATUS FUNCTION(SetTime)(INSTANCE instance, REAL time) {
    BEGIN(SetTime, FMU_EVENTS | FMU_CONTINUOUS);
    return (STATUS)fmu_set_time(instance, time);
}

STATUS FUNCTION(SetContinuousStates)(INSTANCE instance, const REAL states[], size_t count) {
    BEGIN(SetContinuousStates, FMU_CONTINUOUS);
    return (STATUS)fmu_set_states(instance, states, count);
}

#define LIST(name, list)                                                                                           \
    STATUS FUNCTION(name)(INSTANCE instance, REAL values[], size_t count) {                                        \
        BEGIN(name, FMU_SEEN);                                                                                     \
        return (STATUS)fmu_get_list(instance, list, values, count);                                                \
    }

LIST(GetEventIndicators, FMU_INDICATOR_VALUES)
LIST(GetContinuousStates, FMU_STATES)
LIST(GetNominalsOfContinuousStates, FMU_NOMINALS)
