/*
 * The variables of an FMU, made in the same way where it is written and where it runs: time, parameters, inputs,
 * what moves, and the results of the run so far. The number of a variable is its value reference.
 */
#ifndef THUD_FMU_VARIABLES_H
#define THUD_FMU_VARIABLES_H

#include <thud/simulate.h>

#include "contact/run_quantity.h"
#include "fmu/request.h"
#include "fmu/source.h"

typedef enum fmu_kind {
    FMU_TIME,
    FMU_PARAMETER,
    FMU_RAMPED, /* whether inputs go along straight lines */
    FMU_FORCE,
    FMU_GROUND,
    FMU_DISPLACEMENT, /* from here on: what moves */
    FMU_VELOCITY,
    FMU_ACCELERATION,
    FMU_SUPPORT_DISPLACEMENT,
    FMU_SUPPORT_VELOCITY,
    FMU_CONTACT_FORCE,
    FMU_DEFORMATION,
    FMU_LINK_FORCE,
    FMU_WATCH,
    FMU_RATE,       /* model exchange: a relative acceleration, */
    FMU_INDICATOR,  /* and an indicator of events */
    FMU_RUN_RESULT, /* from here on: results */
    FMU_BODY_RESULT,
    FMU_CONTACT_RESULT,
    FMU_LINK_RESULT,
    FMU_WATCH_RESULT,
    FMU_ENERGY_RESULT,
} fmu_kind;

typedef enum fmu_type { FMU_REAL, FMU_INTEGER, FMU_BOOLEAN } fmu_type;

typedef enum fmu_causality {
    FMU_INDEPENDENT,
    FMU_FIXED, /* a parameter, fixed once the run has begun */
    FMU_INPUT,
    FMU_OUTPUT,
    FMU_LOCAL,
} fmu_causality;

enum { FMU_INDICATORS = 3 }; /* per contact, in model exchange */

/* A unit, and the exponents of its base units. */
typedef struct fmu_unit {
    const char *name;
    int kg, m, s, rad;
} fmu_unit;

enum { FMU_DIGITS = 32 };

typedef struct fmu_variable {
    char *name;
    char *about;          /* what it is, in a few words */
    const fmu_unit *unit; /* NULL: none, or none that the standard can write */
    fmu_kind kind;
    fmu_type type;
    fmu_causality causality;
    bool state;                        /* model exchange: a continuous state */
    size_t derivative_of;              /* likewise: the number of that state, from 1; 0: of none */
    size_t index;                      /* index of its body, contact, link, support or watch */
    const thud_run_quantity *quantity; /* for results */
    double start;                      /* for parameters and inputs */
    const char *path;                  /* path of a parameter in the scenario: its name, or the end of it */
    thud_yaml_node *node;              /* for a parameter: the node of its value, */
    char digits[FMU_DIGITS];           /* and what is written there */
} fmu_variable;

/* Starts as {0}. */
typedef struct fmu_variables {
    fmu_variable *list;
    size_t count, capacity;
} fmu_variables;

/* All that a scenario has, as the request has it. `error` says which of its words is wrong. The run, which was
 * begun, says which results there are; for model exchange there is none, and it is NULL. */
thud_status fmu_variables_make(const fmu_request *request, fmu_source *source, const thud_model *model,
                               thud_simulation *run, fmu_variables *variables, thud_error *error);
void fmu_variables_free(fmu_variables *variables);

/* The variable of that name; the count where there is none. */
size_t fmu_variables_find(const fmu_variables *variables, const char *name);

/* NULL: it has none. */
const fmu_unit *fmu_unit_of(thud_dimension dimension);

/* For the files that make them: one more, with a name of this format. NULL when memory is short. */
fmu_variable *fmu_variables_add(fmu_variables *variables, fmu_variable made, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Parameters, from their paths; inputs and what there is to see, from the model. */
thud_status fmu_parameters_make(const fmu_request *request, fmu_source *source, const thud_model *model,
                                fmu_variables *variables, thud_error *error);
thud_status fmu_inputs_make(const fmu_request *request, const thud_model *model, fmu_variables *variables,
                            thud_error *error);
bool fmu_exchange_make(const thud_model *model, fmu_variables *variables);
bool fmu_motion_make(const thud_model *model, const thud_summary *summary, fmu_variables *variables);

/* Writes the values of parameters into the scenario: [variables], or NULL for those that they start from. */
void fmu_parameters_write(fmu_variables *variables, const double *values);

#endif
