/*
 * What an expert would write instead of using thud: one impact in the dimensionless frame,
 *     δ″ + δⁿ + χ δᵖ δ′ = 0,   δ(0) = 0,   δ′(0) = 1,
 * integrated with SUNDIALS and its root finding until the bodies part, and Brent's method on top for the damping
 * that returns a wanted restitution. Solver objects are created once and re-initialised for every impact.
 */
#ifndef THUD_BENCH_RIVAL_H
#define THUD_BENCH_RIVAL_H

#include <stdbool.h>

typedef enum rival_method {
    RIVAL_DORMAND_PRINCE5, /* ARKODE ERKStep, as are the next two */
    RIVAL_CASH_KARP5,
    RIVAL_FEHLBERG8,
    RIVAL_ADAMS, /* CVODE, Adams–Moulton of orders 1 to 12, fixed-point iteration */
    RIVAL_METHOD_COUNT
} rival_method;

/* The variables that are integrated. */
typedef enum rival_form {
    RIVAL_FORM_TIME,    /* (δ, δ′) over time, as one writes it down; not smooth at δ = 0, which costs order */
    RIVAL_FORM_REGULAR, /* δ = z², dt = 2z dτ, if one knows the trick: smooth at both ends for most laws */
    RIVAL_FORM_COUNT
} rival_form;

typedef struct rival_problem {
    double n;
    double p;
    double chi;
    bool approach_only; /* the damper acts until the penetration is largest, the rebound is elastic */
    bool zero_force;    /* contact ends when the force returns to zero, not when the penetration does */
} rival_problem;

typedef struct rival_result {
    double restitution;
    double contact_time;
    double max_penetration; /* NAN unless asked for: locating it is one more root */
    double separation_penetration;
    long rhs_evaluations;
} rival_result;

typedef struct rival rival;

/* NULL when SUNDIALS refuses. */
rival *rival_create(rival_method method, rival_form form);
void rival_free(rival *solver);

const char *rival_method_name(rival_method method);
const char *rival_form_name(rival_form form);

/* The first step of a one-step method; 0, as at first, leaves it to SUNDIALS, which is cautious. */
void rival_first_step(rival *solver, double step);

/* Whether rival_impact also locates the largest penetration; off at first. */
void rival_want_peak(rival *solver, bool want);

/* False when the solver gives up or the bodies do not part. `tolerance` is relative and absolute. */
bool rival_impact(rival *solver, const rival_problem *problem, double tolerance, rival_result *result);

/*
 * χ that returns `restitution`, in (0, 1), for the structure of `problem`, whose own χ is not read: Brent's method
 * to the relative tolerance `chi_tolerance`, on impacts integrated with `tolerance`.
 */
bool rival_calibrate(rival *solver, const rival_problem *problem, double restitution, double tolerance,
                     double chi_tolerance, double *chi);

#endif
