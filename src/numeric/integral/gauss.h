/* Gauss–Legendre quadrature: smooth integrands over a fixed interval. */
#ifndef THUD_NUMERIC_GAUSS_H
#define THUD_NUMERIC_GAUSS_H

enum { THUD_GAUSS_MAX_NODES = 64 };

/*
 * Nodes, ascending, and weights, n of each, 1 ≤ n ≤ 64, of the rule on [0, 1] that is exact for polynomials up to
 * the degree 2n − 1: ∫ f(x) dx = Σ weight(i) f(node(i)).
 */
void thud_gauss_legendre(int n, double *node, double *weight);

#endif
