/*
 * Systems that a scenario cannot describe: equations of motion, gaps and their gradients as C functions.
 *
 * They are integrated by an adaptive Runge–Kutta method of order eight with dense output. Contacts start, turn and
 * end at their true instants, not at the next step. Contact laws, ledger and observer are those of
 * <thud/simulate.h>.
 *
 * Compliant contacts: the effective mass is 1/(gᵀM⁻¹g) at gap closure, with g the gradient of the gap. The
 * approach speed is that at gap closure; or, if larger, the one to which the impacts lead that press the contact
 * at that instant; and at least the impact threshold. With a restitution_speed, that speed is used instead. Notes
 * name contacts that closed more slowly. A contact released while still penetrated (zero-force) has no force until
 * its law pushes again.
 *
 * newton and poisson: velocities jump, jointly for all contacts closed at that instant. Where both laws meet in
 * one impact, newton's holds for all. Impacts that follow one another ever faster are carried to their limit: the
 * contact comes to rest. This needs a rebound of less than a thousandth of the impact threshold, and a closing
 * acceleration q that lets it rise by no more than positions are known to. It then rests from t + 2v⁺/(q(1 − e))
 * on, the leading order of the sum of the remaining flights, and stays until its reaction would pull.
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
    const thud_gap_contact *contacts; /* [contact_count]; the field `gap` is unused, because the function below
                                         gives it */

    /* Mass matrix, [dof × dof], row by row, at q. */
    void (*mass)(void *context, const double *q, double *matrix);

    /* Forces without contacts, [dof], such that M(q) q̈ = forces + Σ gradient·(−F). */
    void (*forces)(void *context, double time, const double *q, const double *rate, double *forces);

    /* Penetration of a contact, m (positive: touching), and its gradient ∂δ/∂q, [dof]. */
    double (*penetration)(void *context, size_t contact, const double *q, double *gradient);

    /* Asked when a gap closes. It returns false when the parts miss each other there, beyond an edge. The
     * penetration must then be negative from that instant until they meet again. NULL: they always meet. */
    bool (*touch)(void *context, size_t contact, const double *q);

    /* The next instant after `time` at which the forces are not smooth in time, such as a sample of a record;
     * INFINITY: none. NULL: the forces are always smooth. */
    double (*next_break)(void *context, double time);

    /*
     * Internal state of the forces, such as yielded or sliding elements. The caller owns it, behind `context`. It
     * does not change during trial steps, only at events. `switches` gives [switch_count] numbers that are smooth
     * between events. Where one of them becomes positive, the instant is located and `commit` is called with its
     * number; from then on the new forces hold. A switch that is positive after an impact is committed at once.
     */
    size_t switch_count;
    void (*switches)(void *context, double time, const double *q, const double *rate, double *values);
    void (*commit)(void *context, size_t index, double time, const double *q, const double *rate);

    /* Stored energy, J, including kinetic energy; NULL: no energy balance. */
    double (*energy)(void *context, double time, const double *q, const double *rate);

    /* Power, W, of loads and damping, positive when they add energy; NULL: none. */
    double (*power)(void *context, double time, const double *q, const double *rate);

    /* The power that damping takes out, W, zero or more. The work of loads is then input, whatever its sign, and
     * the work of damping is dissipated. NULL: power is input while positive and dissipated while negative. */
    double (*damping_power)(void *context, double time, const double *q, const double *rate);
} thud_system;

typedef struct thud_system_options {
    double duration;         /* s */
    double tolerance;        /* relative, per step; 1e-9 */
    double impact_threshold; /* m/s; 1e-3; scale for the errors of slower motion, in rad/s for angles */
    double output_interval;  /* s; 0: none */
    bool output_events;      /* also sample at the instants of events */
    size_t step_limit;       /* 10 million */
} thud_system_options;

THUD_API thud_system_options thud_system_options_default(void);

/*
 * Runs from q and q̇ at time 0; both arrays hold the final state afterwards. The arrays `bodies` (one per degree
 * of freedom) and `contacts` of the summary belong to the caller. `observer` may be NULL. After a failure the
 * summary holds the results so far, and summary->error where and why it stopped.
 *
 * Energy: the input is the initial energy plus the integral of positive power; negative power is dissipated.
 * `damping_power` separates the two. Contacts in force at the end contribute to the stored energy. Without
 * `energy` all of these are NAN.
 */
THUD_API thud_status thud_system_run(const thud_system *system, const thud_system_options *options, double *q,
                                     double *rate, thud_body_summary *bodies, thud_contact_summary *contacts,
                                     const thud_observer *observer, thud_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
