/* Derivatives of smooth functions that can only be evaluated. */
#ifndef THUD_NUMERIC_DERIVATIVE_H
#define THUD_NUMERIC_DERIVATIVE_H

#include "numeric/root.h"

/*
 * f′(x), from the polynomial of degree 23 through f at the Chebyshev points of [a, b], which contains x. It is
 * accurate to about thirteen digits of f/(b − a) if the function is smooth on an interval twice as long. NAN when
 * a value is NaN.
 */
double thud_derivative(thud_function *f, const void *context, double a, double b, double x);

#endif
