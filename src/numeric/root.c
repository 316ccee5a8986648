/*
 * Chandrupatla's method: inverse quadratic interpolation where it is safe, bisection otherwise.
 * T. R. Chandrupatla, Advances in Engineering Software 28 (1997) 145–149.
 */
#include "numeric/root.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { MAX_ITERATIONS = 200 };

static bool same_sign(double f, double g) { return (f > 0) == (g > 0); }

/* inverse quadratic interpolation, as a fraction from x1 to x2; 0.5 where the points do not allow it */
static double next_fraction(double x1, double f1, double x2, double f2, double x3, double f3) {
    double xi = (x1 - x2) / (x3 - x2);
    double phi = (f1 - f2) / (f3 - f2);
    if (phi * phi >= xi || (1 - phi) * (1 - phi) >= 1 - xi) return 0.5;
    return f1 / (f1 - f2) * f3 / (f3 - f2) - f1 / (f3 - f1) * f2 / (f2 - f3) * ((x3 - x1) / (x2 - x1));
}

double thud_root_bracketed(thud_function *f, const void *context, double a, double b, double tolerance) {
    double x1 = b, x2 = a, f1 = f(x1, context), f2 = f(x2, context);
    if (f1 == 0) return x1;
    if (f2 == 0) return x2;
    if (!(f1 * 0 == 0) || !(f2 * 0 == 0) || same_sign(f1, f2)) return NAN;

    double fraction = f1 / (f1 - f2); /* a secant first; bisection follows if it does not halve */
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double x = x1 + fraction * (x2 - x1);
        double fx = f(x, context);

        /* keep the root between x1 (newest) and x2; x3 is the discarded point */
        double x3 = x2, f3 = f2;
        if (same_sign(fx, f1)) {
            x3 = x1;
            f3 = f1;
        } else {
            x2 = x1;
            f2 = f1;
        }
        x1 = x;
        f1 = fx;

        double best = fabs(f1) < fabs(f2) ? x1 : x2;
        double resolution = fmax(tolerance, DBL_EPSILON) * fabs(best) + DBL_MIN;
        double limit = resolution / fabs(x2 - x1);
        if (limit > 0.5 || f1 == 0) return best;

        fraction = next_fraction(x1, f1, x2, f2, x3, f3);
        fraction = fmin(fmax(fraction, limit), 1 - limit);
    }
    return fabs(f1) < fabs(f2) ? x1 : x2;
}
