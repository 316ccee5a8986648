/*
 * Systems that a scenario cannot describe: equations of motion, gaps and their gradients as C functions.
 *
 * Integrated by an adaptive Runge–Kutta method of order eight with dense output; contacts start, turn and end where
 * they do, not at the next step. Contact laws, ledger and observer are those of <thud/simulate.h>.
 *
 * Compliant contacts: the approach speed is that at gap closure, or that to which the impacts lead which press the
 * contact then, and at least the impact threshold; the effective mass 1/(gᵀM⁻¹g) is that of the same instant, g the
 * gradient of the gap. With a restitution_speed, the speed is that. Notes name contacts that began more slowly.
 * A contact that is released while it is still penetrated (zero-force) has no force until its law pushes again.
 *
 * newton and poisson: velocities jump, those of contacts closed at the same instant together; where both laws meet
 * in one such impact, newton's holds for all. Impacts that follow one another ever faster are carried to their
 * limit: when one leaves a contact with less than a thousandth of the impact threshold, and the closing
 * acceleration q lets it rise by no more than positions are known to, it rests from t + 2v⁺/(q(1 − e)) on (the
 * leading order of the sum of what would follow), and stays until its reaction would pull.
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

    /* Asked when a gap closes: false when the parts pass by one another there, beyond an edge. The penetration must
     * then be negative from that instant on, until they meet again. NULL: they always touch. */
    bool (*touch)(void *context, size_t contact, const double *q);

    /* The next instant after `time` at which the forces are not smooth in time, as at the samples of a record;
     * INFINITY: none. NULL: they always are. */
    double (*next_break)(void *context, double time);

    /*
     * Internal state of the forces, such as what has yielded or slides: it is the caller's, behind `context`, and
     * stays as it is while steps are tried. It changes at events alone. `switches` gives [switch_count] numbers,
     * smooth between events; where one of them becomes positive, the instant is located and `commit` is called with
     * its number: forces are those after it from then on. One that is positive after an impact is committed at
     * once.
     */
    size_t switch_count;
    void (*switches)(void *context, double time, const double *q, const double *rate, double *values);
    void (*commit)(void *context, size_t index, double time, const double *q, const double *rate);

    /* Energy stored, J, kinetic energy included; NULL: no energy balance. */
    double (*energy)(void *context, double time, const double *q, const double *rate);

    /* Power, W, that loads and damping put in (positive) or take out; NULL: none. */
    double (*power)(void *context, double time, const double *q, const double *rate);

    /* The part of it that damping takes out, W, zero or more. Work of loads is input then, whatever its sign, and
     * what damping takes is dissipated; NULL: power is input while it is positive, dissipated while it is not. */
    double (*damping_power)(void *context, double time, const double *q, const double *rate);
} thud_system;

typedef struct thud_system_options {
    double duration;         /* s */
    double tolerance;        /* relative, per step; 1e-9 */
    double impact_threshold; /* m/s; 1e-3; errors of slower motion are measured by it, in rad/s for angles */
    double output_interval;  /* s; 0: none */
    bool output_events;      /* samples at the instants of events too */
    size_t step_limit;       /* 10 million */
} thud_system_options;

THUD_API thud_system_options thud_system_options_default(void);

/*
 * From q and q̇ at time 0; both are those at the end afterwards. `summary` has its arrays in `bodies` (one per
 * degree of freedom) and `contacts` of the caller's. `observer` may be NULL. When it fails, what it had is in the
 * summary, and where and why it stopped in summary->error.
 *
 * Energy: the input is that at the start and the integral of the power while it is positive; dissipated, while it
 * is negative; `damping_power` tells the two apart. Contacts in force at the end have their part in what is stored.
 * Without `energy` all of it is NAN.
 */
THUD_API thud_status thud_system_run(const thud_system *system, const thud_system_options *options, double *q,
                                     double *rate, thud_body_summary *bodies, thud_contact_summary *contacts,
                                     const thud_observer *observer, thud_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
