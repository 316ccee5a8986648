/*
 * Reactions of everything that is at rest, all at once, by Gauss's principle: of the accelerations that are
 * possible those of least constraint are the real ones. With reactions z, each between two bounds, and w what is
 * left of the accelerations q that there would be without them,
 *
 *     w = q − W z,  low ≤ z ≤ high;  w = 0 inside, w ≥ 0 at the upper bound, w ≤ 0 at the lower one:
 *
 * the least of zᵀW z/2 − qᵀz within the bounds. W is symmetric and positive semidefinite; where it is singular z is
 * one of many, and w the same for all of them.
 */
#ifndef THUD_VERIFY_LEAST_H
#define THUD_VERIFY_LEAST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct thud_verify_least {
    size_t n;
    double *matrix, *drive, *low, *high; /* W, q and bounds */
    double noise;                        /* of w: less is zero; raised to the rounding of q */
    double *force, *left;                /* z and w */
    double *factor, *step;               /* work space, as are those below */
    size_t *inside, inside_count;
} thud_verify_least;

/* Room for up to n; false without memory. */
bool thud_verify_least_init(thud_verify_least *p, size_t n);
void thud_verify_least_free(thud_verify_least *p);

/* False where there is no solution: a bound that is infinite does not hold what it should. */
bool thud_verify_least_solve(thud_verify_least *p);

/* W x = b with what has a solution of it, W positive semidefinite: rows that depend on those before them have x =
 * 0. W is overwritten, b becomes x. */
void thud_verify_semidefinite(double *matrix, size_t n, double *b);

/* Whether the last row of W depends on the others, so that its x is not determined. W is overwritten. */
bool thud_verify_depends(double *matrix, size_t n);

#endif
