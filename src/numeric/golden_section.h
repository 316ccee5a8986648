/*
 * Maximises a function with one maximum, by golden section.
 */
#ifndef THUD_NUMERIC_GOLDEN_SECTION_H
#define THUD_NUMERIC_GOLDEN_SECTION_H

#include "numeric/root.h"

/* The maximum of f between a and b; each section leaves 0.618 of the interval. */
static inline double thud_golden_section(thud_function *f, const void *context, double a, double b, int sections) {
    const double ratio = 0.61803398874989485;
    double x1 = b - ratio * (b - a), x2 = a + ratio * (b - a), f1 = f(x1, context), f2 = f(x2, context);
    for (int i = 0; i < sections; i++) {
        if (f1 > f2) {
            b = x2, x2 = x1, f2 = f1;
            x1 = b - ratio * (b - a), f1 = f(x1, context);
        } else {
            a = x1, x1 = x2, f1 = f2;
            x2 = a + ratio * (b - a), f2 = f(x2, context);
        }
    }
    return (a + b) / 2;
}

#endif
