/*
 * What an expert would write with SUNDIALS instead of using thud run: the equations of motion integrated with root
 * finding on the gaps, begun anew where a contact closes or opens, with a stop at every point of the record, where
 * the slope of the ground motion jumps. The right-hand side runs over springs and closed contacts only, and
 * allocates nothing; tolerances are relative to the largest displacement and velocity of each body.
 */
#ifndef THUD_BENCH_RIVAL_RUN_H
#define THUD_BENCH_RIVAL_RUN_H

#include "run_case.h"

typedef enum rival_run_method {
    RIVAL_RUN_ADAMS,          /* CVODE, Adams–Moulton of orders 1 to 12, fixed-point iteration */
    RIVAL_RUN_DORMAND_PRINCE, /* ARKODE ERKStep 5(4) */
    RIVAL_RUN_METHODS
} rival_run_method;

typedef struct rival_run rival_run;

typedef struct rival_run_counts {
    long closings; /* contacts that closed */
    long rhs_evaluations;
} rival_run_counts;

/* NULL when SUNDIALS refuses. The case must outlive it. */
rival_run *rival_run_create(const run_case *which, rival_run_method method);
void rival_run_free(rival_run *solver);

const char *rival_run_method_name(rival_run_method method);

/* Whether to begin anew at every point of the record too; off at first. */
void rival_run_restart(rival_run *solver, bool restart);

/*
 * Displacements and velocities at the points, [points][2·bodies] into `trace`. `scale` holds the largest of each,
 * [2·bodies]. False when the solver gives up.
 */
bool rival_run_solve(rival_run *solver, double tolerance, const double *scale, double *trace,
                     rival_run_counts *counts);

#endif
