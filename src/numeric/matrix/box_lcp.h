/*
 * Complementarity with bounds: low ≤ z ≤ high, and w = W z + q. w is zero where z is between its bounds, not
 * negative where z is at `low`, and not positive where z is at `high`. In mechanics z are holding forces and w
 * relative accelerations: what holds does not move, and what moves is held as strongly as its bounds allow.
 */
#ifndef THUD_NUMERIC_BOX_LCP_H
#define THUD_NUMERIC_BOX_LCP_H

#include <stdbool.h>
#include <stddef.h>

/* Where z is. */
typedef enum thud_box_side {
    THUD_BOX_LOW = -1, /* at `low` */
    THUD_BOX_IDLE = 0, /* at zero, between its bounds: the inside set already gives it w = 0 */
    THUD_BOX_HIGH = 1, /* at `high` */
    THUD_BOX_INSIDE,   /* between its bounds, or beyond one by rounding; w is kept at zero */
} thud_box_side;

typedef struct thud_box_lcp {
    size_t n, preferred; /* the first `preferred` places enter before others where there is a choice */
    double *w, *q;       /* [n × n] symmetric, positive semidefinite; [n] */
    double *low, *high;  /* [n] low ≤ 0 ≤ high; they may be infinite */
    double *noise;       /* [n] rounding error of q */
    double *z;           /* [n] the solution */
    thud_box_side *side; /* [n] */

    /* the inside set, and the factor of W over it; work space */
    size_t count, *place;
    double *factor, *target, *row;
    bool *satisfied;
} thud_box_lcp;

/* The total number of doubles of all arrays; also assigns their places. */
size_t thud_box_lcp_numbers(size_t n);
void thud_box_lcp_lay_out(thud_box_lcp *box, size_t n, double *numbers, thud_box_side *side, size_t *place,
                          bool *satisfied);

/*
 * Solves it from z = 0. Where W is singular, z may be one of many; W z is the same for all of them. False: there
 * is no solution, because a bound is infinite and nothing else stops the motion.
 */
bool thud_box_lcp_solve(thud_box_lcp *box);

/* w, and its rounding error. */
double thud_box_lcp_value(const thud_box_lcp *box, size_t i, double *rounding);

/* How far z may be beyond a bound and still count as between the bounds. */
double thud_box_lcp_slack(thud_box_lcp *box, size_t i);

/* Whether w of a place depends on the inside set: W(i) = Σ c W(k), with c for each of `place` in `target`. */
bool thud_box_lcp_depends(thud_box_lcp *box, size_t i);

/* Whether w of a dependent place, just tested, is zero to rounding; so it may be where z is zero. */
bool thud_box_lcp_is_level(const thud_box_lcp *box, size_t i);

/*
 * For a dependent place: z rises (sense 1) or falls (−1), and the others change so that w stays, until one of them
 * reaches a bound. False if none ever does.
 */
bool thud_box_lcp_slide(thud_box_lcp *box, size_t i, int sense);

#endif
