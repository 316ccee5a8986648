/*
 * Links, once more: their laws in modes of a textbook, each with the zeros at which it ends.
 *
 * K has every link with its elastic stiffness. What is here is the difference: the force of the law less k d, and
 * all of a dashpot with an exponent. d is the elongation x_right − x_left.
 */
#ifndef THUD_VERIFY_LINK_H
#define THUD_VERIFY_LINK_H

#include <thud/verify.h>

#include "model/model.h"

typedef enum thud_verify_mode {
    THUD_VERIFY_ELASTIC, /* on a line of its own: between yields, taut or slack, stuck */
    THUD_VERIFY_UPPER,   /* yields, or slips, with d growing */
    THUD_VERIFY_LOWER,   /* and with d falling */
    THUD_VERIFY_IDLE,    /* slack, or not in touch */
    THUD_VERIFY_EDGE,    /* where that begins, and nothing tells yet which way it sets out */
    THUD_VERIFY_VIRGIN,  /* of clough and flag: through zero */
} thud_verify_mode;

enum { THUD_VERIFY_LINK_ROOTS = 3 };

typedef struct thud_verify_link {
    const thud_model_link *source;
    double linear;      /* N·s/m: of a dashpot that is linear, its own or Rayleigh's, which C has */
    size_t left, right; /* coordinates; the number of coordinates for the ground */
    double stiffness, damping, exponent; /* the elastic k; c and α of a dashpot that is not linear, c = 0: none */
    double slow;  /* m/s: a dashpot with an exponent below 1, steep without bound at rest, is a straight line below
                     it */
    double still; /* m/s: slower is rounding */
    size_t inner; /* the place of its z in the state; 0: it has none */
    thud_verify_mode mode;
    double set;                /* m: d − z while it is elastic; where it would have no force */
    double most;               /* m: the largest compression of backfill so far */
    double peak[2];            /* m: of clough, the largest |d| so far on either side */
    int side;                  /* of zero on which it is, of clough and flag */
    double slope, place, mark; /* of clough: the line F = slope (d − place), and where unloading began */
    thud_verify_mode before;   /* and what it was before, with its line */
    double before_slope, before_place;
    int rate_sign, z_sign;       /* of the branch under way */
    double deformation, rate, z; /* at the state looked at last */
    double force;                /* N: of the law and its dashpot, all of it that K and C do not have */
    double way;                  /* m/s: its rate, or where that is zero, which way it sets out */
    double hold;                 /* N: the reaction of friction that sticks */
    double work;                 /* J: done on its law so far; its dashpots are none of it */
    double stored;               /* J at the start */
    double plastic, began;       /* m where the last step ended: plastic deformation, and deformation */
    double slid;                 /* m: the way of its plastic deformation so far */
    double lost;                 /* J: by hysteresis, at the end */
    bool adrift;                 /* it gives way, and nothing else holds what it holds */
    double adrift_at,
        mechanism;         /* m: its plastic deformation where that began, and the largest from there so far */
    double parting, faint; /* m/s²: its d̈ with all reactions that are possible; and less than that is none */
    bool shared;           /* it has stuck together with others that could hold what it does */
} thud_verify_link;

/* All links of a model, by their numbers, and how many have a z. NULL without memory. */
thud_verify_link *thud_verify_links_of(const thud_model *model, size_t coordinates, size_t *inner);

/* C of a structure that its links damp: of linear dashpots. One that is damped otherwise is left as it is. */
void thud_verify_links_damp(const thud_model *model, double *damping);

static inline bool thud_verify_is_friction(const thud_verify_link *link) {
    return link->source->given.hysteresis.model == THUD_HYSTERESIS_FRICTION;
}

/* At the start of a run. */
void thud_verify_link_start(thud_verify_link *link, double deformation, double rate);

/* Whether it is friction, and sticks: its reaction is for the whole to find. */
bool thud_verify_link_sticks(const thud_verify_link *link);

/* N, at the deformation, rate and z that are set: of the law without a dashpot, of a dashpot that is not linear;
 * and both less k d, into `force`. */
double thud_verify_link_law(const thud_verify_link *link);
double thud_verify_link_dashpot(const thud_verify_link *link);
void thud_verify_link_pull(thud_verify_link *link);

/* N: all of its force, with its dashpot and with what it holds. */
double thud_verify_link_whole(const thud_verify_link *link);

/* J that it would return, and m that would be left, if it were unloaded now (link_energy.c); 0 m of links that
 * return to where they were. */
double thud_verify_link_stored(const thud_verify_link *link);
double thud_verify_link_plastic(const thud_verify_link *link);

/* N/m: what the force gains with the deformation, with what leans on it; of smooth models as far as they have
 * yielded at last. INFINITY of one that sticks. */
double thud_verify_link_tangent(const thud_verify_link *link);

/* ż. */
double thud_verify_link_inner(const thud_verify_link *link);

/* Of the two models that remember (link_loops.c): force, and what the functions below do. */
double thud_verify_clough_force(const thud_verify_link *link);
double thud_verify_clough_unloading(const thud_verify_link *link); /* N/m, from where it is */
void thud_verify_clough_start(thud_verify_link *link);
void thud_verify_clough_roots(const thud_verify_link *link, double *roots);
void thud_verify_clough_pass(thud_verify_link *link);
double thud_verify_flag_force(const thud_verify_link *link);
void thud_verify_flag_start(thud_verify_link *link);
void thud_verify_flag_roots(const thud_verify_link *link, double *roots);
void thud_verify_flag_pass(thud_verify_link *link);

/* Zeros at which the mode ends, THUD_VERIFY_LINK_ROOTS of them: 1 where there is none. The last one of friction is
 * of account only where it rises. */
void thud_verify_link_roots(const thud_verify_link *link, double *roots);

/* What follows at such a zero, or after a jump of the velocities (`signs` NULL). */
void thud_verify_link_pass(thud_verify_link *link, const int *signs);

#endif
