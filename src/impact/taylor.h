/*
 * Taylor series of the contact equation about one instant: one step of the integrator, with dense output.
 *
 * The penetration is δ = z^q and the independent variable τ, dt = q z^(q−1) dτ:
 *
 *     z′ = v,   v′ = −q z^a − χ D′,   a = q(n+1) − 1,   D = δ^(p+1)/(p+1).
 *
 * If q makes a and q(p+1) integers, the equation is polynomial, and nothing is singular at δ = 0. If no small q
 * does, q = 1 and the powers of δ are expanded about δ > 0; steps then grow in proportion to δ.
 *
 * The series are in σ = τ/unit. The unit is 1 except for motions so fast that their coefficients would overflow.
 * All steps and instants below are in σ.
 */
#ifndef THUD_IMPACT_TAYLOR_H
#define THUD_IMPACT_TAYLOR_H

#include <stdbool.h>

#include "impact/frame.h"
#include "numeric/series/power_series.h"

enum { THUD_TAYLOR_MAX_ORDER = 28 };

typedef double thud_taylor_coefficients[THUD_TAYLOR_MAX_ORDER + 1];

/* What all steps share: the order, and the products that build the powers of z. */
typedef struct thud_taylor_plan {
    double n, p;
    double log_tolerance; /* log2 of the truncation error allowed in a step */
    int order;            /* even */
    int window;           /* number of last terms that estimate the truncation error */
    int q;
    bool polynomial;
    bool with_work; /* also compute the work of the damper, for a third more time */
    thud_power_plan powers;
    int spring, damper, clock; /* which series is z^a, z^(q(p+1)), z^(q−1); −1 where the power is 0 */
} thud_taylor_plan;

typedef struct thud_taylor {
    const thud_taylor_plan *plan;
    double unit;                       /* τ per step of 1, a power of two */
    double chi;                        /* χ of the active damper */
    thud_taylor_coefficients root;     /* z */
    thud_taylor_coefficients velocity; /* v */
    thud_taylor_coefficients time;     /* time since the expansion point */
    thud_taylor_coefficients work;     /* work of the damper since then, if requested */
} thud_taylor;

/* The plan for an exponent of the spring, one of the damper, and a relative tolerance per step. */
thud_taylor_plan thud_taylor_plan_for(double n, double p, double tolerance, bool with_work);

/*
 * The state to expand about; z > 0 unless the plan is polynomial. Under heavy damping the force is a small
 * difference of spring and damper. A caller that knows it more accurately than from z and v passes it, otherwise
 * NAN.
 */
typedef struct thud_taylor_state {
    double root, velocity, force;
} thud_taylor_state;

void thud_taylor_expand(const thud_taylor_plan *plan, double chi, thud_taylor_state from, thud_taylor *series);

/* The largest step at which the last terms stay below the tolerance, or slightly less. */
double thud_taylor_step(const thud_taylor *series);

typedef struct thud_taylor_point {
    double root, velocity, time, work;
} thud_taylor_point;

thud_taylor_point thud_taylor_at(const thud_taylor *series, double tau);

/* One of the series alone, and its derivative by σ. */
double thud_taylor_value(const thud_taylor *series, const thud_taylor_coefficients c, double tau);
double thud_taylor_slope(const thud_taylor *series, const thud_taylor_coefficients c, double tau);

/* F = −(dv/dτ)/(q z^(q−1)), without cancellation; z > 0. */
double thud_taylor_force(const thud_taylor *series, double tau);

#endif
