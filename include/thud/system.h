/*
 * Systems that a scenario cannot describe: equations of motion, gaps and their gradients as C functions.
 *
 * Integrated by an adaptive Runge–Kutta method of order eight with dense output; contacts start, turn and end where
 * they do, not at the next step. Contact laws, ledger and observer are those of <thud/simulate.h>.
 */
#ifndef THUD_SYSTEM_H
#define THUD_SYSTEM_H

#include <thud/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_system {
    void *context;
    size_t dof;
    size_t contact_count;
    const thud_gap_contact *contacts; /* [contact_count]; the field `gap` is not used: the function below says */

    /* Mass matrix, [dof × dof], row by row, at q. */
    void (*mass)(void *context, const double *q, double *matrix);

    /* Forces without contacts, [dof], such that M(q) q̈ = forces + Σ gradient·(−F). */
    void (*forces)(void *context, double time, const double *q, const double *rate, double *forces);

    /* Penetration of a contact, m (positive: touching), and its gradient ∂δ/∂q, [dof]. */
    double (*penetration)(void *context, size_t contact, const double *q, double *gradient);

    /* Energy stored, J, kinetic energy included; NULL: no energy is booked. */
    double (*energy)(void *context, double time, const double *q, const double *rate);

    /* Power, W, that loads and damping put in (positive) or take out; NULL: none. */
    double (*power)(void *context, double time, const double *q, const double *rate);
} thud_system;

typedef struct thud_system_options {
    double duration;         /* s */
    double tolerance;        /* relative, per step; 1e-9 */
    double impact_threshold; /* m/s; 1e-3 */
    double output_interval;  /* s; 0: none */
    size_t step_limit;       /* 10 million */
} thud_system_options;

THUD_API thud_system_options thud_system_options_default(void);

/* From q and q̇ at time 0; both are those at the end afterwards. `summary` has its arrays in `bodies` (one per degree
 * of freedom) and `contacts` of the caller's. `observer` may be NULL. */
THUD_API thud_status thud_system_run(const thud_system *system, const thud_system_options *options, double *q,
                                     double *rate, thud_body_summary *bodies, thud_contact_summary *contacts,
                                     const thud_observer *observer, thud_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
