/*
 * Exact steps of modes along a record, however far they turn in one. Between two samples G = a_g − gravity is a
 * straight line, and q and q̇ at the end of a step are linear in (q, q̇, G₀, G₁) at its start. What damping takes and
 * what the ground gives are quadratic forms of the same numbers.
 */
#ifndef THUD_SIMULATE_MODAL_STEP_H
#define THUD_SIMULATE_MODAL_STEP_H

#include <stdbool.h>
#include <stddef.h>

/* [n] each, of modes. */
typedef struct thud_modal_step {
    size_t n;
    double h;                           /* s */
    const double *square, *drag, *load; /* ω², c, L */
    double *q[4], *r[4];                /* of (q, q̇, G₀, G₁) in q and q̇ at the end */
    double *lost[10], *ramp[4];         /* in ∫ c q̇² dt, by products; and in L ∫ q̇ t/h dt */
    double *share; /* ω̂² of the size E² = ẇ² + ω̂² w², w = q̈, which never grows */
    double *bend_x, *bend_v, *bend_a,
        *bend_j; /* by E: how far q, q̇, q̈, q⃛ may be from straight lines over the step */
    double *work;
} thud_modal_step;

enum { THUD_MODAL_STEP_ARRAYS = 28 };

/* Fills the arrays, which lie in `numbers`, for a step of length h: those of energy where they are asked for. False
 * where a mode is too fast for them. */
bool thud_modal_step_init(thud_modal_step *step, size_t n, double h, const double *square, const double *drag,
                          const double *load, bool with_energy, double *numbers);

/* q and q̇ at the end, and q̈ there. */
void thud_modal_step_take(const thud_modal_step *step, const double *q0, const double *r0, double g0, double g1,
                          double *q1, double *r1, double *a1);

/* J that damping takes in the step and that G gives. */
void thud_modal_step_energy(const thud_modal_step *step, const double *q0, const double *r0, const double *q1,
                            double g0, double g1, double *lost, double *given);

/* How far displacements, velocities, accelerations and their slopes of any body may be from straight lines between
 * the ends of the step; `largest` is the largest |φ| of each mode. */
void thud_modal_step_bends(const thud_modal_step *step, const double *largest, const double *q0, const double *r0,
                           double g0, double g1, double bend[4]);

#endif
