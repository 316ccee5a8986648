/*
 * A link in motion, branch by branch. On a branch the force is a linear function of the deformation,
 *
 *     F = k d + F₀,
 *
 * It ends where d falls to `low`, rises to `high`, or ḋ changes its sign from `direction`. On a sticking branch d
 * does not change, and the branch ends where the holding force reaches ±`holds`. A model defines the sequence of
 * branches and the stored energy.
 */
#ifndef THUD_LINK_BRANCH_H
#define THUD_LINK_BRANCH_H

#include <stdbool.h>

#include <thud/link.h>

#include "numeric/series/power_series.h"

/* Ends of a branch. */
typedef enum thud_link_end {
    THUD_LINK_GOES_ON,
    THUD_LINK_FALLS,  /* d has fallen to `low`, or the holding force to −`holds` */
    THUD_LINK_RISES,  /* d has risen to `high`, or the holding force to `holds` */
    THUD_LINK_TURNS,  /* ḋ has changed its sign */
    THUD_LINK_SLOWS,  /* for a nonlinear dashpot: ḋ has fallen to the lower end of its zone */
    THUD_LINK_SPEEDS, /* or risen to the upper one */
    THUD_LINK_STOPS,  /* for sliding below the core: ḋ has become zero */
} thud_link_end;

typedef struct thud_link_branch {
    int kind;                 /* kind of branch, as numbered by the model */
    double stiffness, offset; /* k and F₀, N/m and N */
    double low, high;         /* m; ∓INFINITY without a limit */
    int direction;            /* of ḋ: 1 or −1; 0 for both */
    bool curved;              /* the force is nonlinear in d */
    double holds;             /* N: sticks up to this force in addition to kd + F₀; 0: does not stick */
    /* state of the model: */
    double set;     /* m: yielded deformation so far, or where the force was zero */
    double peak[2]; /* m: extreme deformations so far, negative and positive */
    int side;       /* sign of the force, or of the side of the next yielding */
    int from;       /* the previous branch */
} thud_link_branch;

/*
 * The series of a link in a step: the coefficients of d and ḋ are known up to k, and those of the inner variable.
 * If σ, the variable of the series, is not time, `pace` is dt/dσ.
 */
typedef struct thud_link_series {
    double deformation[THUD_SERIES_WIDTH], rate[THUD_SERIES_WIDTH]; /* m, m/s */
    double inner[THUD_SERIES_WIDTH];                                /* z, m */
    double inner_rate[THUD_SERIES_WIDTH];                           /* ż, m/s */
    double power[THUD_SERIES_WIDTH];                                /* of |z|/d_y */
    double force[THUD_SERIES_WIDTH];                                /* N */
    const double *pace;                                             /* NULL: σ is time */
} thud_link_series;

/* A model; its parameters must have been checked. */
typedef struct thud_link_model {
    /* the branch at the start, where the deformation has come from zero; the inner variable is zero */
    void (*start)(const thud_link *link, double deformation, thud_link_branch *branch, double *inner);
    /* passes from one branch to the next at this deformation */
    void (*pass)(const thud_link *link, thud_link_end end, double deformation, thud_link_branch *branch);
    /* J, recoverable energy */
    double (*stored)(const thud_link *link, const thud_link_branch *branch, double deformation, double inner);
    /* m: the unrecoverable part of the deformation; its changes are summed */
    double (*plastic)(const thud_link *link, const thud_link_branch *branch, double deformation, double inner);
    /* for nonlinear forces: the k-th coefficient, and the next one of the inner variable; otherwise NULL. With an
     * inner variable, `low` and `high` are levels of it. */
    void (*raise)(const thud_link *link, const thud_link_branch *branch, thud_link_series *series, int k);
    bool has_inner;
    bool centres; /* the link re-centres with time: no residual deformation */
    /* m: the deformation between two of a branch at which the plastic one reverses; NAN: none. NULL: it never
       does */
    double (*turn)(const thud_link *link, const thud_link_branch *branch, double from, double to);
} thud_link_model;

/* m: path length of the plastic deformation between two deformations of a branch, with its inner variable at
   each. */
double thud_link_plastic_way(const thud_link *link, const thud_link_branch *branch, double from, double to,
                             double inner_from, double inner_to);

/* The model of a link; for linear ones too. */
const thud_link_model *thud_link_model_of(const thud_link *link);

extern const thud_link_model thud_link_linear, thud_link_bilinear, thud_link_friction, thud_link_flag,
    thud_link_clough, thud_link_bouc_wen, thud_link_hyperbolic, thud_link_tension_only, thud_link_compression_only;

/* m: the deformation at which a link yields; NAN where it does not. */
double thud_link_yield_deformation(const thud_link *link);

#endif
