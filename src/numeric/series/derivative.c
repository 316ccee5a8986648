/* Derivatives of smooth functions that can only be evaluated. */
#include "numeric/series/derivative.h"

#include <math.h>

#include "numeric/constant.h"

enum { POINTS = 24 };

double thud_derivative(thud_function *f, const void *context, double a, double b, double x) {
    double values[POINTS], half = (b - a) / 2, middle = (a + b) / 2, u = (x - middle) / half;
    for (int i = 0; i < POINTS; i++) values[i] = f(middle + half * cos(THUD_PI * (i + 0.5) / POINTS), context);

    /* Σ cₖ Tₖ′ = Σ k cₖ Uₖ₋₁, with U by its recurrence */
    double sum = 0, before = 0, now = 1;
    for (int k = 1; k < POINTS; k++) {
        double coefficient = 0;
        for (int i = 0; i < POINTS; i++) coefficient += values[i] * cos(THUD_PI * k * (i + 0.5) / POINTS);
        sum += k * 2.0 / POINTS * coefficient * now;
        double next = 2 * u * now - before;
        before = now;
        now = next;
    }
    return sum / half;
}
