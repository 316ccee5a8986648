/* Roots of continuous functions of one variable. */
#ifndef THUD_NUMERIC_ROOT_H
#define THUD_NUMERIC_ROOT_H

typedef double thud_function(double x, const void *context);

/*
 * The root of `f` between a and b, at which it has opposite signs (or is zero), to a relative tolerance, or to the
 * last bits of x when that is 0. NAN when the signs are equal or a value is NaN.
 */
double thud_root_bracketed(thud_function *f, const void *context, double a, double b, double tolerance);

#endif
