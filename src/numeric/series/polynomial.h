/*
 * Polynomials p(x) = c₀ + c₁ x + … + cₙ xⁿ on an interval [0, h]: where they first change sign, and how large they
 * get. An exact step of a simulation is a Taylor polynomial of its own time; events are roots of such polynomials.
 */
#ifndef THUD_NUMERIC_POLYNOMIAL_H
#define THUD_NUMERIC_POLYNOMIAL_H

#include <stdbool.h>

/* The highest degree that is taken; `c` has degree + 1 numbers. */
enum { THUD_POLYNOMIAL_MAX_DEGREE = 40 };

/* p(x) and p′(x). */
double thud_polynomial_value(const double *c, int degree, double x);
double thud_polynomial_slope(const double *c, int degree, double x);

/* Whether |c₀| > Σ |cₖ| hᵏ over k ≥ 1: then p has no root in [0, h]. The other way round nothing is said. */
bool thud_polynomial_keeps_sign(const double *c, int degree, double h);

/*
 * The smallest x in (0, h] at which p changes sign, to the last bits that the coefficients fix; INFINITY when there
 * is none, NAN when a coefficient or h is not finite.
 *
 * A root at 0 is the point of departure and does not count: leading coefficients that are zero are divided out. A
 * root at which p only touches zero does not count either, nor do two roots so close that p between them is below
 * the rounding of its own terms. When p(h), as thud_polynomial_value finds it, has the other sign than p next to 0,
 * then there is always a root.
 */
double thud_polynomial_first_root(const double *c, int degree, double h);

/* All such places from the left, `limit` at most; how many there are, or −1 where a number is not finite. */
int thud_polynomial_roots(const double *c, int degree, double h, double *root, int limit);

/* The polynomial of degree `count` − 1 through values at even distances, the first at x = 0, the last at x = 1. */
void thud_polynomial_through(const double *values, int count, double *c);

/* The largest |p|, or the largest p, on [0, h], and the first place where it is; `where` may be NULL. NAN as above.
 */
double thud_polynomial_peak(const double *c, int degree, double h, double *where);
double thud_polynomial_maximum(const double *c, int degree, double h, double *where);

#endif
