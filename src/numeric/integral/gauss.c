/*
 * The nodes are the zeros x of Legendre's polynomial P(n), by Newton's method; the weights are 2/((1−x²) P′(n)²)
 * on [−1, 1]. M. Abramowitz & I. A. Stegun, Handbook of Mathematical Functions, 25.4.29 and 22.16.6. The unknown
 * is y = 1 − x, because 1 − x² would cancel near an end.
 */
#include "numeric/integral/quadrature.h"

#include <math.h>

#include "numeric/constant.h"

/*
 * P(n) at x = 1 − y, and its derivative by x. The recurrence (k+1) P(k+1) = (2k+1) x P(k) − k P(k−1) in
 * differences: (k+1) (P(k+1) − P(k)) = k (P(k) − P(k−1)) − (2k+1) y P(k).
 */
static double legendre(int n, double y, double *slope) {
    double value = 1, step = 0;
    for (int k = 0; k < n; k++) {
        step = (k * step - (2 * k + 1) * y * value) / (k + 1);
        value += step;
    }
    /* (1 − x²) P′(n) = n (P(n−1) − x P(n)) = n (y P(n) − (P(n) − P(n−1))) */
    *slope = n * (y * value - step) / (y * (2 - y));
    return value;
}

/* the zero next to y, and P′ there */
static double zero(int n, double y, double *slope) {
    for (int i = 0; i < 6; i++) { /* the guess has four correct digits; each step doubles them */
        double change = legendre(n, y, slope) / *slope;
        y += change;
        if (fabs(change) <= 1e-9 * y) break; /* the next change would be below the last bit */
    }
    legendre(n, y, slope);
    return y;
}

void thud_gauss_legendre(int n, double *node, double *weight) {
    for (int i = 0; i < (n + 1) / 2; i++) {
        double half = sin(THUD_PI * (i + 0.75) / (2 * n + 1)), slope;
        double y = zero(n, 2 * half * half, &slope);
        if (2 * i + 1 == n) y = 1;
        node[i] = y / 2;
        node[n - 1 - i] = 1 - y / 2;
        weight[i] = weight[n - 1 - i] = 1 / (y * (2 - y) * slope * slope);
    }
}
