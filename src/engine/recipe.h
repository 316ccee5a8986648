/*
 * How the library computes the numbers of a contact model, and how the simulator uses them.
 */
#ifndef THUD_ENGINE_RECIPE_H
#define THUD_ENGINE_RECIPE_H

#include <string.h>

#include <thud/engine.h>

/* contact forces of simulators; δ is the penetration, δ̇ its rate */
typedef enum thud_engine_form {
    THUD_FORM_POWER,      /* k δⁿ + c δᵖ δ̇ */
    THUD_FORM_LATE,       /* the same with c = χ k/v, v the speed of the first step inside, not that at closure */
    THUD_FORM_BOUNDED,    /* k δⁿ + c δ̇, the damper never larger than the spring */
    THUD_FORM_TWO_SLOPES, /* a bilinear loop without rate: k₁ up to δ_y, k₂ beyond, back along k₁ and k₂ */
    THUD_FORM_TWO_STIFFNESSES, /* k₁ δ on the way in, k₂ (δ − δₚ) on the way out */
    THUD_FORM_GENERAL,         /* that of a general law of the catalogue */
    THUD_FORM_SOFT,            /* k δ + c δ̇ scaled by an impedance that grows with δ */
    THUD_FORM_JUMP,            /* velocities jump in one step */
} thud_engine_form;

/* integrators */
typedef enum thud_stepper {
    THUD_STEPPER_NONE,      /* the solver controls its own error, so there is no fixed step */
    THUD_STEPPER_EULER,     /* force at the old state, new velocity, new position */
    THUD_STEPPER_VERLET,    /* velocity Verlet; the damper uses the half-step velocity */
    THUD_STEPPER_TRAPEZOID, /* Newmark with β = 1/4, γ = 1/2, iterated to convergence */
    THUD_STEPPER_IMPLICIT,  /* linear spring and dashpot at the new velocity */
    THUD_STEPPER_LAGGED,    /* Hunt–Crossley at the new velocity, contact found at the old position */
    THUD_STEPPER_JUMP,      /* impulse at the first step inside */
} thud_stepper;

/* whether the force may pull */
typedef enum thud_limit { THUD_LIMIT_NEVER, THUD_LIMIT_SWITCH, THUD_LIMIT_ALWAYS } thud_limit;

/* One contact with numbers in it. */
typedef struct thud_engine_numbers {
    thud_engine_form form;
    thud_stepper stepper;
    bool limited;       /* F ≥ 0 */
    bool approach_only; /* the damper acts in approach only */
    double mass, speed;
    double n, p;
    double stiffness;
    double damping;      /* c; k₂ of two slopes and of two stiffnesses; e of a jump */
    double yield;        /* δ_y of two slopes */
    double correction;   /* share of the penetration that a jump takes back in a step, as speed */
    double threshold;    /* speed below which a jump does not bounce, m/s */
    double width;        /* width over which the damper of a general law sets in */
    double reach;        /* distance before contact at which a jump acts */
    double impedance[5]; /* soft: at δ = 0, at the width, the width, middle, power */
} thud_engine_numbers;

typedef struct thud_engine_symbol {
    const char *name;
    const char *unit;
} thud_engine_symbol;

typedef struct thud_engine_recipe {
    thud_engine_form form;
    thud_stepper stepper;
    const char *law; /* a row of the catalogue with this force, for the exact relation; NULL if there is none */
    double exponent; /* n */
    double width; /* for general laws: width over which the damper sets in, in units of the length (m v²/k)^(1/(n+1)) */
    thud_limit limit;
    const char *limit_words; /* replacement of {limit} when the switch is on */
    bool needs_radius;
    bool enters_restitution; /* the input is a restitution, which the simulator turns into χ by `usual` */
    /* χ by the usual formula for a restitution; for jumps the restitution itself. NULL if there is none */
    double (*usual)(const thud_engine_options *options, double restitution);
    /* settings that differ when the usual numbers are taken; NULL if none do */
    void (*prepare)(const thud_engine_options *options, thud_engine_numbers *numbers);
    /* values of the symbols; `entered` is the restitution to enter, NAN if none is entered */
    void (*fill)(const thud_engine_options *options, const thud_engine_answer *answer, double entered,
                 double *values);
    thud_engine_symbol symbols[THUD_ENGINE_VALUES];
    const char *lines; /* {NAME} stands for the value of a symbol */
} thud_engine_recipe;

/* Common fields of a recipe: the form of F, the exponent n of δ, and the law with its exact relation. */
#define THUD_ENGINE_FORCE(form_, law_, exponent_, stepper_, limit_)                                                \
    .form = THUD_FORM_##form_, .law = (law_), .exponent = (exponent_), .stepper = THUD_STEPPER_##stepper_,         \
    .limit = THUD_LIMIT_##limit_

/* Defines a function that fills in the symbols: one expression each, from options `o`, answer `a` and
 * `entered`. */
#define THUD_ENGINE_FILL(name, ...)                                                                                \
    static void name(const thud_engine_options *o, const thud_engine_answer *a, double entered, double *values) {  \
        (void)o, (void)a, (void)entered;                                                                           \
        memcpy(values, (const double[]){__VA_ARGS__}, sizeof(const double[]){__VA_ARGS__});                        \
    }

/* The simulators, one file each. */
extern const thud_engine thud_engine_opensees, thud_engine_lammps, thud_engine_liggghts, thud_engine_yade,
    thud_engine_mujoco, thud_engine_bullet, thud_engine_chrono, thud_engine_siconos, thud_engine_mbdyn,
    thud_engine_modelica, thud_engine_drake, thud_engine_abaqus, thud_engine_sap2000, thud_engine_adams,
    thud_engine_simscape, thud_engine_exudyn, thud_engine_box2d, thud_engine_physx, thud_engine_rapier,
    thud_engine_edem, thud_engine_rocky;

/* ---- Formulas that several simulators share. ---- */

/* χ = 2ζ with ζ = −ln e/√(π² + ln² e): exact for a linear dashpot that may pull at the end. */
double thud_engine_textbook(const thud_engine_options *options, double restitution);

/* χ = √5 ζ: the same for Hertz's spring and a damper ∝ δ^¼. */
double thud_engine_textbook_hertz(const thud_engine_options *options, double restitution);

/* χ = 8(1 − e)/(5e), Flores et al. */
double thud_engine_flores(const thud_engine_options *options, double restitution);

/* Young's modulus, Pa, of two equal bodies, ν = 0.3, whose Hertz stiffness at the radius is k: k = (4/3) E* √R. */
double thud_engine_young(double stiffness, double radius);

/* the Poisson's ratio of the line above */
#define THUD_ENGINE_POISSON 0.3

#endif
