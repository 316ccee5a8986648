/* Integrals whose integrand may be singular, but integrable, at the ends. */
#ifndef THUD_NUMERIC_QUADRATURE_H
#define THUD_NUMERIC_QUADRATURE_H

#include "numeric/root.h"

/*
 * ∫ f(x) dx from 0 to length. `f` may behave like x^(−s), s < 1, at 0; it is given x to full relative precision
 * there. At the far end it must be bounded. Relative accuracy 1e-12 or better for
 * integrands smooth in between, 1e-15 where nothing changes fast next to the ends.
 */
double thud_integrate(thud_function *f, const void *context, double length);

#endif
