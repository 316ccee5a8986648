/*
 * Links between bodies: a spring and a dashpot, with optional yielding, sliding or slack.
 */
#ifndef THUD_LINK_H
#define THUD_LINK_H

#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Models of a link beyond a linear spring. d is the elongation, x_right − x_left, and k the link's `stiffness`. */
typedef enum thud_hysteresis_model {
    THUD_HYSTERESIS_NONE,             /* F = k d */
    THUD_HYSTERESIS_BILINEAR,         /* yields, kinematic hardening */
    THUD_HYSTERESIS_BOUC_WEN,         /* yields smoothly */
    THUD_HYSTERESIS_FRICTION,         /* Coulomb, in parallel with the spring */
    THUD_HYSTERESIS_CLOUGH,           /* yields; reloading aims at the largest past excursion */
    THUD_HYSTERESIS_FLAG,             /* self-centring */
    THUD_HYSTERESIS_HYPERBOLIC,       /* backfill in compression */
    THUD_HYSTERESIS_TENSION_ONLY,     /* a cable, a restrainer */
    THUD_HYSTERESIS_COMPRESSION_ONLY, /* a bearing that lifts off */
} thud_hysteresis_model;

/* Parameters of the model; those that it does not use are zero. */
typedef struct thud_hysteresis {
    thud_hysteresis_model model;
    double yield;     /* N; bilinear, bouc-wen, clough, flag */
    double hardening; /* ratio of the stiffness after yielding to that before: 0 to below 1; same models */
    double exponent;  /* n ≥ 1 of bouc-wen: sharpness of yielding */
    double beta;      /* β/(β+γ) of bouc-wen, 0 to 1 */
    double force;     /* N, Coulomb slip force */
    double unloading; /* exponent of clough, 0 to 1: the unloading stiffness is k (d_y/d_max)^unloading */
    double energy;    /* height of the loop of flag, as a share of the yield force, 0 to 1 */
    double strength;  /* N, of hyperbolic */
    double ratio;     /* R_f of hyperbolic, 0 to 1 */
    double gap;       /* m, initial gap of hyperbolic */
    double slack;     /* m, slack of tension-only and compression-only */
} thud_hysteresis;

/* Defaults of a model's parameters; NAN for those that must be set. */
THUD_API thud_hysteresis thud_hysteresis_default(thud_hysteresis_model model);

/* The name of a model in scenarios ("bouc-wen"), NULL for none; and the model of a name, THUD_HYSTERESIS_NONE if
 * unknown. */
THUD_API const char *thud_hysteresis_name(thud_hysteresis_model model);
THUD_API thud_hysteresis_model thud_hysteresis_find(const char *name);

/* A spring and a dashpot between two bodies, with an optional nonlinear model. */
typedef struct thud_link {
    double stiffness;     /* N/m, elastic where the link yields; may be negative if the whole is stable */
    double damping;       /* c, N·s/m (N·sᵅ/mᵅ with an exponent), zero or more; not together with a ratio */
    double damping_ratio; /* ratio for this pair alone: c = 2ζ√(k m), m the effective mass of its two bodies; 0:
                             none */
    double damping_exponent; /* α in c |v|^α sign v, above 0 and up to 2; 0 means 1 */
    thud_hysteresis hysteresis;
    double height;    /* m, height of the storey, for its drift ratio; 0: no storey */
    double weight;    /* N carried by the storey, for P–Δ: subtracts weight/height from the stiffness */
    const char *name; /* name in results; copied. NULL: link-1, link-2, … */
} thud_link;

#ifdef __cplusplus
}
#endif
#endif
