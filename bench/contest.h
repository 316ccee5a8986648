/*
 * One task done by thud and by the cheapest rival that is as accurate as asked.
 *
 * A task is done for several restitutions between 0.3 and 0.7; its error is the largest relative one over all of
 * them, measured against SUNDIALS at its tightest, so that thud is not its own judge. Setting up a solver is not
 * counted, nor is the search for the best settings.
 */
#ifndef THUD_BENCH_CONTEST_H
#define THUD_BENCH_CONTEST_H

#include <thud/law.h>

#include "rival.h"

typedef enum contest_task {
    CONTEST_IMPACT,      /* damping → restitution and contact time (and all the rest of thud_impact, for thud) */
    CONTEST_CALIBRATION, /* restitution → damping */
} contest_task;

typedef struct contest {
    const char *what;
    contest_task task;
    const char *law;
    thud_separation separation;
    double target; /* the error that either may have */
} contest;

/* How a rival is set up. */
typedef struct contest_settings {
    rival_method method;
    rival_form form;
    double first_step;
    double tolerance;
    double chi_tolerance; /* of Brent's method */
} contest_settings;

/* The rivals come in two fields. */
typedef enum contest_field {
    CONTEST_USUAL, /* CVODE Adams or ARKODE Dormand–Prince, the equation as one writes it down */
    CONTEST_TUNED, /* any method, also on the regularised equation and with a first step made for it */
    CONTEST_FIELD_COUNT
} contest_field;

/* The cheapest rival of one field. */
typedef struct contest_rival {
    contest_settings settings;
    double seconds; /* per call; INFINITY when none is accurate enough */
    double error;
} contest_rival;

typedef struct contest_outcome {
    double thud_seconds;
    double thud_error;
    double doubt; /* largest relative difference between the reference and thud_impact_integrate */
    contest_rival rivals[CONTEST_FIELD_COUNT];
} contest_outcome;

/* False when the library or the reference fails. */
bool contest_run(const contest *entry, contest_outcome *outcome);

#endif
