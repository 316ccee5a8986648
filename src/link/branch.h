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

/* How a branch ends. */
typedef enum thud_link_end {
    THUD_LINK_GOES_ON,
    THUD_LINK_FALLS, /* d has fallen to `low`, or what holds it to −`holds` */
    THUD_LINK_RISES, /* d has risen to `high`, or what holds it to `holds` */
    THUD_LINK_TURNS, /* ḋ has changed its sign */
} thud_link_end;

typedef struct thud_link_branch {
    int kind;                 /* which one, as the model numbers them */
    double stiffness, offset; /* k and F₀, N/m and N */
    double low, high;         /* m; ∓INFINITY where d has no say */
    int direction;            /* of ḋ: 1 or −1; 0 where it has no say */
    double holds;             /* N: sticks, up to this force beside kd + F₀; 0: does not stick */
    /* of the model's own: */
    double set;     /* m: what has yielded so far, or where the force was zero */
    double peak[2]; /* m: the largest deformations so far, below and above zero */
    int side;       /* the sign of the force, or of the side that it is about */
    int from;       /* the branch before it */
} thud_link_branch;

/* A model, for parameters that were checked. */
typedef struct thud_link_model {
    /* the branch at the start, the deformation having come there from zero */
    void (*start)(const thud_link *link, double deformation, thud_link_branch *branch);
    /* from one branch to the next, at this deformation */
    void (*pass)(const thud_link *link, thud_link_end end, double deformation, thud_link_branch *branch);
    /* J that it would return */
    double (*stored)(const thud_link *link, const thud_link_branch *branch, double deformation);
    /* m: the part of the deformation that it would not return; its changes are summed up */
    double (*plastic)(const thud_link *link, const thud_link_branch *branch, double deformation);
    bool centres; /* what has not returned at the end does return with time: no residual deformation */
} thud_link_model;

/* The model of a link; for linear ones too. */
const thud_link_model *thud_link_model_of(const thud_link *link);

extern const thud_link_model thud_link_linear, thud_link_bilinear, thud_link_friction, thud_link_flag,
    thud_link_clough, thud_link_tension_only, thud_link_compression_only;

/* m: the deformation at which a link yields; NAN where it does not. */
double thud_link_yield_deformation(const thud_link *link);

#endif
