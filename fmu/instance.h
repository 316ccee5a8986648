/*
 * What both versions of the standard stand on: one instance of an FMU for co-simulation. Nothing is shared between
 * instances. A call that is refused says why, and changes nothing.
 */
#ifndef THUD_FMU_INSTANCE_H
#define THUD_FMU_INSTANCE_H

#include <stdint.h>

#include "fmu/exchange.h"
#include "fmu/log.h"
#include "fmu/request.h"
#include "fmu/source.h"
#include "fmu/variables.h"

/* As both versions number them. */
typedef enum fmu_status { FMU_OK, FMU_WARNING, FMU_DISCARD, FMU_ERROR } fmu_status;

/* Where an instance is; bits, for sets of them. */
typedef enum fmu_phase {
    FMU_INSTANTIATED = 1,
    FMU_INITIALIZATION = 2,
    FMU_EVENTS = 4,
    FMU_STEPS = 8,
    FMU_TERMINATED = 16,
    FMU_CONTINUOUS = 32, /* model exchange, instead of steps */
    FMU_BEFORE = FMU_INSTANTIATED | FMU_INITIALIZATION,
    FMU_RUNNING = FMU_EVENTS | FMU_STEPS | FMU_CONTINUOUS,
    FMU_SEEN = FMU_INITIALIZATION | FMU_RUNNING | FMU_TERMINATED,
    FMU_ANY = FMU_INSTANTIATED | FMU_SEEN,
} fmu_phase;

typedef void fmu_log(void *context, const char *instance, fmu_status status, const char *category,
                     const char *message);

typedef struct fmu_instance {
    const char *call; /* the function that is under way, for messages */
    char *name;
    fmu_log *log; /* may be NULL */
    void *context;
    bool logged[FMU_LOG_COUNT]; /* what is wanted; errors always are */
    void *caller;               /* for the version's own use; freed with the instance */

    fmu_request request;
    fmu_source source;
    fmu_variables variables;
    double *values;  /* [variables] of parameters and inputs, as the caller has set them */
    double *slopes;  /* [variables] of inputs: during the next step; NAN: none */
    double *applied; /* [variables] of inputs: where the simulation has them go */

    thud_model *model;           /* as the parameters stood when it was built */
    thud_simulation *simulation; /* for co-simulation */
    fmu_exchange *exchange;      /* for model exchange; one of the two is NULL */
    thud_observer observer;
    thud_sample sample; /* the state, where `looked` */
    bool looked;
    bool other_model; /* parameters were set: the model is to be built again */
    bool stale;       /* the run is to be begun again */
    fmu_phase phase;
    bool event_mode;   /* FMI 3.0: the caller wants to be told of events, */
    bool early_return; /* and lets a step end at one */
    bool stopping;     /* during a step: it ends at an event */
    bool met_event;    /* during a step: there was one */
    double time, stop; /* s; INFINITY: no end */
} fmu_instance;

/* The function that begins; false, and a message, for an instance that is not in one of these phases. */
bool fmu_begin(fmu_instance *instance, const char *call, int phases);

/* A message, and the status that goes with it. */
fmu_status fmu_say(fmu_instance *instance, fmu_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* NULL, and a message, where it cannot be made: the token is another, the resources are not there. */
fmu_instance *fmu_create(const char *name, const char *token, const char *resources, bool exchange, fmu_log *log,
                         void *context);
void fmu_free(fmu_instance *instance);

/* Categories by name; all of them where there are none. */
fmu_status fmu_set_logging(fmu_instance *instance, bool on, const char *const *categories, size_t count);

/* ---- phases ---- */

fmu_status fmu_set_times(fmu_instance *instance, double start, bool stop_defined, double stop);
fmu_status fmu_enter_initialization(fmu_instance *instance);
fmu_status fmu_exit_initialization(fmu_instance *instance);
fmu_status fmu_terminate(fmu_instance *instance);
fmu_status fmu_reset(fmu_instance *instance);

/* Begins the run again where parameters or inputs were set before it. */
fmu_status fmu_catch_up(fmu_instance *instance);

/* ---- values ---- */

fmu_status fmu_get(fmu_instance *instance, fmu_type type, const uint32_t *references, size_t count, double *values);
fmu_status fmu_set(fmu_instance *instance, fmu_type type, const uint32_t *references, size_t count,
                   const double *values);

/* How fast an input changes during the next step, and in that alone. */
fmu_status fmu_set_slopes(fmu_instance *instance, const uint32_t *references, size_t count, const int32_t *orders,
                          const double *values);

/* Hands an input to the simulation. */
fmu_status fmu_drive(fmu_instance *instance, size_t variable, double value, thud_input_kind kind);

/* ---- steps ---- */

typedef struct fmu_step_result {
    double time; /* s, that was reached */
    bool early;  /* before the end of the step, at an event */
    bool event;  /* there was one at that time */
} fmu_step_result;

fmu_status fmu_step(fmu_instance *instance, double time, double step, fmu_step_result *result);

/* The observer that an instance is for its simulation. */
thud_observer fmu_observer(fmu_instance *instance);

/* ---- model exchange: the calls of its importer ---- */

typedef struct fmu_event_info {
    bool next_defined;
    double next; /* s: the next event that is known */
} fmu_event_info;

fmu_status fmu_enter_events(fmu_instance *instance);
fmu_status fmu_update(fmu_instance *instance, fmu_event_info *info);
fmu_status fmu_enter_continuous(fmu_instance *instance);
fmu_status fmu_completed_step(fmu_instance *instance, bool *enter_events);
fmu_status fmu_set_time(fmu_instance *instance, double time);
fmu_status fmu_set_states(fmu_instance *instance, const double *states, size_t count);

typedef enum fmu_list { FMU_STATES, FMU_RATES, FMU_INDICATOR_VALUES, FMU_NOMINALS } fmu_list;
size_t fmu_list_size(const fmu_instance *instance, fmu_list list); /* 0 of co-simulation */
fmu_status fmu_get_list(fmu_instance *instance, fmu_list list, double *values, size_t count);

/* Derivatives of `unknowns` along the direction that has the share `seed` in each of `knowns`. */
typedef struct fmu_question {
    const uint32_t *unknowns, *knowns;
    size_t unknown_count, known_count;
    const double *seed;  /* [known_count] */
    double *sensitivity; /* [unknown_count] */
} fmu_question;
fmu_status fmu_directional_derivative(fmu_instance *instance, const fmu_question *question);

/* ---- states ---- */

/* Where an instance is, its values and its run, as bytes: for any instance of the same FMU. */
typedef struct fmu_state {
    size_t size;
    unsigned char bytes[];
} fmu_state;

fmu_status fmu_state_get(fmu_instance *instance, fmu_state **state);
fmu_status fmu_state_set(fmu_instance *instance, const fmu_state *state);
fmu_status fmu_state_write(fmu_instance *instance, const fmu_state *state, void *bytes, size_t size);
fmu_status fmu_state_read(fmu_instance *instance, const void *bytes, size_t size, fmu_state **state);

#endif
