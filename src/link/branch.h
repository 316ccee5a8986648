/*
 * A link in motion, branch by branch. On a branch the force is a straight line of the deformation,
 *
 *     F = k d + F₀,
 *
 * and it ends where d falls to `low`, rises to `high`, or ḋ takes the other sign than `direction`. On one that
 * sticks d does not change, and it ends where the force that this takes falls to −`holds` or rises to `holds`. A
 * model is how its branches follow one another, and what of the work done on it is stored.
 */
#ifndef THUD_LINK_BRANCH_H
#define THUD_LINK_BRANCH_H

#include <stdbool.h>

#include <thud/link.h>

#include "numeric/series/power_series.h"

/* How a branch ends. */
typedef enum thud_link_end {
    THUD_LINK_GOES_ON,
    THUD_LINK_FALLS,  /* d has fallen to `low`, or what holds it to −`holds` */
    THUD_LINK_RISES,  /* d has risen to `high`, or what holds it to `holds` */
    THUD_LINK_TURNS,  /* ḋ has changed its sign */
    THUD_LINK_SLOWS,  /* of a dashpot that is not linear: ḋ has fallen to the lower end of its zone */
    THUD_LINK_SPEEDS, /* or risen to the upper one */
    THUD_LINK_STOPS,  /* of one that slides below its core: ḋ has become zero */
} thud_link_end;

typedef struct thud_link_branch {
    int kind;                 /* which one, as the model numbers them */
    double stiffness, offset; /* k and F₀, N/m and N */
    double low, high;         /* m; ∓INFINITY where d has no say */
    int direction;            /* of ḋ: 1 or −1; 0 where it has no say */
    bool curved;              /* the force is no straight line of d */
    double holds;             /* N: sticks, up to this force beside kd + F₀; 0: does not stick */
    /* of the model's own: */
    double set;     /* m: what has yielded so far, or where the force was zero */
    double peak[2]; /* m: the largest deformations so far, below and above zero */
    int side;       /* the sign of the force, or of the side that it is about */
    int from;       /* the branch before it */
} thud_link_branch;

/*
 * The series of a link in a step: coefficients up to k are known of d and ḋ, and those of the inner variable. Where
 * σ, the variable of the series, is not time, `pace` is dt/dσ.
 */
typedef struct thud_link_series {
    double deformation[THUD_SERIES_WIDTH], rate[THUD_SERIES_WIDTH]; /* m, m/s */
    double inner[THUD_SERIES_WIDTH];                                /* z, m */
    double inner_rate[THUD_SERIES_WIDTH];                           /* ż, m/s */
    double power[THUD_SERIES_WIDTH];                                /* of |z|/d_y */
    double force[THUD_SERIES_WIDTH];                                /* N */
    const double *pace;                                             /* NULL: σ is time */
} thud_link_series;

/* A model, for parameters that were checked. */
typedef struct thud_link_model {
    /* the branch at the start, the deformation having come there from zero, and the inner variable, which is zero
     */
    void (*start)(const thud_link *link, double deformation, thud_link_branch *branch, double *inner);
    /* from one branch to the next, at this deformation */
    void (*pass)(const thud_link *link, thud_link_end end, double deformation, thud_link_branch *branch);
    /* J that it would return */
    double (*stored)(const thud_link *link, const thud_link_branch *branch, double deformation, double inner);
    /* m: the part of the deformation that it would not return; its changes are summed up */
    double (*plastic)(const thud_link *link, const thud_link_branch *branch, double deformation, double inner);
    /* where the force is no straight line: its k-th coefficient, and the next one of the inner variable; NULL else.
     * Where there is an inner variable, `low` and `high` are levels of that. */
    void (*raise)(const thud_link *link, const thud_link_branch *branch, thud_link_series *series, int k);
    bool has_inner;
    bool centres; /* what has not returned at the end does return with time: no residual deformation */
    /* m: the deformation between two of a branch at which the plastic one turns; NAN: none. NULL: it never does */
    double (*turn)(const thud_link *link, const thud_link_branch *branch, double from, double to);
} thud_link_model;

/* m: the way of the plastic deformation between two deformations of a branch, with its inner variable at each. */
double thud_link_plastic_way(const thud_link *link, const thud_link_branch *branch, double from, double to,
                             double inner_from, double inner_to);

/* The model of a link; for linear ones too. */
const thud_link_model *thud_link_model_of(const thud_link *link);

extern const thud_link_model thud_link_linear, thud_link_bilinear, thud_link_friction, thud_link_flag,
    thud_link_clough, thud_link_bouc_wen, thud_link_hyperbolic, thud_link_tension_only, thud_link_compression_only;

/* m: the deformation at which a link yields; NAN where it does not. */
double thud_link_yield_deformation(const thud_link *link);

#endif
