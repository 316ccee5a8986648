/*
 * The catalogue of normal-contact laws. A law is a force structure and a rule that turns restitution into damping.
 *
 * In the dimensionless frame of one impact the length is L = (m v²/k)^(1/(n+1)), the time L/v and the force k Lⁿ.
 * Every law then reads
 *
 * δ″ + δⁿ + χ δᵖ δ′ = 0, δ(0) = 0, δ′(0) = 1.
 *
 * The impact depends on n, p, χ, the phase of the damper and the separation rule alone.
 */
#ifndef THUD_LAW_H
#define THUD_LAW_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/quantity.h>
#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When a contact ends. */
typedef enum thud_separation {
    THUD_SEPARATION_DEFAULT,    /* as in the law's paper */
    THUD_SEPARATION_RETURN,     /* when the penetration is zero again; the force may pull before */
    THUD_SEPARATION_ZERO_FORCE, /* when the force first returns to zero */
} thud_separation;

/* Where the damping of a viscous law comes from. */
typedef enum thud_damping {
    THUD_DAMPING_EXACT,     /* the damping that returns the given restitution; the default everywhere */
    THUD_DAMPING_PUBLISHED, /* the law's own rule; exact for laws without one */
    THUD_DAMPING_GIVEN,     /* a number from the caller */
} thud_damping;

typedef enum thud_force_kind {
    THUD_FORCE_ELASTIC,   /* F = k δⁿ */
    THUD_FORCE_VISCOUS,   /* F = k δⁿ + c δᵖ δ̇ */
    THUD_FORCE_BILINEAR,  /* F = k₁ δ loading, k₂ (δ − δₚ) unloading */
    THUD_FORCE_IMPULSIVE, /* velocities jump; no force history */
    THUD_FORCE_GENERAL,   /* F by a function of δ and δ̇ */
} thud_force_kind;

/* A parameter of a law, for help, validation and documentation. */
typedef struct thud_parameter {
    const char *name;   /* long name, as in scenario files */
    const char *symbol; /* as on the command line and in equations */
    const char *unit;
    const char *range; /* in words, as in "(0, 1]" */
    double preset;     /* the default; NAN when there is none */
    const char *meaning;
} thud_parameter;

/* A parameter of general structures, in addition to k, n and c. */
typedef struct thud_extra {
    thud_parameter row;
    double least, most;
    const char *reason; /* what is wrong with a value outside the range, as "must be positive" */
    thud_dimension dimension;
} thud_extra;

enum { THUD_LAW_EXTRAS = 4 }; /* the most that one structure may have */

/* Input of a general structure's force: SI units, or any other consistent ones. */
typedef struct thud_force_state {
    double stiffness, exponent, damping; /* k, n and c */
    double speed;                        /* approach speed of this impact */
    double restitution;                  /* restitution asked for */
    double top;                          /* largest penetration at which this impact has turned; 0 before */
    const double *extra;                 /* [extra_count] in the order of the structure's rows */
    const void *context;                 /* the structure's own */
} thud_force_state;

/* F at δ ≥ 0 and δ̇. It must be continuous except at δ = 0. It may pull; the separation rule cuts it off at
 * zero. */
typedef double thud_general_force(const thud_force_state *state, double penetration, double rate);

/* Linear forces with a memory. */
typedef enum thud_relaxation {
    THUD_RELAXES_NOT,
    THUD_RELAXES_SOLID,      /* the standard linear solid; `extra` is its arm */
    THUD_RELAXES_FRACTIONAL, /* a spring and a fractional damper; `extra` is its order */
} thud_relaxation;

/* How a contact force is built. */
typedef struct thud_structure {
    const char *name;
    const char *family; /* group in the documentation */
    const char *equation;
    thud_force_kind kind;
    double damper_slope; /* p = damper_slope · n + damper_offset */
    double damper_offset;
    bool approach_only;           /* the damper acts while the bodies approach, not while they part */
    bool restores_impulse;        /* impulsive: e is a ratio of impulses, as Poisson has it, not of speeds */
    bool restores_energy;         /* impulsive: e² is a ratio of works, as Stronge has it */
    const char *exact_return;     /* the exact relation between e and damping, separation at δ = 0 */
    const char *exact_zero_force; /* the same, separation at F = 0 */
    /* THUD_FORCE_GENERAL alone. The damping that returns e is found by solving impacts: F with c = 0 must give
     * back what it takes, and e must fall as c grows */
    thud_general_force *force;
    const void *context;
    const thud_extra *extras; /* [extra_count] */
    size_t extra_count;       /* THUD_LAW_EXTRAS at most */
    bool remembers;           /* the force depends on `top`: it unloads on another branch than it loads. It never
                                 pulls */
    bool adheres;             /* the force pulls by nature; separation at F = 0 does not apply */
    /* distance beyond δ = 0 over which parting bodies still attract; NULL: zero. `penetration` is then negative
     * down to that */
    double (*reach)(const thud_force_state *state);
    thud_relaxation relaxes; /* no function: a linear force with a memory, for single impacts */
    /* what c is where it is no damping: its unit, its dimension and its meaning; NULL: F = … + c δᵖ δ̇ */
    const char *loss_unit, *loss_meaning;
    thud_dimension loss_dimension;
} thud_structure;

/* A model from the literature: one row of the catalogue. */
typedef struct thud_law {
    const char *name;
    const char *label; /* as printed: Hunt–Crossley */
    const char *title;
    const char *used_by; /* programs that use it, or NULL */
    const thud_structure *structure;
    const char *rule;                                                /* the published rule in words, or NULL */
    double (*scaled_damping)(double restitution, double exponent_n); /* χ of the published rule, or NULL */
    double exponent_default;                                         /* n */
    double exponent_min;
    double exponent_max;
    /* the published rule if it is not a row of the catalogue, with its context; NULL otherwise */
    double (*own_damping)(const void *context, double restitution, double exponent_n);
    const void *context;
    thud_separation separation; /* default; never THUD_SEPARATION_DEFAULT */
    const char *source;
    const char *validity;
} thud_law;

THUD_API size_t thud_law_count(void);

/* The law at `index` in catalogue order; NULL past the end. */
THUD_API const thud_law *thud_law_at(size_t index);

/* Another name for a law of the catalogue. */
typedef struct thud_law_alias {
    const char *name;
    const char *law;  /* the row's name */
    const char *whose; /* source of the other name */
} thud_law_alias;

/* The alias at `index`; NULL past the last one. */
THUD_API const thud_law_alias *thud_law_alias_at(size_t index);

/* The law of that name or alias; NULL when there is none, or for NULL. */
THUD_API const thud_law *thud_law_find(const char *name);

/* The name in the catalogue nearest to a misspelt one; NULL when none is near, or for NULL. */
THUD_API const char *thud_law_nearest(const char *name);

/* The law's parameter at `index`; false past the last one, and for NULL. */
THUD_API bool thud_law_parameter(const thud_law *law, size_t index, thud_parameter *parameter);

/* p for a given n; NAN for laws without a damper. In this and the next three functions the law must not be
 * NULL. */
THUD_API double thud_law_damper_exponent(const thud_law *law, double exponent_n);

/* True when the law has a c; its dimension at a given n is N·s/m^(p+1), or what the structure says. */
THUD_API bool thud_law_damping_dimension(const thud_law *law, double exponent_n, thud_dimension *dimension);

/* The separation rule in effect: the law's own for THUD_SEPARATION_DEFAULT. */
THUD_API thud_separation thud_law_separation(const thud_law *law, thud_separation asked);

/* True when the law has its own rule, so that published and exact damping differ. */
THUD_API bool thud_law_has_rule(const thud_law *law);

/*
 * χ in the dimensionless frame for a restitution in (0, 1], by the law's rule or by the exact relation. The source
 * is published or exact; for given damping the result is THUD_ERROR_ARGUMENT. χ is zero for elastic laws with
 * restitution 1. For bilinear laws the result is k₂/k₁. General structures have no exact relation
 * (THUD_ERROR_ARGUMENT): thud_calibrate() solves impacts for them.
 */
THUD_API thud_status thud_law_scaled_damping(const thud_law *law, double restitution, double exponent_n,
                                             thud_separation separation, thud_damping source, double *chi);

/*
 * Restitution as a function of approach speed, as from drop tests.
 *
 * THUD_RESTITUTION_POINTS: linear in ln v between points, constant before the first and after the last.
 * THUD_RESTITUTION_POWER: e = 1 − a v^b, v in m/s, but at least `least`; <thud/identify.h> fits this form.
 */
typedef enum thud_restitution_kind {
    THUD_RESTITUTION_CONSTANT, /* the same e at every speed */
    THUD_RESTITUTION_POINTS,
    THUD_RESTITUTION_POWER,
} thud_restitution_kind;

enum { THUD_RESTITUTION_MOST = 16 }; /* points */

typedef struct thud_restitution_curve {
    thud_restitution_kind kind;
    size_t count;                      /* number of points; their speeds, m/s, ascending */
    double speed[16], restitution[16]; /* THUD_RESTITUTION_MOST */
    double a, b, least;                /* power law: a ≥ 0, b > 0 */
} thud_restitution_curve;

/* e at an approach speed, m/s; `constant` is used where e does not depend on it. */
THUD_API double thud_restitution_at(const thud_restitution_curve *curve, double constant, double speed);

/* Says what is wrong with a curve, whatever the law. The law sets the lower limit of e, which is not checked here:
 * compliant laws take points in (0, 1], newton and poisson in [0, 1]. */
THUD_API thud_status thud_restitution_check(const thud_restitution_curve *curve, thud_error *error);

/* Hertz stiffness, N/m^1.5, of two elastic spheres; Young's moduli in Pa, radii in m (INFINITY for a plane). */
THUD_API thud_status thud_stiffness_spheres(double young1, double poisson1, double radius1, double young2,
                                            double poisson2, double radius2, double *stiffness);

/* Luo–Nahon stiffness, N/m, of two faces: k = 2 E* A / (π rₐ); area in m², mean radius rₐ in m. */
THUD_API thud_status thud_stiffness_face(double young1, double poisson1, double young2, double poisson2,
                                         double area, double mean_radius, double *stiffness);

/* Penetration, m, at which two spheres begin to yield, from the pressure in the middle of the contact, Pa: about
 * 1.6 times the yield stress. Its inverse is the c of thornton-1997. */
THUD_API thud_status thud_yield_penetration(double young1, double poisson1, double radius1, double young2,
                                            double poisson2, double radius2, double pressure, double *penetration);

/*
 * Two parallel cylinders in contact along `length`, m: k, N/mⁿ, and n of the power law of Pereira, Ramalho &
 * Ambrósio 2015. A negative radius2 is that of a hole around the first cylinder, 5 µm to 10 mm larger.
 */
THUD_API thud_status thud_stiffness_cylinders(double young1, double poisson1, double radius1, double young2,
                                              double poisson2, double radius2, double length, double *stiffness,
                                              double *exponent);

/* Their penetration, m, under a force, N, by Johnson 1985. THUD_ERROR_ARGUMENT: the force is beyond the formula's
 * range, which ends where the logarithm has fallen to 2. */
THUD_API thud_status thud_cylinders_penetration(double young1, double poisson1, double radius1, double young2,
                                                double poisson2, double radius2, double length, double force,
                                                double *penetration);

#ifdef __cplusplus
}
#endif
#endif
