/*
 * Linear complementarity: z ≥ 0, w = W z + q ≥ 0, zᵀw = 0. In mechanics z are impulses, w velocities of
 * separation, and W the effect of impulses on velocities: contacts push, never pull, and push only where they do
 * not separate.
 */
#ifndef THUD_NUMERIC_LCP_H
#define THUD_NUMERIC_LCP_H

#include <stdbool.h>
#include <stddef.h>

/* Number of doubles of work space. */
size_t thud_lcp_work(size_t n);

/*
 * `w` is n × n, row by row, symmetric and positive semidefinite. `z` becomes a solution, to rounding: W z + q is
 * zero where z is not zero. It is nowhere negative by more than (n + 16) eps of its terms, or by the rounding of
 * qᵀv where v ≥ 0 and W v = 0. Where W is singular, z may be one of many; W z is the same for all of them. False,
 * with z overwritten, when there is no solution, or a number is not finite.
 */
bool thud_lcp_solve(size_t n, const double *w, const double *q, double *z, double *work);

#endif
