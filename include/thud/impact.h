/*
 * One central impact: two bodies of effective mass m meet with speed v.
 */
#ifndef THUD_IMPACT_H
#define THUD_IMPACT_H

#include <stddef.h>

#include <thud/law.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_impact_options {
    const thud_law *law;
    double restitution; /* e asked for, in (0, 1]; unused with THUD_DAMPING_GIVEN */
    double exponent;    /* n */
    double stiffness;   /* k, N/mⁿ; this and the next two from 1e-100 to 1e100 */
    double mass;        /* effective mass m, kg */
    double speed;       /* approach speed v, m/s */
    thud_damping damping;
    double damping_value; /* c, N·s/m^(p+1); with THUD_DAMPING_GIVEN */
    thud_separation separation;
    double tolerance; /* relative, for impacts that must be integrated; 1e-15 to 1e-3 */
    /* m/s: the speed at which the restitution is returned. c is then a constant of the material, and e at other
     * speeds follows from the law. 0: c is found for the speed of each impact. Unused with THUD_DAMPING_GIVEN */
    double restitution_speed;
    double extra[THUD_LAW_EXTRAS]; /* further parameters of general structures, in the order of their rows */
} thud_impact_options;

/* The outcome of one impact. Non-smooth laws have no duration: times and penetrations are 0, forces infinite. */
typedef struct thud_impact {
    double restitution;         /* e that results */
    double damping;             /* c, N·s/m^(p+1); 0 without a damper */
    double unloading_stiffness; /* k₂, N/m, of bilinear laws; otherwise k */
    double exponent_n;
    double exponent_p;             /* NAN without a damper */
    double contact_time;           /* s; INFINITY when the bodies never part (overdamped, separation at δ = 0) */
    double approach_time;          /* s, until the penetration is largest */
    double max_penetration;        /* m */
    double max_force;              /* N */
    double min_force;              /* N; negative where the law pulls */
    double separation_penetration; /* m */
    double impulse;                /* N·s */
    double energy_lost;            /* J */
} thud_impact;

typedef struct thud_impact_state {
    double time;        /* s since the bodies touched */
    double penetration; /* m */
    double velocity;    /* m/s, positive while the bodies approach */
    double force;       /* N, positive when it pushes the bodies apart */
} thud_impact_state;

/* Defaults: k = m = v = 1 (dimensionless), restitution 1, the law's own exponent, rule and separation, tolerance
 * 1e-15. */
THUD_API thud_impact_options thud_impact_options_default(const thud_law *law);

/* m1·m2/(m1 + m2); one of the two may be INFINITY (a fixed stop). */
THUD_API double thud_effective_mass(double mass1, double mass2);

/* Checks the options. `error` (may be NULL) says which one is wrong and why; NULL for the options is such an
 * error. */
THUD_API thud_status thud_impact_check(const thud_impact_options *options, thud_error *error);

/* Solves the impact: in closed form where one exists, otherwise by a dedicated integrator. */
THUD_API thud_status thud_impact_solve(const thud_impact_options *options, thud_impact *impact);

/*
 * Solves the impact by integrating the equation of motion, never in closed form: a check of the function above. It
 * accepts laws of the form k δⁿ + c δᵖ δ̇; others give THUD_ERROR_ARGUMENT. Exact or published damping still comes
 * from its rule.
 */
THUD_API thud_status thud_impact_integrate(const thud_impact_options *options, thud_impact *impact);

/*
 * Samples the impact at `count` ≥ 2 instants from contact to separation, evenly spaced in time; `states` holds
 * `count`. An impact that never ends is followed until the penetration has fallen to a twentieth of its maximum.
 * Non-smooth laws give THUD_ERROR_ARGUMENT.
 */
THUD_API thud_status thud_impact_sample(const thud_impact_options *options, size_t count,
                                        thud_impact_state *states);

#ifdef __cplusplus
}
#endif
#endif
