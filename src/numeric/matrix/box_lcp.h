/*
 * Complementarity between bounds: low ≤ z ≤ high, and w = W z + q is zero where z is between them, not below zero
 * where z is at `low`, not above zero where z is at `high`. With forces z that hold bodies together and their
 * accelerations w apart: what holds does not move, and what moves is held as much as it can be.
 */
#ifndef THUD_NUMERIC_BOX_LCP_H
#define THUD_NUMERIC_BOX_LCP_H

#include <stdbool.h>
#include <stddef.h>

/* Where z is. */
typedef enum thud_box_side {
    THUD_BOX_LOW = -1, /* at `low` */
    THUD_BOX_IDLE = 0, /* at zero, between its bounds: those inside leave it no w */
    THUD_BOX_HIGH = 1, /* at `high` */
    THUD_BOX_INSIDE,   /* between its bounds, or beyond one by what rounding makes of it: it keeps w at zero */
} thud_box_side;

typedef struct thud_box_lcp {
    size_t n, preferred; /* the first so many are taken before others where there is a choice */
    double *w, *q;       /* [n × n] symmetric, positive semidefinite; [n] */
    double *low, *high;  /* [n] low ≤ 0 ≤ high; they may be infinite */
    double *noise;       /* [n] what rounding may be of q */
    double *z;           /* [n] the solution */
    thud_box_side *side; /* [n] */

    /* the set of those inside, and the factor of W over it; work space */
    size_t count, *place;
    double *factor, *target, *row;
    bool *satisfied;
} thud_box_lcp;

/* How many numbers all arrays of doubles take together, and gives them their places. */
size_t thud_box_lcp_numbers(size_t n);
void thud_box_lcp_lay_out(thud_box_lcp *box, size_t n, double *numbers, thud_box_side *side, size_t *place,
                          bool *satisfied);

/*
 * Solves it from z = 0. Where W is singular z may be one of many; W z is the same for all of them. False where
 * there is no solution: a bound is infinite, and nothing else gives way.
 */
bool thud_box_lcp_solve(thud_box_lcp *box);

/* w, and how much of it may be rounding. */
double thud_box_lcp_value(const thud_box_lcp *box, size_t i, double *rounding);

/* N, or what z is: how far it may be beyond a bound and count as between them. */
double thud_box_lcp_slack(thud_box_lcp *box, size_t i);

/* Whether those inside leave it no w of its own: W(i) = Σ c W(k), with c for each of `place` in `target`. */
bool thud_box_lcp_depends(thud_box_lcp *box, size_t i);

/* Whether w of one that depends on them, as was just asked, is zero to rounding: where z is zero it may be so, too.
 */
bool thud_box_lcp_is_level(const thud_box_lcp *box, size_t i);

/*
 * Of one that depends on those inside: z rises (sense 1) or falls (−1), and theirs with it so that w stays, until
 * one of them is at a bound. False where none ever is.
 */
bool thud_box_lcp_slide(thud_box_lcp *box, size_t i, int sense);

#endif
