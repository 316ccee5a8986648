/*
 * What holds bodies together: a spring and a dashpot, and how they yield, slide or slacken.
 */
#ifndef THUD_LINK_H
#define THUD_LINK_H

#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a link does beyond a linear spring. d is its elongation, x_right − x_left, and k its `stiffness`. */
typedef enum thud_hysteresis_model {
    THUD_HYSTERESIS_NONE,             /* F = k d */
    THUD_HYSTERESIS_BILINEAR,         /* yields, kinematic hardening */
    THUD_HYSTERESIS_BOUC_WEN,         /* yields smoothly */
    THUD_HYSTERESIS_FRICTION,         /* Coulomb, in parallel with the spring */
    THUD_HYSTERESIS_CLOUGH,           /* yields; reloading aims at the largest excursion so far */
    THUD_HYSTERESIS_FLAG,             /* self-centring */
    THUD_HYSTERESIS_HYPERBOLIC,       /* backfill in compression */
    THUD_HYSTERESIS_TENSION_ONLY,     /* a cable, a restrainer */
    THUD_HYSTERESIS_COMPRESSION_ONLY, /* a bearing that lifts off */
} thud_hysteresis_model;

/* Its parameters: those that the model does not take are zero. */
typedef struct thud_hysteresis {
    thud_hysteresis_model model;
    double yield;     /* N; bilinear, bouc-wen, clough, flag */
    double hardening; /* stiffness after yielding, of that before: 0 to below 1; likewise */
    double exponent;  /* n ≥ 1 of bouc-wen: how sharply it yields */
    double beta;      /* share of bouc-wen, 0 to 1 */
    double force;     /* N, at which friction slips */
    double unloading; /* exponent of clough, 0 to 1: k (d_y/d_max)^unloading unloads */
    double energy;    /* of flag, 0 to 1: how much of the yield force the loop is high */
    double strength;  /* N, of hyperbolic */
    double ratio;     /* R_f of hyperbolic, 0 to 1 */
    double gap;       /* m, of hyperbolic: before it acts */
    double slack;     /* m, of tension-only and compression-only */
} thud_hysteresis;

/* The defaults of a model's parameters, NAN for those that must be set. */
THUD_API thud_hysteresis thud_hysteresis_default(thud_hysteresis_model model);

/* Its name as in a scenario ("bouc-wen"), NULL where it has none; and the model of a name, THUD_HYSTERESIS_NONE. */
THUD_API const char *thud_hysteresis_name(thud_hysteresis_model model);
THUD_API thud_hysteresis_model thud_hysteresis_find(const char *name);

/* Spring and dashpot between two bodies, and what the spring does beyond a straight line. */
typedef struct thud_link {
    double stiffness;     /* N/m, the elastic one where the link yields; below zero where the whole is stable */
    double damping;       /* c, N·s/m (N·sᵅ/mᵅ with an exponent), zero or more; not together with a ratio */
    double damping_ratio; /* of the pair alone: c = 2ζ√(k m), m the effective mass of its two bodies; 0: none */
    double damping_exponent; /* α in c |v|^α sign v, above 0 and up to 2; 0 stands for 1 */
    thud_hysteresis hysteresis;
    double height;    /* m, of the storey that it is: results have its drift ratio; 0: it is none */
    double weight;    /* N that the storey carries: it leans, which takes weight/height of the stiffness */
    const char *name; /* in the results; copied. NULL: link-1, link-2, … */
} thud_link;

#ifdef __cplusplus
}
#endif
#endif
