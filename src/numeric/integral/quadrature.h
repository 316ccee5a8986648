/*
 * Integrals over one interval.
 */
#ifndef THUD_NUMERIC_INTEGRAL_QUADRATURE_H
#define THUD_NUMERIC_INTEGRAL_QUADRATURE_H

#include "numeric/root.h"

/* ---- Integrands with integrable singularities at the ends ---- */

/*
 * ∫ f(x) dx from 0 to length. `f` may behave like x^(−s), s < 1, at 0, where it receives x to full relative
 * precision. At the other end it must be bounded. The relative accuracy is 1e-12 or better for smooth integrands,
 * 1e-15 if nothing changes fast near the ends.
 */
double thud_integrate(thud_function *f, const void *context, double length);

/* ---- Gauss–Legendre quadrature: smooth integrands over a fixed interval ---- */

enum { THUD_GAUSS_MAX_NODES = 64 };

/*
 * Nodes, ascending, and weights, n of each, 1 ≤ n ≤ 64, of the rule on [0, 1] that is exact for polynomials up to
 * the degree 2n − 1: ∫ f(x) dx = Σ weight(i) f(node(i)).
 */
void thud_gauss_legendre(int n, double *node, double *weight);

#endif
