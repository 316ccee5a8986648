/*
 * Integrals over one interval.
 */
#ifndef THUD_NUMERIC_INTEGRAL_QUADRATURE_H
#define THUD_NUMERIC_INTEGRAL_QUADRATURE_H

#include "numeric/root.h"

/* ---- Integrals whose integrand may be singular, but integrable, at the ends. ---- */

/*
 * ∫ f(x) dx from 0 to length. `f` may behave like x^(−s), s < 1, at 0; it is given x to full relative precision
 * there. At the far end it must be bounded. Relative accuracy 1e-12 or better for
 * integrands smooth in between, 1e-15 where nothing changes fast next to the ends.
 */
double thud_integrate(thud_function *f, const void *context, double length);

/* ---- Gauss–Legendre quadrature: smooth integrands over a fixed interval. ---- */

enum { THUD_GAUSS_MAX_NODES = 64 };

/*
 * Nodes, ascending, and weights, n of each, 1 ≤ n ≤ 64, of the rule on [0, 1] that is exact for polynomials up to
 * the degree 2n − 1: ∫ f(x) dx = Σ weight(i) f(node(i)).
 */
void thud_gauss_legendre(int n, double *node, double *weight);

#endif
